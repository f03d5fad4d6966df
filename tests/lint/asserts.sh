#!/bin/sh
# Each public function of a pure room asserts what its header demands of arguments and state. Those without an assert
# stand in tests/lint/asserts, with the reason why they need none.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/symbols.sh
list=tests/lint/asserts
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
bad=0
fail() {
    echo "asserts: $*" >&2
    bad=1
}

# --- public functions, and those with an assert or a call of an invariant function in their body
for room in engine engine/solve referee/table referee/lobby ladder/standings ladder/rating ladder/tournament; do
    ls "$room"/*.c
done >"$tmp/sources"
while read -r file; do
    [ -f "$obj/${file%.c}.o" ] || fail "$file is not built: make first"
done <"$tmp/sources"
# shellcheck disable=SC2046
symbols $(cat "$tmp/sources") | awk '$3 == "T" { print $1, $2 }' >"$tmp/public"
# shellcheck disable=SC2046
awk '
    FILENAME == ARGV[1] { wanted[$1 " " $2]; next }
    /^[a-zA-Z].*\(/ && !/;$/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name); found = 0 }
    /[ (]assert\(|_CHECKED\(/ { found = 1 }
    /^}/ { if (FILENAME " " name in wanted) print found ? "with" : "without", name; name = "" }
' "$tmp/public" $(cat "$tmp/sources") | sort -u >"$tmp/functions"
sed -n 's/^without //p' "$tmp/functions" >"$tmp/without"

# --- the list: a line that ends with a colon is a reason, the words below it are functions
grep -v '^#' $list | grep -v ':$' | tr -s ' ' '\n' | grep . | sort >"$tmp/listed"
uniq -d "$tmp/listed" >"$tmp/found"
while read -r name; do fail "$name stands twice in $list"; done <"$tmp/found"
comm -23 "$tmp/without" "$tmp/listed" >"$tmp/found"
while read -r name; do fail "$name asserts nothing, and is not in $list"; done <"$tmp/found"
comm -13 "$tmp/without" "$tmp/listed" >"$tmp/found"
while read -r name; do fail "$name is in $list, but has an assert, or is not there"; done <"$tmp/found"

[ $bad = 0 ] && echo "asserts: $(grep -c '^with ' "$tmp/functions") of $(wc -l <"$tmp/functions") functions of pure rooms assert what they demand; $list says why the others need not"
exit $bad
