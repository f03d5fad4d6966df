#!/bin/sh
# `avondale analyze --parts luck`: what luck explains of the points of bots, in single games and in duplicate ones.
set -u
cd "$(dirname "$0")/../.." || exit 2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
bad=0
fail() {
    echo "analyze_luck: $*" >&2
    bad=1
}
analyze="build/avondale analyze"

# With the same bot in every seat the skill part is what the cards are worth, apart from bold bids. With other bots luck
# explains a good part of the variance.
build/avondale match --bot a=build/bots/basic --bot "b=build/bots/basic --bold 8" --games 60 --seed 0b \
    --records "$dir/bb" >"$dir/out" 2>&1 || fail "no match"
$analyze --parts luck --games "$dir/bb" >"$dir/out" || fail "exit $? with luck"
[ "$(grep -c '^m-' "$dir/out")" = 120 ] || fail "not two rows for each of 60 games"
awk '$1 == "a" && NF == 8 { found = $7 > 35 && $4 > $6 && $8 > 0.8 } END { exit !found }' "$dir/out" || fail "luck: $(head -3 "$dir/out")"
# Duplicate deals: the error bar is that of the blocks, as in match, not that of single hands; a block has little luck.
build/avondale match --bot a=build/bots/basic --bot "b=build/bots/basic --bold 9" --games 100 --duplicate --seed 0b \
    --records "$dir/dup" >"$dir/match" 2>&1 || fail "no match"
$analyze --parts luck "$dir/dup" >"$dir/out" || fail "exit $? with duplicates"
grep -q 'errors are by blocks' "$dir/out" || fail "duplicates are not seen"
bar=$(sed -n 's/^a: .* +- \([0-9.]*\) (95 %) points a hand.*/\1/p' "$dir/match")
awk -v bar="$bar" '$1 == "a" && NF == 8 { found = $4 > 0.9 * bar && $4 < 1.1 * bar && $6 <= 1.02 * $4 } END { exit !found }' "$dir/out" ||
    fail "match says +- $bar a hand: $(head -3 "$dir/out")"
# The random bot takes next to nothing from its cards, so its score is left as it is.
build/avondale match --bot "a=build/bots/random --seed 1" --bot b=build/bots/basic --games 100 --seed 0c \
    --records "$dir/rb" >"$dir/out" 2>&1 || fail "no match"
$analyze --parts luck "$dir/rb" >"$dir/out" || fail "exit $? with random"
awk '$1 == "a" && NF == 8 { found = $7 > -10 && $8 < 0.4 } END { exit !found }' "$dir/out" || fail "luck of random: $(head -3 "$dir/out")"

[ $bad = 0 ] && echo "analyze_luck: it explains what it says"
exit $bad
