#!/bin/sh
# A client that the arena disconnects receives the reason before the stream ends, whatever it still sends: a flood, a
# session that continues on another connection, a bad hello, an endless line; plain and over TLS, on one loop and on
# several.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
. tests/lib/daemon.sh
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout "$tmp/key" \
    -out "$tmp/cert" 2>/dev/null
for kind in ${KINDS:-plain tls}; do
    for loops in ${LOOPS:-1 2}; do
        daemon "$tmp/$kind-$loops.db" --tls-cert "$tmp/cert" --tls-key "$tmp/key" --loops $loops --policy strict \
            --messages-per-second 2000 --option max_hands=2 --ruleset two-handed-dead
        build/bots/random --connect "$(head -1 "$tmp/ports")" --name other &
        others="$others $!"
        timeout "$(patience 60)" python3 tests/integration/last_words.py "$(head -1 "$tmp/ports")" $kind ||
            broken "$kind, $loops loops"
        stop_daemon 0
    done
done
