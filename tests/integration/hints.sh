#!/bin/sh
# The message `hint` at a real daemon: advice in games that do not count, where the daemon gives it, and an error that
# says why not elsewhere. Bots that play by it are never at fault.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
tmp=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$tmp"' EXIT

run() { # RATED OPTION...: one game; what the bots were told, in $tmp/out
    rated=$1
    shift
    rm -f "$tmp/ports"
    build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" --port-file "$tmp/ports" \
        --option max_hands=3 --games-total 1 "$@" >"$tmp/said" 2>"$tmp/log" &
    server=$!
    await_daemon "$server" "$tmp/ports" "$tmp/log"
    timeout 60 python3 tests/integration/hints_client.py "$(sed -n 1p "$tmp/ports")" "$rated" >"$tmp/out" ||
        { cat "$tmp/out" "$tmp/log"; exit 1; }
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
