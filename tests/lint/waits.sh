#!/bin/sh
# A test waits for a condition with a limit: by tests/lib/await.sh, await.h or patience.py, whose limits grow on a slow
# machine. Pauses of a fixed time are in tests/lint/waits, with the reason of each: FILE COUNT REASON. And no `timeout`
# has a number of its own: it is `timeout "$(patience SECONDS)"`.
set -u
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
bad=0
fail() {
    echo "waits: $*" >&2
    bad=1
}

# FILE COUNT of each file with pauses; comments do not count.
{ git ls-files -co --exclude-standard tests 2>/dev/null || find tests -type f; } | grep -E '\.(sh|py|mjs|js|c|h)$' |
    grep -vE '^tests/(lint/|bench/|lib/(await\.sh|await\.c|patience\.py)$)' | while read -r file; do
    [ ! -f "$file" ] || echo "$file"
done | xargs awk '
    {
        sub("/[*].*", "")
        sub("//.*", "")
        sub("^ *[*#].*", "")
    }
    /(^|[^A-Za-z0-9_])((u|nano|clock_nano|pg_)?sleep|setTimeout|waitForTimeout)([^A-Za-z0-9_]|$)/ { count[FILENAME]++ }
    END { for (file in count) print file, count[file] }' >"$tmp/found"
grep -v '^#' tests/lint/waits | while read -r file count reason; do
    [ -n "$reason" ] || echo "tests/lint/waits: $file has no reason" >&2
    echo "$file $count"
done >"$tmp/allowed"
sort "$tmp/found" >"$tmp/found.sorted"
sort "$tmp/allowed" >"$tmp/allowed.sorted"
comm -23 "$tmp/found.sorted" "$tmp/allowed.sorted" >"$tmp/more"
comm -13 "$tmp/found.sorted" "$tmp/allowed.sorted" >"$tmp/less"
[ ! -s "$tmp/more" ] || fail "pauses of a fixed time, and how many:
$(cat "$tmp/more")"
[ ! -s "$tmp/less" ] || fail "so many pauses are in tests/lint/waits, but not there:
$(cat "$tmp/less")"
grep -vE '^(#|[^ ]+ [0-9]+ .)' tests/lint/waits && fail 'a line of tests/lint/waits without a reason'

grep -nE '\btimeout (-[^ ]+ [^ ]+ )?[0-9]' tests/integration/*.sh tests/lib/*.sh && fail 'a limit that does not grow on a slow machine'
# A socket's or a process's limit of ten seconds or more in Python; less is a look that is made again.
grep -nE '(timeout=|settimeout\()[0-9]{2}' tests/integration/*.sh tests/integration/*.py tests/lib/*.sh tests/lib/*.py |
    grep -v 'sqlite3.connect' && fail 'a limit that does not grow on a slow machine'

[ $bad = 0 ] && echo "waits: $(wc -l <"$tmp/allowed") files with a pause, each with a reason"
exit $bad
