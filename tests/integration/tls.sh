#!/bin/sh
# TLS beside plain TCP on one port: bots of three languages play rated games over it, old TLS versions and clients
# without TLS are refused with a line, and a new certificate is loaded while games continue, at no bot's cost.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
server=
bots=
trap 'kill $bots $server 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$tmp"' EXIT

start() { # ARGUMENTS...: sets $port
    rm -f "$tmp/ports"
    build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" --port-file "$tmp/ports" \
        --time "$(patience 5000)" --grace-ms 0 --verbose "$@" 2>"$tmp/log" &
    server=$!
    expect 'the daemon' test -s "$tmp/ports"
    port=$(head -1 "$tmp/ports" | grep -o '[0-9]*$')
}
expect() { # WHAT COMMAND...: waits until it succeeds, at most 20 seconds
    what=$1
    shift
    await 20 "$@" >/dev/null 2>&1 || { cat "$tmp/log"; echo "no $what"; exit 1; }
}
bot() { # NAME COMMAND...
    name=$1
    shift
    "$@" --connect "127.0.0.1:$port" --name "$name" >"$tmp/$name.out" 2>&1 &
    bots="$bots $!"
}
rated() { # COUNT: at least COUNT games of all bots are rated
    build/avondale ladder --store "sqlite:$tmp/db" --json top 2>/dev/null | grep -o '"games": *[0-9]*' |
        awk -F: -v want="$1" '{ sum += $2 } END { exit sum < 4 * want }'
}
fingerprint() { sed -n 's/^tls sha256 //p' "$tmp/log" | tail -1; }
refused() { # WORD COMMAND...: exit 1 or 3 and a line that holds WORD
    word=$1
    shift
    if timeout "$(patience 10)" "$@" >"$tmp/out" 2>&1 </dev/null || ! grep -q -- "$word" "$tmp/out"; then
        echo "expected '$word' from: $*"
        cat "$tmp/out"
        exit 1
    fi
}
dropped() { # PATTERN: no line of the log holds it
    if grep "$1" "$tmp/log"; then exit 1; fi
}

