#!/bin/sh
# The client libraries follow the presets through an honest arena and find all of it fair: the mix of all nonces, the
# key and the dealer of each deal, and each card that they saw, when they deal it again. The games have redeals, blind
# starts, table, draft, draw, dead hands, exchanges and claims. (The clients' own tests have a dishonest arena.)
set -eu
cd "$(dirname "$0")/../.."
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
seed=${SEED:-1}
deals=$(printf '%08x' "$seed")
echo "SEED=$seed"
here=tests/integration
other="build/bots/random"
command -v node >/dev/null 2>&1 && other="node $here/fair_bot.mjs $tmp/js"

# Presets with their own way to deal, call or exchange; ALL=1: all presets.
if [ -n "${ALL:-}" ]; then
    build/avondale rules >"$tmp/presets"
else
    printf '%s\n' perfect everything three-handed-dead two-handed-table two-handed-draft two-handed-draw \
        five-handed-hidden six-handed >"$tmp/presets"
fi
while read -r preset _; do
    players=$(build/avondale rules --json "$preset" | sed -n 's/^ *"players": "\([0-9]\)".*/\1/p')
    set -- --bot "py=python3 $here/fair_bot.py $tmp/py $seed" --bot "other=$other"
    while [ $# -lt $((2 * players)) ]; do
        set -- "$@" --bot "c$#=build/bots/random"
    done
    build/avondale match "$@" --ruleset "$preset" --option floor=-10000 --option target=10000 --option bust=0 \
        --option max_hands=2 --games 1 --seed "$deals" >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
done <"$tmp/presets"

# The bots in C, also where hands begin blind, and with packs that are not shuffled.
mkdir "$tmp/c"
build/avondale match --bot 'c=build/bots/random --nonce --verbose' --bot 'd=build/bots/random --nonce --verbose' --ruleset everything \
    --option all_pass=same-pack --option max_hands=6 --games 4 --seed "$deals" --bot-logs "$tmp/c" >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
cat "$tmp"/c/*.log >"$tmp/c.log"
if grep ' was not dealt fairly' "$tmp/c.log"; then exit 1; fi
[ "$(grep -c ' was dealt fairly: [1-9]' "$tmp/c.log")" = 16 ] || { cat "$tmp/c.log"; exit 1; }

# Deals that follow from the one before, without a shuffle; a game's page proves them, too.
build/avondale match --bot "py=python3 $here/fair_bot.py $tmp/py $seed" --bot "other=$other" --ruleset two-handed-table \
    --option all_pass=same-pack --option misdeal=no-ace-no-face --option max_hands=6 --games 4 --option floor=-10000 --option target=10000 \
    --seed "$deals" --records "$tmp/same.jsonl" >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
grep -q '"same_pack":true' "$tmp/same.jsonl"
build/avondale replay --strict "$tmp/same.jsonl" >/dev/null
if command -v node >/dev/null 2>&1; then
    node tests/lib/prove_records.mjs "$tmp/same.jsonl" >"$tmp/proved"
    cat "$tmp/proved"
    grep -q ' [1-9][0-9]* of them not shuffled' "$tmp/proved"
fi
presets=$(wc -l <"$tmp/presets")
for lines in "$tmp"/py "$tmp"/js; do
    [ -f "$lines" ] || continue
    grep -v '^[^ ]* fair ' "$lines" && exit 1
    grep -q ' own-nonce ' "$lines" # on a busy machine some nonces arrive too late
    [ "$(awk '{ print $1 }' "$lines" | sort -u | wc -l)" = "$presets" ]
    echo "${lines##*/}: $(wc -l <"$lines") games of $presets presets, $(awk '{ n += $4 } END { print n }' "$lines") deals"
done

# Two tables of a set share their contributors; given deals do not come from the shuffle, and are reported as given.
: >"$tmp/py"
build/avondale match --bot "a=python3 $here/fair_bot.py $tmp/py 1" --bot "b=python3 $here/fair_bot.py $tmp/py 2" \
    --duplicate --games 2 --option max_hands=2 >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
[ "$(grep -c ' fair ' "$tmp/py")" = 8 ]
build/avondale match --bot a=build/bots/random --bot b=build/bots/random --games 1 --option max_hands=1 \
    --records "$tmp/r.jsonl" >"$tmp/out" 2>&1
build/avondale replay --deals "$tmp/r.jsonl" >"$tmp/deals"
: >"$tmp/py"
build/avondale match --bot "a=python3 $here/fair_bot.py $tmp/py 1" --bot b=build/bots/random \
    --openings "$tmp/deals" --games 1 --option max_hands=2 >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
grep -q '^wikipedia deal 1, attempt 0: it is not from the shuffle' "$tmp/py" || { cat "$tmp/py"; exit 1; }
