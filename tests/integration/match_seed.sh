#!/bin/sh
# The same seed and deterministic bots give the same bytes, however many tables play at once.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for jobs in 1 1 3; do
    build/avondale match --bot a="build/bots/basic" --bot b="build/bots/basic --name other" \
        --games 12 --duplicate --jobs $jobs --seed 0badcafe --records "$tmp/records.new" >"$tmp/out.new"
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
