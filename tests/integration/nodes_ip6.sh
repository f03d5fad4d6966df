#!/bin/sh
# Two nodes on one PostgreSQL know each other by IPv6 addresses. Of four bots two wait at each node; one at each follows
# its redirect, the other does not and is carried; games are played. Then node a drains, and one of its bots moves to
# node b. Skips, and says so, where no server can be started, and where there is no IPv6.
set -eu
cd "$(dirname "$0")/../.."
test=nodes_ip6
. tests/lib/nodes.sh
if ! python3 -c 'import socket; socket.create_server(("::1", 0), family=socket.AF_INET6)' 2>/dev/null; then
    echo 'SKIPPED: no IPv6 here: nodes with IPv6 addresses were not tested'
    exit 77
fi
nodes_begin 'nodes with IPv6 addresses were not tested'

node() { # NAME PORT: the node's address is its first endpoint that other machines can reach
    build/avondale serve --listen "unix:$tmp/bots.$1,[::1]:$2" --http off --store "$postgres_url" --node "$1" \
        --admin "$tmp/admin.$1" --port-file "$tmp/ports.$1" --log-level info --option max_hands=1 --time "$(patience 20000)" \
        2>>"$tmp/$1.log" &
    eval "node_$1=$!"
    await_daemon $! "$tmp/ports.$1" "$tmp/$1.log"
}
bot() { # NAME COMMAND...
    name=$1
    shift
    "$@" --name "$name" >>"$tmp/bots.log" 2>&1 &
    bots="$bots $!"
}
results() { [ "$(count "result WHERE reason <> 'aborted'")" -ge "$1" ]; }
says() { grep -qF "$2" "$tmp/$1.log"; }
nodes_say() { grep -qF "$1" "$tmp/a.log" "$tmp/b.log"; }

port_a=$(free_port) port_b=$(free_port)
node a "$port_a"
node b "$port_b"
[ "$(sed -n 1p "$tmp/ports.a")" = "unix:$tmp/bots.a,[::1]:$port_a" ] || fail "a listens at $(cat "$tmp/ports.a")"
XDG_CONFIG_HOME=$tmp/config
export XDG_CONFIG_HOME
bot goes-a build/bots/basic --connect "[::1]:$port_a"
bot stays-a python3 sample-bots/python/random_bot.py --connect "unix:$tmp/bots.a"
bot goes-b python3 sample-bots/python/cautious_bot.py --connect "[::1]:$port_b"
bot stays-b python3 sample-bots/python/random_bot.py --connect "[::1]:$port_b"
await 60 results 2 || fail 'no games are played'
await 60 nodes_say "goes to node=[::1]:" || fail 'no bot was redirected'
await 60 nodes_say "now carried" || fail 'no bot was carried'

echo "== a draining node names the other one by its address"
bot drained build/bots/basic --connect "[::1]:$port_a"
await 30 says a 'name=drained ready' || fail 'the bot is not there'
await 40 knows a || fail 'node a does not find node b'
kill "$node_a"
wait "$node_a" || fail "node a ended with $?"
node_a=
await 60 says b 'name=drained ready' || fail 'the bot did not come to node b'
build/avondale ladder --store "$postgres_url" recompute --verify
