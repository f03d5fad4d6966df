#!/bin/sh
# The message `hint` at a real daemon: advice in unrated games where the daemon offers it, and elsewhere an error with
# the reason. Bots that play by hints are never at fault.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
. tests/lib/games.sh

run() { # RATED OPTION...: one game; what the bots received is in $tmp/out
    rated=$1
    shift
    serve --option max_hands=3 --games-total 1 "$@"
    timeout "$(patience 60)" python3 tests/integration/hints_client.py "$bots" "$rated" >"$tmp/out" ||
        { cat "$tmp/out" "$tmp/serve.log"; exit 1; }
    wait "$server"
    cat "$tmp/out"
}
run 0 --hints
grep -q '^advice=[1-9][0-9]* no-hints=0 rated=0 spent=0 over=4$' "$tmp/out"
run 1 --hints
grep -q '^advice=0 no-hints=0 rated=[1-9][0-9]* spent=0 over=4$' "$tmp/out"
run 0
grep -q '^advice=0 no-hints=[1-9][0-9]* rated=0 spent=0 over=4$' "$tmp/out"
build/avondale ladder --store "sqlite:$tmp/db" export >"$tmp/export"
if grep -q '"faults"' "$tmp/export"; then
    echo "a bot that plays by hints is at fault"
    exit 1
fi
