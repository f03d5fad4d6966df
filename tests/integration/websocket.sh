#!/bin/sh
# Bots play over WebSockets at the pages' port, in both encodings, with several loops, and with TLS; a bad upgrade,
# frame or message is refused with its code and harms no other client.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
server=
bots=
trap 'kill $bots $server 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$tmp"' EXIT
PATIENCE_SEC=$(patience 30)
export PATIENCE_SEC

start() { # ARGUMENTS...: sets $port, that of the pages
    rm -f "$tmp/ports" "$tmp"/db*
    build/avondale serve --listen 127.0.0.1:0 --http 127.0.0.1:0 --store "sqlite:$tmp/db" --port-file "$tmp/ports" \
        --time "$(patience 5000)" --grace-ms 0 "$@" 2>"$tmp/log" &
    server=$!
    expect 'the daemon' test -s "$tmp/ports"
    port=$(tail -1 "$tmp/ports" | grep -o '[0-9]*$')
}
expect() { # WHAT COMMAND...: waits until it succeeds, at most 30 seconds
    what=$1
    shift
    await 30 "$@" >/dev/null 2>&1 || { cat "$tmp"/*.out "$tmp/log"; echo "no $what"; exit 1; }
}
bot() { # NAME ENCODING [tls]
    python3 tests/integration/websocket_client.py play "$port" "$2" ${3:-} -- build/bots/basic --name "$1" --encoding "$2" \
        >"$tmp/$1.out" 2>&1 &
    bots="$bots $!"
}
rated() { # COUNT: COUNT rated results of all bots together
    build/avondale ladder --store "sqlite:$tmp/db" --json top 2>/dev/null | grep -o '"games": *[0-9]*' |
        awk -F: -v want="$1" '{ sum += $2 } END { exit sum < want }'
}

for tls in '' tls; do
    start --loops 2 ${tls:+--http-tls --tls-self-signed}
    for name in a b; do bot "$tls$name" text $tls; done
    for name in c d; do bot "$tls$name" msgpack $tls; done
    expect "games over WebSockets${tls:+ with TLS}" rated 8
    kill "$server"
    wait "$server" || true
    for one in $bots; do wait "$one" || { cat "$tmp"/*.out; exit 1; }; done
    bots=
    ! grep -i 'fault\|assert' "$tmp/log" || exit 1
done

# The client library for JavaScript, outside of a page, where node has WebSockets.
if node --experimental-websocket -e 'process.exit(typeof WebSocket === "function" ? 0 : 1)' 2>/dev/null; then
    start
    for name in ja jb jc jd; do
        node --experimental-websocket tests/integration/websocket_bot.mjs "ws://127.0.0.1:$port/play/socket" $name \
            >"$tmp/$name.out" 2>&1 &
        bots="$bots $!"
    done
    expect 'games of the client library' rated 8
    kill "$server"
    wait "$server" || true
    for one in $bots; do wait "$one" || { cat "$tmp"/*.out; exit 1; }; done
    bots=
    ! grep -i 'fault\|assert' "$tmp/log" || exit 1
fi

start --handshakes-per-address-max 100 --names-per-minute 1000
python3 tests/integration/websocket_client.py attack "$port" || { cat "$tmp/log"; exit 1; }
kill -0 "$server"
