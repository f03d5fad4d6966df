#!/bin/sh
# One of two nodes is drained: its bots, one of each client library, move to the other one and play there. A bot with
# both addresses begins at the node that answers. Skips, and says so, without a PostgreSQL server.
set -eu
cd "$(dirname "$0")/../.."
test=nodes_drain
. tests/lib/nodes.sh
nodes_begin 'nothing of several nodes was tested'
at_a=127.0.0.1:$(free_port)
at_b=127.0.0.1:$(free_port)
start_node() { # NAME ADDRESS
    build/avondale serve --listen "$2" --http off --store "$postgres_url" --node "$1" --admin "$tmp/admin.$1" \
        --port-file "$tmp/ports.$1" --option max_hands=2 --time "$(patience 20000)" 2>>"$tmp/$1.log" &
    eval "node_$1=$!"
    await_daemon $! "$tmp/ports.$1" "$tmp/$1.log"
}
bot() { # NAME COMMAND...
    name=$1
    shift
    "$@" --name "$name" >"$tmp/bot.$name.log" 2>&1 &
    bots="$bots $!"
}
connected() { # NODE N: the node has N bots
    build/avondale admin --socket "$tmp/admin.$1" show peers --json 2>/dev/null |
        python3 -c 'import json, sys; sys.exit(len(json.load(sys.stdin)) < '"$2"')'
}
results() { [ "$(postgres_sql "SELECT count(*) FROM result WHERE unrated = ''")" -gt "$1" ]; }

start_node a "$at_a"
start_node b "$at_b"
# No node listens at the first of these addresses.
bot c build/bots/random --connect "127.0.0.1:1,$at_a" --reconnect 60
bot c2 build/bots/random --connect "$at_a" --reconnect 60 --encoding text
bot python python3 sample-bots/python/cautious_bot.py --connect "127.0.0.1:1,$at_a"
[ -z "$(command -v node)" ] || bot js "$(command -v node)" sample-bots/js/cautious_bot.mjs --connect "127.0.0.1:1,$at_a"
[ -n "$(command -v node)" ] || bot js build/bots/random --connect "$at_a" --reconnect 60
await 40 connected a 4 || fail 'four bots do not come to the first node'
await 60 results 0 || fail 'they play nothing'
await 40 knows a || fail 'the first node does not find the other'
build/avondale admin --socket "$tmp/admin.a" drain >/dev/null
await 60 connected b 4 || fail 'the bots of a node that is drained do not come to the other'
! kill -0 "$node_a" 2>/dev/null || wait "$node_a" || fail 'the drained node failed'
node_a=
count=$(postgres_sql "SELECT count(*) FROM result WHERE unrated = ''")
await 60 results "$count" || fail 'they play nothing there'

# And back: the address of the last redirect is not the only one that a bot knows.
start_node a "$at_a"
await 40 knows b || fail 'the other node does not find the first one again'
build/avondale admin --socket "$tmp/admin.b" drain >/dev/null
await 60 connected a 4 || fail 'they do not come back'
echo "four bots of three libraries went to the other node, played there and came back"
