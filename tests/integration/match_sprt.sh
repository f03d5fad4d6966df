#!/bin/sh
# The SPRT ends a match by its test and reports it by the exit status; solo line-ups play every ruleset.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sprt() { # STATUS STATE FIRST SECOND OPTION...
    want=$1 state=$2 first=$3 second=$4
    shift 4
    status=0
    build/avondale match --bot first="$first" --bot second="$second" --duplicate --jobs 4 --seed 01 \
        --option max_hands=4 --sprt elo0=0,elo1=50 "$@" >"$tmp/out" || status=$?
    if [ $status != "$want" ] || ! grep -q "^SPRT $state" "$tmp/out"; then
        echo "expected exit $want and SPRT $state, got exit $status:"
        cat "$tmp/out"
        exit 1
    fi
    grep '^SPRT' "$tmp/out"
}
basic=build/bots/basic random='build/bots/random --seed 1'
sprt 0 H1 "$basic" "$random" --games 5000
grep -q 'SPRT stopped' "$tmp/out"
sprt 1 H0 "$random" "$basic" --games 5000
sprt 1 undecided "$basic" "$basic" --games 4
# Progress stays out of the results, and several jobs stop at the same block.
sprt 0 H1 "$basic" "$random" --games 5000 --jobs 16
grep -v 'time a decision' "$tmp/out" >"$tmp/many"
sprt 0 H1 "$basic" "$random" --games 5000 --jobs 1
grep -v 'time a decision' "$tmp/out" | cmp - "$tmp/many"

for ruleset in wikipedia three-handed five-handed six-handed; do
    build/avondale match --bot a=$basic --bot b="$random" --bot c=$basic --bot d="$random" --bot e=$basic \
        --bot f="$random" --solo --duplicate --ruleset $ruleset --option max_hands=4 --games 48 --jobs 6 --json \
        >"$tmp/json"
    grep -qE '"games": (4[89]|50)' "$tmp/json"
    [ "$(grep -c '"first"' "$tmp/json")" -ge 10 ]
done
