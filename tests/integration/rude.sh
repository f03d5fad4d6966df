#!/bin/sh
# A bot that breaks the rules in any way loses its own game and costs nobody else anything: every match ends, every
# record replays, and the other side is never at fault.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# The late bot sleeps for a second: it must be late on a slow machine, too.
time=$(patience 500)
[ "$time" -le 800 ] || time=800
for encoding in text msgpack; do
    for how in late illegal garbage silent gone flood huge wrong-number; do
        rm -f "$tmp/records"
        timeout "$(patience 60)" build/avondale match --bot basic="build/bots/basic --encoding $encoding" \
            --bot rude="build/bots/rude --how $how --encoding $encoding" --games 2 --seed 07 \
            --time "$time" --option max_hands=8 --records "$tmp/records" --json >"$tmp/json"
        grep -q '"wins": 2' "$tmp/json" || { cat "$tmp/json"; echo "$how $encoding: rude did not lose"; exit 1; }
        grep -q '"basic": 0' "$tmp/json" || { echo "$how $encoding: basic was at fault"; exit 1; }
        [ "$(grep -c '"reason":"forfeit"' "$tmp/records")" = 2 ] || { echo "$how $encoding: no forfeit"; exit 1; }
        build/avondale replay --strict "$tmp/records" >/dev/null || { echo "$how $encoding: no replay"; exit 1; }
        echo "$how $encoding: $(grep -o '"faults":\[\[[^]]*' "$tmp/records" | head -1)"
    done
done
# A second answer counts as late, not as a fault.
timeout "$(patience 60)" build/avondale match --bot basic=build/bots/basic --bot rude="build/bots/rude --how twice" \
    --games 2 --seed 07 --option max_hands=8 --json >"$tmp/json"
grep -q '"rude": 0' "$tmp/json"
# A missing program is a failure of the system, not of the bot.
status=0
build/avondale match --bot a=build/bots/basic --bot b=build/bots/nosuch --games 1 2>"$tmp/err" || status=$?
[ "$status" = 3 ]
grep -q nosuch "$tmp/err"
