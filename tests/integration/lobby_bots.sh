#!/bin/sh
# Bots of the three client libraries in the lobby of a real daemon, by the options that all of them have: they challenge
# each other, open and join tables, seek several rulesets, pair up, chat, and play by hints. A bot that gets no game
# ends with one line.
set -eu
cd "$(dirname "$0")/../.."
for tool in python3 node; do command -v $tool >/dev/null || { echo "no $tool here"; exit 77; }; done
. tests/lib/daemon.sh
export PYTHONDONTWRITEBYTECODE=1

c=build/bots/random
py='python3 sample-bots/python/cautious_bot.py'
js='node sample-bots/js/cautious_bot.mjs'
two=two-handed-dead
ladder() { build/avondale ladder --store "sqlite:$tmp/db" "$@"; }
for bot in ann bob; do ladder add $bot --owner first >"$tmp/token.$bot"; done
for bot in xan yan; do ladder add $bot --owner second >"$tmp/token.$bot"; done
daemon "$tmp/db" --ruleset "wikipedia,$two,three-handed" --option max_hands=1 --hints --chat preset

# stays NAME COMMAND OPTION...: a bot that keeps running.
stays() {
    name=$1
    command=$2
    shift 2
    # shellcheck disable=SC2086
    $command --connect "$at" --name "$name" "$@" 2>>"$tmp/$name.err" &
    others="$others $!"
}
# plays NAME COMMAND OPTION...: a bot that plays one game and ends with status 0.
plays() {
    # shellcheck disable=SC2086
    ( name=$1; command=$2; shift 2; timeout "$(patience 60)" $command --connect "$at" --name "$name" "$@" 2>"$tmp/$name.err" ) ||
        broken "$1 ended with $?: $(cat "$tmp/$1.err")"
}
# fails LINE NAME COMMAND OPTION...: a bot that gets no game, and prints that line.
fails() {
    line=$1
    status=0
    # shellcheck disable=SC2086
    ( name=$2; command=$3; shift 3; timeout "$(patience 60)" $command --connect "$at" --name "$name" "$@" 2>"$tmp/$name.err" ) ||
        status=$?
    [ $status = 1 ] && grep -qx "$2: no game: $line" "$tmp/$2.err" || broken "$2: exit $status: $(cat "$tmp/$2.err")"
}
code_of() { sed -n "s/^$1: table //p" "$tmp/$1.err" | tail -1; }
has_code() { [ -n "$(code_of "$1")" ]; }
is_ready() { admin show peers | grep -w -- "$1" | grep -q ready; }
at=$(sed -n 1p "$tmp/ports")

echo '== each challenges the next one; the challenger plays by hints, and says something'
stays c-in "$c" --accept any
stays py-in "$py" --accept js-out,c-out
stays js-in "$js" --accept any
for bot in c-in py-in js-in; do await 30 is_ready $bot || broken "$bot does not come"; done
for pair in "c-out $c:py-in" "py-out $py:js-in" "js-out $js:c-in"; do
    name=${pair%% *}
    command=${pair#* }
    plays "$name" "${command%:*}" --challenge "${pair##*:}" --ruleset $two --hints --say luck --encoding text
done

echo '== one opens a table, another one joins it: by its code, by the list, by a seat that is kept for it'
stays py-host "$py" --open '' --ruleset $two
await 30 has_code py-host || broken 'py-host has no table'
plays js-guest "$js" --join "$(code_of py-host)"
stays js-host "$js" --open listed=1 --ruleset $two
await 30 has_code js-host || broken 'js-host has no table'
plays c-guest "$c" --join listed --ruleset $two --encoding msgpack
stays c-host "$c" --open listed=1 --ruleset $two
await 30 has_code c-host || broken 'c-host has no table'
plays py-guest "$py" --join listed
plays py-keeps "$py" --open seats=c-in --ruleset $two

echo '== what comes to nothing ends with one line'
for bot in c py js; do
    eval command=\$$bot
    fails '.*' "$bot-lost" "$command" --join NOSUCHCODE
    fails '.*' "$bot-alone" "$command" --challenge nobody-here --ruleset $two
    fails 'no listed table has a free seat' "$bot-late" "$command" --join listed
    fails '.* declined.*\|.*' "$bot-scorned" "$command" --challenge py-in --ruleset $two
    status=0
    $command --connect "$at" --name "$bot-both" --join x --open '' 2>"$tmp/both" || status=$?
    [ $status = 2 ] && grep -q -- '--challenge, --open and --join: one of them is expected' "$tmp/both" ||
        broken "$bot: exit $status: $(cat "$tmp/both")"
done

echo '== pairs of one owner on one side, in all three languages; and a bot that seeks two rulesets'
stays ann "$c" --pair --ruleset wikipedia --token "$(cat "$tmp/token.ann")"
stays bob "$py" --pair --ruleset wikipedia --token "$(cat "$tmp/token.bob")"
stays xan "$js" --pair --ruleset wikipedia --token "$(cat "$tmp/token.xan")"
stays yan "$c" --pair --ruleset wikipedia --token "$(cat "$tmp/token.yan")"
stays both "$py" --ruleset three-handed,$two
stays other "$js" --ruleset $two
together() { [ "$(ladder list | grep -c 'pairs-2of4')" = 1 ] && [ "$(ladder list | grep -c " $two")" = 1 ]; }
await 60 together || { ladder list; broken 'no pairs, or no game of two'; }

# Arranged games are in the log and unrated; a hint was taken, and the phrase was heard.
ladder export >"$tmp/export"
for bot in c-out py-out js-out py-host js-guest js-host c-guest c-host py-guest py-keeps; do
    grep "\"$bot\"" "$tmp/export" | grep -q 'by invitation' || broken "$bot: no game by invitation"
    if grep "\"$bot\"" "$tmp/export" | grep -v 'by invitation' | grep -q .; then broken "a game of $bot counts"; fi
done
ladder export --records >"$tmp/records"
if grep -q '"faults":\[\[' "$tmp/records"; then broken 'a bot is at fault'; fi
python3 - "$tmp/records" <<'END' || broken 'it was not said, or a bot that asks for hints does something else'
import json, subprocess, sys

asked = {"c-out", "py-out", "js-out"}
for number, line in enumerate(open(sys.argv[1], encoding="utf-8"), 1):
    record = json.loads(line)
    bot = record["players"][0]
    if bot not in asked:
        continue
    asked.remove(bot)
    assert record["chat"][0][2:] == [0, "Good luck!"], record["chat"]
    for at, (seat, _, action, *_) in enumerate(record["hands"][0]["steps"], 1):
        if seat == 0 and ":" not in action and at < 14:
            place = "%s:%d:1:%d" % (sys.argv[1], number, at)
            hint = subprocess.run(["build/avondale", "hint", place], capture_output=True, text=True, check=True).stdout
            assert hint.split(":")[0] == action, (bot, at, action, hint)
assert not asked, asked
END
echo 'the lobby is known in three languages'
