#!/bin/sh
# `replay --show` prints tests/golden/show.txt, byte for byte; letters with --ascii, and no escape sequences into a
# pipe. After an intended change, renew it:
#   build/avondale replay --show tests/golden/show.jsonl >tests/golden/show.txt
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
records=tests/golden/show.jsonl
build/avondale replay --strict "$records"
build/avondale replay --show "$records" >"$tmp/out"
diff tests/golden/show.txt "$tmp/out"
sed 's/♠/S/g; s/♣/C/g; s/♦/D/g; s/♥/H/g' tests/golden/show.txt >"$tmp/letters"
build/avondale replay --show --ascii "$records" | diff "$tmp/letters" -
# One game of them; one that does not exist.
build/avondale replay --show --game 2 "$records" >"$tmp/second"
[ "$(grep -c '^Game' "$tmp/second")" = 1 ]
grep -q '^Game .*: five-handed' "$tmp/second"
status=0
build/avondale replay --show --game 99 "$records" 2>"$tmp/err" || status=$?
[ "$status" = 2 ] && grep -q -- '--game 99' "$tmp/err"
# Input that is no record, and a record that breaks the rules, are reported.
status=0
echo '{}' | build/avondale replay --show - >"$tmp/out" 2>"$tmp/err" || status=$?
[ "$status" = 1 ] && grep -q -- '-:1: not a record' "$tmp/err"
status=0
sed -n '4s/"10H"/"3H"/g; 4p' "$records" | build/avondale replay --show - >"$tmp/out" || status=$?
[ "$status" = 1 ] && grep -q '^  differs' "$tmp/out"
# A terminal gets colours, unless NO_COLOR is set.
if command -v script >/dev/null; then
    command="build/avondale replay --show --game 2 $records"
    TERM=xterm NO_COLOR= script -qec "$command" /dev/null >"$tmp/tty" </dev/null
    grep -q "$(printf '\033\\[31m')" "$tmp/tty"
    TERM=xterm NO_COLOR=1 script -qec "$command" /dev/null >"$tmp/tty" </dev/null
    if grep -q "$(printf '\033')" "$tmp/tty"; then exit 1; fi
fi
