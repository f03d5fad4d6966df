#!/bin/sh
# Ten tables of honest bots beside clients that drip, flood, connect and leave: no honest bot is charged or loses by it,
# each attack gets its verdict, memory is bounded. (The bench measures how long the honest wait: attack.p99.)
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh
daemon "$tmp/db" --tables-max 10 --handshake-ms 1000 --time "$(patience 20000)" --verbose
build/bench/siege --drip 100 --reconnects 200 --flood 1 --rounds 1 --seconds "$(duration 6)" --pid "$server" \
    "$(sed -n 's/.*://p' "$tmp/ports" | head -1)" 10 >"$tmp/siege" || broken 'an honest bot was cut off'
cat "$tmp/siege"
field() {
    sed -n "s/.*$1=\([0-9]*\).*/\1/p" "$tmp/siege"
}
[ "$(field blamed)" = 0 ] && [ "$(field forfeits)" = 0 ] || broken 'an honest bot was blamed'
[ "$(field answers)" -gt 100 ] || broken 'the honest hardly play'
[ "$(field came)" -gt 100 ] || broken 'hardly anybody came'
[ "$(field dripped)" -ge 100 ] || broken 'who drips is not closed'
[ "$(field flooded)" -ge 1 ] || broken 'who floods is not closed'
grep -q 'closed: more than 20000 messages a second' "$tmp/log" || broken 'no verdict on the flood'
[ "$(field grown)" -lt $((32 << 20)) ] || broken 'memory grows'
stop_daemon 0
build/avondale ladder --store "sqlite:$tmp/db" recompute --verify >"$tmp/verify" || broken 'the log differs'
