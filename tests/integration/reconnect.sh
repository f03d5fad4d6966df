#!/bin/sh
# A bot that loses its connection in a running game returns with its session: it receives everything it knew, is asked
# the open request again, and the game continues without a fault. In text and in msgpack.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
tmp=$(mktemp -d)
pids=
trap 'kill $pids 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$tmp"' EXIT
for encoding in text msgpack; do
    for ruleset in wikipedia two-handed-draw perfect; do
        others=3
        [ $ruleset != two-handed-draw ] || others=1
        rm -f "$tmp/ports"
        build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/$encoding-$ruleset.db" \
            --port-file "$tmp/ports" --ruleset "$ruleset" --option max_hands=6 \
            --option target=10000 --option floor=-10000 --policy strict \
            2>"$tmp/log" &
        server=$!
        pids="$pids $server"
        await_daemon "$server" "$tmp/ports" "$tmp/log"
        address=$(head -1 "$tmp/ports")
        for i in $(seq $others); do
            build/bots/random --connect "$address" --name "random$i" --seed "$i" --encoding "$encoding" &
            pids="$pids $!"
        done
        timeout "$(patience 60)" python3 tests/integration/reconnect_client.py --connect "$address" \
            --encoding "$encoding" --seed 3 || { cat "$tmp/log"; exit 1; }
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    done
done
