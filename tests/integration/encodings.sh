#!/bin/sh
# Random bots play every preset over text and over msgpack. The records are equal byte for byte; no bot is at fault and
# every record replays.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() {
    echo "$*"
    exit 1
}
presets=$(build/avondale rules | awk '{ print $1 }')
[ "$(echo "$presets" | wc -l)" -ge 36 ] || fail "too few presets"
for preset in $presets; do
    rm -f "$tmp/text" "$tmp/msgpack"
    for encoding in text msgpack; do
        timeout "$(patience 30)" build/avondale match --ruleset "$preset" --option max_hands=4 --games 3 --seed 0e \
            --policy strict --bot "a=build/bots/random --seed 1 --encoding $encoding" \
            --bot "b=build/bots/random --seed 2 --encoding $encoding" \
            --records "$tmp/$encoding" >"$tmp/out" || fail "$preset $encoding: the match failed"
        if grep -q '"faults"\|"forfeit"\|"aborted"' "$tmp/$encoding"; then
            fail "$preset $encoding: a random bot was at fault"
        fi
    done
    cmp "$tmp/text" "$tmp/msgpack" || fail "$preset: the encodings play different games"
    cat "$tmp/text" >>"$tmp/all"
done
[ "$(wc -l <"$tmp/all")" -ge "$(($(echo "$presets" | wc -l) * 3))" ] || fail "games are missing"
build/avondale replay --strict "$tmp/all"
