#!/bin/sh
# A match that is killed at any moment continues with --resume, and the result is as if it had never been killed.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
KILLS=${KILLS:-20}
set -- match --bot a=build/bots/basic --bot b="build/bots/random --seed 5" --games 300 --duplicate --jobs 4 \
    --seed 5eed --option max_hands=6
build/avondale "$@" --records "$tmp/whole" | grep -v 'time a decision' >"$tmp/whole.out"
played() { cat "$tmp/cut" 2>/dev/null | wc -l; }
goes_on() { [ "$(played)" -ge $goal ] || process_ended $pid; }
# shellcheck disable=SC2034 # await.sh reads it: three hundred games are over soon
await_step=0.003
kills=0 cut=0
while [ $kills -lt "$KILLS" ]; do
    rm -f "$tmp/cut"
    # Three runs that are killed, each at its start or some games later; then one to the end.
    for part in 1 2 3; do
        goal=$(($(played) + (kills * 37 + part * 13) % 61))
        build/avondale "$@" --records "$tmp/cut" --resume >/dev/null 2>&1 &
        pid=$!
        await 60 goes_on
        kill -9 $pid 2>/dev/null || :
        wait $pid 2>/dev/null || :
        kills=$((kills + 1))
    done
    [ "$(played)" -lt 300 ] && cut=$((cut + 1))
    build/avondale "$@" --records "$tmp/cut" --resume | grep -v 'time a decision' >"$tmp/cut.out"
    cmp "$tmp/whole" "$tmp/cut"
    cmp "$tmp/whole.out" "$tmp/cut.out"
done
echo "$kills kills, $cut runs that had not ended: records and results as without"
[ "$cut" -gt 0 ]
# Records of other bots are refused and left unchanged.
cp "$tmp/cut" "$tmp/copy"
status=0
build/avondale match --bot c=build/bots/basic --bot b=build/bots/random --games 300 --duplicate --seed 5eed \
    --option max_hands=6 --records "$tmp/cut" --resume 2>"$tmp/err" || status=$?
[ "$status" = 2 ]
grep -q 'bot 1 a=build.bots.basic, not c=' "$tmp/err"
cmp "$tmp/cut" "$tmp/copy"
