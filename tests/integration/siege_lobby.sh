#!/bin/sh
# Honest bots that answer within 40 ms and have a second for it (more where the machine is slow), beside four hundred
# connections that send legal lobby messages as fast as the daemon reads them. No honest bot is charged or loses by it,
# on one loop and on two, and the daemon obeys SIGTERM within a second.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh
field() {
    sed -n "s/.*$1=\([0-9]*\).*/\1/p" "$tmp/siege"
}
for loops in 1 2; do
    daemon "$tmp/db$loops" --tables-max 5 --time "$(patience 1000)" --loops "$loops"
    build/bench/siege --drip 0 --reconnects 0 --flood 0 --rounds 1 --seconds "$(duration 3)" --from 127.0.0.2 --absent 300 \
        --challenge 30 --tables 30 --seek 20 --open 20 --stop --pid "$server" \
        "$(sed -n 's/.*://p' "$tmp/ports" | head -1)" 5 >"$tmp/siege" || broken 'an honest bot was cut off'
    cat "$tmp/siege"
    [ "$(field blamed)" = 0 ] && [ "$(field forfeits)" = 0 ] || broken "loops=$loops: an honest bot was blamed"
    [ "$(field answers)" -gt 100 ] || broken "loops=$loops: the honest hardly play"
    [ "$(field said)" -gt 100 ] || broken "loops=$loops: the attackers hardly speak"
    [ "$(field stopped)" -lt "$(patience 1000)" ] || broken "loops=$loops: SIGTERM was heard after $(field stopped) ms"
    kill -9 "$server"
    wait "$server" 2>/dev/null || true
done
