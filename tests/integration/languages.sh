#!/bin/sh
# The sample bot of each language passes `avondale check`, plays matches of several rulesets without a fault, and plays
# ranked games on a ladder with its token. Languages that are not installed are skipped, with a line.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
pids=
trap 'kill $pids 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$tmp"' EXIT

# NAME:TOOL:COMMAND, where TOOL is what the command needs.
cat >"$tmp/bots" <<'END'
cpp:c++:build/bots/random-cpp
java:javac:java -XX:TieredStopAtLevel=1 -cp build/bots/java RandomBot
javascript:node:node sample-bots/js/random_bot.js
perl:perl:perl sample-bots/perl/random_bot.pl
python:python3:python3 sample-bots/python/random_bot.py
rust:rustc:build/bots/random-rust
cautious-js:node:node sample-bots/js/cautious_bot.mjs
cautious-python:python3:python3 sample-bots/python/cautious_bot.py
shell:awk:sh sample-bots/shell/random_bot.sh
END

skipped=
: >"$tmp/there"
while IFS=: read -r name tool command; do
    if "$tool" --version >"$tmp/version" 2>&1 || command -v "$tool" >/dev/null 2>&1; then
        echo "$name:$command" >>"$tmp/there"
    else
        skipped="$skipped $name ($tool is not installed)"
    fi
done <"$tmp/bots"

# The random bot is random: in 90 turns with three choices it takes each 10 to 55 times (30 are expected, with a
# standard deviation of 4.5), and it never claims without cards.
{
    echo 'welcome v=1 name=a session=0 server=test'
    awk 'BEGIN { for (n = 1; n <= 90; n++) print "turn g=1 n=" n " phase=play legal=5H,6H,7H,claim" }'
    echo 'turn g=1 n=91 phase=discard choose=2 from=5H,6H,7H'
    echo 'bye why=done'
} >"$tmp/turns"
while IFS=: read -r name command; do
    case $name in cautious-*) continue ;; esac
    $command <"$tmp/turns" >"$tmp/answers"
    for card in 5H 6H 7H; do
        count=$(grep -c "^act g=1 n=[0-9]* a=$card\$" "$tmp/answers")
        if [ "$count" -lt 10 ] || [ "$count" -gt 55 ]; then
            echo "$name: $card $count times of 90"
            exit 1
        fi
    done
    grep -q '^act g=1 n=91 a=discard:[567]H:[567]H$' "$tmp/answers"
    [ "$(wc -l <"$tmp/answers")" = 92 ] # and the hello
done <"$tmp/there"

# Single points: those that the check does not reach in a few hands of one ruleset do not count as failed.
while IFS=: read -r name command; do
    # shellcheck disable=SC2086 # a command and its arguments
    timeout "$(patience 120)" build/avondale check --ruleset wikipedia --hands 3 --time 20000 --startup 30000 -- $command \
        >"$tmp/out" 2>&1 </dev/null || { cat "$tmp/out"; echo "$name: the check fails"; exit 1; }
    passed=$(sed -n 's/^\([0-9]*\) passed, 0 failed.*/\1/p' "$tmp/out")
    [ "$passed" -ge 15 ] || { cat "$tmp/out"; echo "$name: too few points are reached"; exit 1; }
    echo "$name: passes $passed points of the check"
done <"$tmp/there"

# A short match of each. PRESET, then options that make it short.
while IFS=: read -r name command; do
    for rules in wikipedia five-kitty six-kitty three-handed two-handed-table perfect everything; do
        rm -f "$tmp/records"
        timeout "$(patience 60)" build/avondale match --bot "$name=$command" --bot random=build/bots/random --ruleset "$rules" \
            --option max_hands=2 --games 4 --seed 05 --policy strict --records "$tmp/records" >"$tmp/out" 2>&1 ||
            { cat "$tmp/out"; echo "$name, $rules: the match failed"; exit 1; }
        [ "$(wc -l <"$tmp/records")" = 4 ] || { cat "$tmp/out"; echo "$name, $rules: not 4 records"; exit 1; }
        if grep -q '"faults"' "$tmp/records" || grep -q fault "$tmp/out"; then
            echo "$name, $rules: faults"
            cat "$tmp/out"
            grep -o '"faults":[^]]*' "$tmp/records"
            exit 1
        fi
        build/avondale replay --strict "$tmp/records" >/dev/null || { echo "$name, $rules: no replay"; exit 1; }
    done
    echo "$name: no fault in 28 games of 7 rulesets"
done <"$tmp/there"

# The two cautious bots are the same bot on two libraries, each with its own view of the game: from one seed they make
# the same decisions.
if [ "$(grep -c '^cautious-' "$tmp/there")" = 2 ]; then
    for rules in wikipedia two-handed-table three-handed; do
        while IFS=: read -r name command; do
            case $name in cautious-*) ;; *) continue ;; esac
            rm -f "$tmp/$name"
            build/avondale match --bot "a=$command" --bot basic=build/bots/basic --games 10 --seed 05 --ruleset "$rules" \
                --records "$tmp/$name" >/dev/null
        done <"$tmp/there"
        cmp "$tmp/cautious-js" "$tmp/cautious-python" || { echo "cautious bots differ in $rules"; exit 1; }
    done
    echo "both cautious bots decide alike"
fi

# All bots together on a ladder that needs tokens, until each has ended a game.
store=sqlite:$tmp/db
while IFS=: read -r name command; do
    build/avondale ladder --store "$store" add "$name" >"$tmp/token.$name"
done <"$tmp/there"
build/avondale serve --listen 127.0.0.1:0 --http off --store "$store" --register token --port-file "$tmp/ports" \
    --option max_hands=1 2>"$tmp/log" &
pids=$!
await_daemon "$pids" "$tmp/ports" "$tmp/log"
where=$(sed -n 1p "$tmp/ports")
if ! command -v bash >/dev/null 2>&1; then
    sed -i '/^shell:/d' "$tmp/there" # this bot connects through bash only
fi
while IFS=: read -r name command; do
    # shellcheck disable=SC2086 # a command and its arguments
    $command --connect "$where" --name "$name" --token "$(cat "$tmp/token.$name")" >"$tmp/$name.log" 2>&1 &
    pids="$pids $!"
done <"$tmp/there"
count=$(wc -l <"$tmp/there")
all_played() {
    build/avondale ladder --store "$store" --json top >"$tmp/top"
    [ "$(grep -o '"games":[1-9]' "$tmp/top" | wc -l)" -ge "$count" ]
}
await 40 all_played || { cat "$tmp/top" "$tmp"/*.log; echo "not all bots played:"; exit 1; }
build/avondale ladder --store "$store" export --records >"$tmp/records"
if grep -q '"faults"' "$tmp/records"; then
    echo "faults on the ladder:"
    grep -o '"players":[^]]*\|"faults":[^]]*' "$tmp/records"
    exit 1
fi
echo "all $count of them on a ladder, $(wc -l <"$tmp/records") games, no fault"
if [ -n "$skipped" ]; then
    echo "no fault, but not played:$skipped"
    exit 77
fi