# --- its own certificate, made once
start --tls-self-signed
mine=$(fingerprint)
[ ${#mine} = 64 ]
[ "$(stat -c %a "$tmp/db.tls.pem")" = 600 ]
bot c-ca build/bots/basic --encoding msgpack --tls-ca "$tmp/db.tls.pem"
bot c-print build/bots/random --tls-fingerprint "$mine"
bot c-plain build/bots/random
if python3 -c 'import ssl' 2>/dev/null; then
    bot py-ca python3 sample-bots/python/random_bot.py --tls --tls-ca "$tmp/db.tls.pem"
    bot py-print python3 sample-bots/python/random_bot.py --tls-fingerprint "$mine"
fi
if command -v node >/dev/null 2>&1; then
    bot js-ca node sample-bots/js/random_bot.js --tls --tls-ca "$tmp/db.tls.pem"
    bot js-print node sample-bots/js/random_bot.js --tls-fingerprint "$mine"
fi
bot c-print2 build/bots/random --tls-fingerprint "$(echo "$mine" | tr a-f A-F | sed 's/../&:/g; s/:$//')"
expect 'rated games' rated 8
for file in "$tmp"/*.out; do
    name=$(basename "$file" .out)
    expect "game of $name" sh -c "build/avondale ladder --store sqlite:$tmp/db show $name | grep -q 'games *[1-9]'"
done

# --- refused clients, and the reasons
refused 'self.signed' build/bots/random --connect "127.0.0.1:$port" --tls
refused 'another fingerprint' build/bots/random --connect "127.0.0.1:$port" --tls-fingerprint \
    0000000000000000000000000000000000000000000000000000000000000000
refused '64 digits' build/bots/random --connect "127.0.0.1:$port" --tls-fingerprint 00
refused nosuch build/bots/random --connect "127.0.0.1:$port" --tls-ca "$tmp/nosuch"
if command -v openssl >/dev/null 2>&1; then
    refused 'alert protocol version' openssl s_client -connect "127.0.0.1:$port" -tls1_1 \
        -cipher 'ALL:@SECLEVEL=0'
    grep -q 'closed: unsupported protocol' "$tmp/log"
fi
dropped 'name=[cpj].* closed'

# --- the same certificate after a restart
kill "$server" $bots
wait $server || true
wait
bots=
start --tls-self-signed
[ "$(fingerprint)" = "$mine" ]
kill "$server"
wait "$server" || true

# --- another certificate while games continue
build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/other" --port-file "$tmp/other.ports" \
    --tls-self-signed --games-total 1 2>/dev/null &
other=$!
expect 'other daemon' test -s "$tmp/other.ports"
kill $other
wait $other || true
cp "$tmp/db.tls.pem" "$tmp/served.pem"
start --tls-cert "$tmp/served.pem" --tls-key "$tmp/served.pem"
for i in 1 2 3 4; do bot "old-$i" build/bots/random --tls-ca "$tmp/db.tls.pem"; done
expect 'game' grep -q 'name=old-4 ready' "$tmp/log"
echo 'no certificate' >"$tmp/served.pem"
kill -HUP "$server"
expect 'line about the bad file' grep -q 'served.pem: no certificate' "$tmp/log"
[ "$(fingerprint)" = "$mine" ]
cp "$tmp/other.tls.pem" "$tmp/served.pem"
kill -HUP "$server"
another() { [ "$(fingerprint)" != "$mine" ]; } # running games write more lines after it
expect 'new certificate' another
refused 'another fingerprint' build/bots/random --connect "127.0.0.1:$port" --tls-fingerprint "$mine"
for i in 1 2 3 4; do bot "new-$i" build/bots/random --tls-fingerprint "$(fingerprint)"; done
for name in old-1 old-2 old-3 old-4 new-1 new-2 new-3 new-4; do
    expect "game of $name" sh -c "build/avondale ladder --store sqlite:$tmp/db show $name | grep -q 'games *[1-9]'"
done
dropped 'name=\(old\|new\)-.* closed'
kill "$server"
wait "$server" || true

# --- a hello in records of one byte; a handshake that stalls; many messages in one record
if python3 -c 'import ssl' 2>/dev/null; then
    start --tls-self-signed --handshake-ms "$(patience 500)"
    python3 - "$port" "$tmp/db.tls.pem" "$(patience 10)" <<'END'
import socket, ssl, sys
address, context = ("127.0.0.1", int(sys.argv[1])), ssl.create_default_context(cafile=sys.argv[2])
dial = lambda: socket.create_connection(address, timeout=float(sys.argv[3]))
for begin in dial, lambda: context.wrap_socket(dial(), server_hostname="localhost"):
    link = begin()
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in b"hello v=1 name=slow\n":
        link.send(bytes([byte]))
    assert link.recv(999).startswith(b"welcome v=1 name=slow")
    link.sendall(b"".join(b"ping x=%d\n" % i for i in range(1500)))
    answer = link.makefile("rb")
    for i in range(1500):
        assert answer.readline() == b"pong x=%d\n" % i
stuck = dial()
stuck.send(b"\x16\x03\x01\x02\x00\x01")
assert stuck.recv(9) == b""
END
    grep -q 'name=- closed: no hello in time' "$tmp/log"
    kill "$server"
    wait "$server" || true
fi

# --- the page: TLS where it is requested; plain on loopback otherwise
if command -v curl >/dev/null 2>&1; then
    start --http 127.0.0.1:0 --http-tls --tls-self-signed
    page=$(sed -n 2p "$tmp/ports")
    grep -q "https on $page" "$tmp/log"
    [ "$(curl -sS --cacert "$tmp/db.tls.pem" "https://$page/health")" = ok ]
    curl -fsS --cacert "$tmp/db.tls.pem" "https://$page/bot/c-ca" | grep -q 'c-ca'
    refused . curl -sS "http://$page/health"
    kill "$server"
    wait "$server" || true
    start --http 127.0.0.1:0 --tls-self-signed
    [ "$(curl -sS "http://$(sed -n 2p "$tmp/ports")/health")" = ok ]
    kill "$server"
    wait "$server" || true
fi

# --- a TLS client where TLS is not configured
start
refused 'handshake failure' build/bots/random --connect "127.0.0.1:$port" --tls
expect 'line in the log' grep -q 'closed: it speaks TLS, and no certificate is configured' "$tmp/log"

# --- plain connections from other machines: refused with a line, unless allowed
kill "$server"
wait "$server" || true
elsewhere=$(hostname -I 2>/dev/null | tr ' ' '\n' | grep '^[0-9.]*$' | grep -v '^127' | head -1)
if [ -n "$elsewhere" ]; then
    start --listen 0.0.0.0:0
    grep -q 'will be refused' "$tmp/log"
    timeout "$(patience 10)" build/bots/random --connect "$elsewhere:$port" --verbose --name stranger 2>"$tmp/out"
    grep -q 'only TLS' "$tmp/out"
    expect 'line in the log' grep -q 'refused: another machine without TLS' "$tmp/log"
    kill "$server"
    wait "$server" || true
    start --listen 0.0.0.0:0 --plain-remote --register open
    timeout "$(patience 10)" build/bots/random --connect "$elsewhere:$port" --name guest &
    bots="$bots $!"
    expect 'guest' grep -q 'name=guest ready' "$tmp/log"
else
    echo 'no address but loopback: plain from elsewhere is left out'
fi
echo 'TLS and plain on one port'
