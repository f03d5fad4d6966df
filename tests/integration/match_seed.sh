#!/bin/sh
# The same seed and deterministic bots give the same bytes, however many tables play at once.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for jobs in 1 1 3; do
    build/avondale match --bot a="build/bots/basic" --bot b="build/bots/basic --name other" \
        --games 12 --duplicate --jobs $jobs --seed 0badcafe --records "$tmp/records.new" |
        grep -v "time a decision" >"$tmp/out.new"
    [ ! -e "$tmp/records" ] || cmp "$tmp/records" "$tmp/records.new"
    [ ! -e "$tmp/out" ] || cmp "$tmp/out" "$tmp/out.new"
    mv "$tmp/records.new" "$tmp/records"
    mv "$tmp/out.new" "$tmp/out"
done
[ "$(wc -l <"$tmp/records")" = 12 ]
build/avondale replay --strict "$tmp/records"
build/avondale match --bot basic=build/bots/basic --bot random="build/bots/random --seed 1" --games 400 \
    --duplicate --jobs 2 --seed 01 --json >"$tmp/json"
low=$(sed -n 's/.*"elo_low95": \(-*[0-9]*\).*/\1/p' "$tmp/json")
echo "basic over random, lower end of the 95 % interval: $low Elo"
[ "$low" -gt 0 ]
# Tables of one set share their deals, also where bots contribute nonces to the shuffle.
build/avondale match --bot a="build/bots/basic --nonce --seed 1" --bot b="build/bots/random --nonce --seed 2" \
    --games 20 --duplicate --jobs 4 --seed 0badcafe --records "$tmp/nonces" >"$tmp/out"
build/avondale replay --strict "$tmp/nonces"
twice() { # every second line equals the one before it
    uniq -c | awk '$1 != 2 { print "not twice:", $0; bad = 1 } END { exit bad || NR != 10 }'
}
grep -o '"mix":"[0-9a-f]*"' "$tmp/nonces" | twice
sed 's/"steps".*//; s/.*"deck"//' "$tmp/nonces" | twice
! grep -q '"nonces":\[""' "$tmp/nonces"
