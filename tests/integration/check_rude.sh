#!/bin/sh
# avondale check: each kind of rude bot fails at its own point and at no other.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/checked.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# The late bot sleeps for a second: it must be late on a slow machine, too.
time=$(patience 400)
[ "$time" -le 800 ] || time=800
rude() { # HOW POINT...: the points that fail, in either encoding
    how=$1
    shift
    check 1 --both --time "$time" -- build/bots/rude --how "$how"
    wanted=
    for encoding in text msgpack; do for point; do wanted="$wanted$encoding $point "; done; done
    [ "$(failed)" = "$wanted" ] || { echo "$how: failed: $(failed); expected: $wanted"; exit 1; }
    echo "$how: $(failed)"
}
# These two are waited for again and again: together they take no longer than one.
mkdir "$tmp/late" "$tmp/silent"
(tmp=$tmp/late && rude late time) &
late=$!
(tmp=$tmp/silent && rude silent answers) &
silent=$!
wait $late
wait $silent
rude garbage messages
rude gone alive
rude flood flood
rude huge limits
rude wrong-number number
rude twice once
# The bot answers every request with an illegal action: it fails in every phase.
check 1 -- build/bots/rude --how illegal
for point in legal auction discard play; do
    grep -q "FAIL $point:" "$tmp/out" || { echo "illegal: $point did not fail"; exit 1; }
done
grep -q 'got   act g=.* a=17X' "$tmp/out"
grep -q 'see   protocol/PROTOCOL.md, "3. Turns"' "$tmp/out"
for point in messages limits flood alive answers time number once; do
    grep -q " pass $point:" "$tmp/out" || { echo "illegal: $point did not pass"; exit 1; }
done
