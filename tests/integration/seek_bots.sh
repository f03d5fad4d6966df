#!/bin/sh
# The C bots seek the rulesets of --ruleset, in text and in msgpack, and end with a line where the arena lacks the
# ruleset; the log of the ladder names a bot that waits alone.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh
daemon "$tmp/db" --ruleset wikipedia,two-handed-dead,three-handed --games-total 30
at=$(sed -n 1p "$tmp/ports")
build/bots/basic --connect "$at" --name one --ruleset two-handed-dead --encoding msgpack &
others="$others $!"
build/bots/random --connect "$at" --name two --ruleset two-handed-dead,three-handed &
others="$others $!"
build/bots/expert --connect "$at" --name none --ruleset wikipedia,bridge >/dev/null 2>"$tmp/none" &
none=$!
status=0
wait $none || status=$?
[ "$status" = 1 ] && grep -q '^none: error: .' "$tmp/none" || broken "exit $status: $(cat "$tmp/none")"
wait $server
server=
build/avondale ladder --store "sqlite:$tmp/db" list >"$tmp/list"
cat "$tmp/list"
[ "$(grep -c ' two-handed-dead\.' "$tmp/list")" = 1 ] && [ "$(wc -l <"$tmp/list")" = 2 ]
build/avondale ladder --store "sqlite:$tmp/db" top >"$tmp/top"
# 30 results, but of one owner: the legend says why no bot has a rank.
grep -q '^   -  one .*? *3[0-9] ' "$tmp/top"
grep -q '^? is provisional and has no rank yet: fewer than 30 rated results, or opponents of fewer than 5 owners\.$' "$tmp/top"
# In a match there is nothing to seek.
build/avondale match --bot a="build/bots/basic --ruleset wikipedia" --bot b=build/bots/random --games 2 --option max_hands=1 \
    --strict >/dev/null
