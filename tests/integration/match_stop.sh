#!/bin/sh
# A match of 128 games at once is stopped: it prints its results so far, and all its bots end soon after. And a long
# match needs no more memory than a short one.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bot="$(pwd)/build/bench/pipes --bot"
[ -x build/bench/pipes ] || { echo "build/bench/pipes is not built"; exit 77; }
mark="AVONDALE_STOP_TEST=$$"
alive() { # processes with the mark in their environment
    grep -lz "^$mark\$" /proc/[0-9]*/environ 2>/dev/null | wc -l
}
none_alive() { [ "$(alive)" = 0 ]; }
env "$mark" build/avondale match --bot a="$bot" --bot b="$bot" --games 100000 --jobs 128 \
    --time "startup=$(patience 60000)" --records "$tmp/records" \
    >"$tmp/out" 2>"$tmp/err" &
pid=$!
await 60 test -s "$tmp/records"
all_alive() { [ "$(alive)" -ge 512 ]; }
await 30 all_alive || { cat "$tmp/err"; echo "$(alive) processes, not 512"; exit 1; }
echo "$(alive) processes"
start=$(date +%s%N)
kill -INT $pid
wait $pid || true
await 20 none_alive || true
echo "all gone after $((($(date +%s%N) - start) / 1000000)) ms"
none_alive || { echo "$(alive) processes are left"; exit 1; }
grep -q '^a vs b: ' "$tmp/out"
build/avondale replay --strict "$tmp/records" >/dev/null

memory() { # GAMES
    rm -f "$tmp/records"
    build/bench/pipes --measure build/avondale match --bot a="$bot" --bot b="$bot" --games "$1" --jobs 8 \
        --option max_hands=1 --records "$tmp/records" 2>&1 >/dev/null | sed 's/.*memory=\([0-9]*\).*/\1/'
}
few=$(memory 300) many=$(memory 3000)
echo "memory of 300 games: $few, of 3000: $many"
[ "$many" -lt $((few + few / 5)) ]

# The last games start while other tables find no game left: none of them waits for another.
timeout "$(patience 30)" build/avondale match --bot a="$bot" --bot b="$bot" --games 16 --jobs 16 --option max_hands=1 >/dev/null ||
    { echo 'a match of 16 games at 16 at once hangs'; exit 1; }
