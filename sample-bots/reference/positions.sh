#!/bin/sh
# positions.sh: what one seat was told in a few games of several rulesets, as text. With it the actions of the reference
# bots are frozen, so it is made once: positions.txt beside this file.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat >"$tmp/bot.sh" <<'END'
tee "$1/told.$$" | build/bots/basic
END
echo 'welcome v=1 name=reference session=00 server=positions'
seed=0
for rules in wikipedia:4 three-handed:2 five-kitty:2 six-handed:1 saint-paul:2 two-handed-draw:1 everything:2; do
    seed=$((seed + 1))
    build/avondale match --ruleset "${rules%:*}" --option "max_hands=${rules#*:}" --games 1 --seed "7$seed" --time none \
        --bot "a=sh $tmp/bot.sh $tmp" --bot b=build/bots/convention >"$tmp/out"
    for told in "$tmp"/told.*; do
        # Who played does not matter, and bots throw dice by the id of the game.
        grep -v '^welcome \|^bye \|^fair ' "$told" | sed 's/ id=[^ ]*/ id='"$rules"'/'
        rm -f "$tmp"/told.*
        break
    done
done
echo 'bye why=done'
