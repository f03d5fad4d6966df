#!/bin/sh
# `match --openings` begins its games with the deals of a file, and `replay --deals` writes such a file. A line that is
# no deal is reported before any bot is started.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bin=build/avondale
match() { # NAME ARGUMENT...: records in NAME
    name=$1
    shift
    rm -f "$tmp/$name"
    timeout "$(patience 60)" $bin match --bot a=build/bots/basic --bot b="build/bots/random --seed 2" --records "$tmp/$name" "$@" \
        >/dev/null
    $bin replay --strict "$tmp/$name" >/dev/null
}
firsts() { while IFS= read -r line; do echo "$line" | $bin replay --deals - | head -1; done <"$tmp/$1"; }

match source --games 3 --seed 11 --option max_hands=2 --option floor=-9000
$bin replay --deals "$tmp/source" >"$tmp/all"
[ "$(wc -l <"$tmp/all")" -ge 4 ]
firsts source >"$tmp/deals"
# Other seeds, but the same first deals, one game each, in a cycle.
match given --games 7 --seed 22 --option max_hands=2 --option floor=-9000 --openings "$tmp/deals"
firsts given >"$tmp/got"
cat "$tmp/deals" "$tmp/deals" "$tmp/deals" | head -7 | cmp - "$tmp/got"
[ "$(grep -c '"deals":false}}$' "$tmp/given")" = 7 ]
# The second deal is shuffled as usual.
$bin replay --deals "$tmp/given" | sort | uniq -c | awk '$1 == 1' | grep -q .
# All games of a block have the deal; without `dealer` the seed selects one.
sed 's/,"dealer":[0-9]//' "$tmp/deals" >"$tmp/undealt"
match blocks --games 6 --duplicate --seed 33 --option max_hands=1 --openings "$tmp/undealt"
firsts blocks | sed 's/,"dealer":[0-9]//' >"$tmp/got"
sed p "$tmp/undealt" | cmp - "$tmp/got"
# Hands of every shape.
for ruleset in two-handed-table two-handed-draft two-handed-draw five-handed three-handed-dead; do
    match source --games 2 --seed 44 --ruleset $ruleset --option max_hands=1
    $bin replay --deals "$tmp/source" >"$tmp/deals"
    match given --games 2 --seed 55 --ruleset $ruleset --option max_hands=1 --openings "$tmp/deals"
    $bin replay --deals "$tmp/given" | cmp - "$tmp/deals"
done

refused() { # WORD LINE: a file with LINE as its second line is refused
    head -1 "$tmp/undealt" >"$tmp/bad"
    echo "$2" >>"$tmp/bad"
    status=0
    $bin match --bot a="touch $tmp/started" --bot b="touch $tmp/started" --openings "$tmp/bad" \
        >/dev/null 2>"$tmp/err" || status=$?
    if [ "$status" != 2 ] || [ "$(wc -l <"$tmp/err")" != 1 ] || ! grep -q "bad line 2: .*$1" "$tmp/err" ||
        [ -e "$tmp/started" ]; then
        echo "exit $status for the line: $2"
        cat "$tmp/err"
        exit 1
    fi
}
good=$(head -1 "$tmp/undealt")
refused 'no JSON' 'hello'
refused 'an object' '[1,2]'
refused 'hands: expected 4' '{"hands":[],"kitty":[]}'
refused 'each card' "$(echo "$good" | sed 's/"RJ"/"QS"/')"
refused 'hand 0' "$(echo "$good" | sed 's/\[\[/[["ZZ",/')"
refused 'kitty: expected 3' "$(echo "$good" | sed 's/"kitty":\[[^]]*\]/"kitty":["4D"]/')"
refused 'dealer: expected a seat from 0 to 3, got 4' "$(echo "$good" | sed 's/}$/,"dealer":4}/')"
refused 'hands' "$(echo '{"dealer":1}')"
: >"$tmp/bad"
status=0
$bin match --bot a=true --bot b=true --openings "$tmp/bad" 2>"$tmp/err" || status=$?
[ "$status" = 2 ] && grep -q 'got nothing' "$tmp/err"
status=0
$bin match --bot a=true --bot b=true --openings "$tmp/nosuch" 2>"$tmp/err" || status=$?
[ "$status" = 2 ] && grep -q nosuch "$tmp/err"
