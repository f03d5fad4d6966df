#!/bin/sh
# expert: it plays every preset without a fault, plays the same game for the same seed and number of worlds, decides in
# time, refuses bad options, and is clearly better than basic.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() {
    echo "$*"
    exit 1
}

for option in "--time 0" "--time 5x" "--worlds -1" "--worlds 1001" "--worlds" "--time" "--version 3"; do
    status=0
    # shellcheck disable=SC2086
    build/bots/expert $option >/dev/null 2>"$tmp/error" </dev/null || status=$?
    [ $status = 2 ] || fail "$option: status $status"
    grep -q "^expert: ${option%% *} .*expected a number from 1 to " "$tmp/error" || fail "$option: $(cat "$tmp/error")"
done

presets=$(build/avondale rules | awk '{ print $1 }')
[ "$(echo "$presets" | wc -l)" -ge 36 ] || fail "too few presets"
for preset in $presets; do
    build/avondale match --ruleset "$preset" --option max_hands=2 --games 2 --seed 0e --policy strict --time 60000 \
        --bot "a=build/bots/expert --worlds 1 --seed 1" --bot "b=build/bots/random --seed 2" \
        --records "$tmp/$preset" >"$tmp/out" || fail "$preset: the match failed"
    if grep -q '"faults"\|"forfeit"\|"aborted"' "$tmp/$preset"; then
        fail "$preset: a bot was at fault"
    fi
    cat "$tmp/$preset" >>"$tmp/all"
done
build/avondale replay --strict "$tmp/all"

# expert-2 in rulesets where it asks its networks (the first two) and where it does not.
for preset in wikipedia australian no-misere five-kitty three-handed six-handed two-handed-table everything; do
    build/avondale match --ruleset "$preset" --option max_hands=2 --games 2 --seed 0e --policy strict --time 60000 \
        --bot "a=build/bots/expert-2 --worlds 1 --seed 1" --bot "b=build/bots/random --seed 2" \
        --records "$tmp/two.$preset" >"$tmp/out" || fail "expert-2, $preset: the match failed"
    if grep -q '"faults"\|"forfeit"\|"aborted"' "$tmp/two.$preset"; then
        fail "expert-2, $preset: a bot was at fault"
    fi
done

again() { # FILE BOT
    build/avondale match --games 2 --option max_hands=3 --duplicate --seed 11 --time none \
        --bot "a=build/bots/$2 --worlds 2 --seed 1" --bot "b=build/bots/basic --seed 2" \
        --records "$tmp/$1" >"$tmp/out"
}
for bot in expert expert-2; do
    again first $bot
    again second $bot
    cmp "$tmp/first" "$tmp/second" || fail "$bot: the same seed plays two different games"
    mv "$tmp/first" "$tmp/of-$bot"
    rm "$tmp/second"
done
! cmp -s "$tmp/of-expert" "$tmp/of-expert-2" || fail "expert-2 plays as expert does"

# No decision is late where the arena gives less time than the bot would take. It wins more points than basic, over so
# many games that chance matters little: 16 other seeds of the same player differed by one point a game.
build/avondale match --games 2 --option max_hands=3 --duplicate --seed 12 --policy strict --time "$(patience 1500)" \
    --bot "a=build/bots/expert --time 6000" --bot "b=build/bots/random --seed 2" \
    --records "$tmp/timed" >"$tmp/out"
if grep -q '"faults"' "$tmp/timed"; then
    fail "a decision came late"
fi
build/avondale match --games 96 --option max_hands=4 --duplicate --seed 12 --time none \
    --bot "a=build/bots/expert --worlds 3 --seed 1" --bot "b=build/bots/basic --seed 2" \
    --records "$tmp/match" >"$tmp/out"
cat "$tmp/out"
margin=$(sed -n 's/.*margin \([-+0-9]*\).*points a game.*/\1/p' "$tmp/out")
[ "$margin" -ge 40 ] || fail "a margin of $margin points a game over basic"
