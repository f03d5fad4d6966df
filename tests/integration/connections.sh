#!/bin/sh
# How many PostgreSQL connections a node has. With pages: one that writes, and one for pages, calendar and all else;
# also after the server ended them all. pg_stat_activity says who holds them. One more each is allowed for short uses:
# the start of a node, a snapshot, and a connection that the server has not released yet. Skips, and says so, where no
# server can be started.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/postgres.sh
postgres_find || exit 77
postgres_built 'connections of nodes were not counted' || exit 77
NODES=${NODES:-5}
tmp=$(mktemp -d)
nodes= bots=
clean() {
    for p in $bots $nodes; do kill "$p" 2>/dev/null || true; done
    wait 2>/dev/null || true
    postgres_stop immediate || true
    rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 3' INT TERM
fail() {
    tail -n 5 "$tmp"/node.*.log || true
    echo "connections: $*"
    exit 1
}

# Three more are for superusers: the test is one, the nodes are not.
postgres_options="-c fsync=off -c max_connections=$((3 * NODES + 3)) -c superuser_reserved_connections=3"
postgres_make "$tmp" || exit 3
postgres_sql 'CREATE ROLE arena LOGIN; GRANT CREATE, USAGE ON SCHEMA public TO arena'
store="postgresql://arena@/ladder?host=$postgres_dir"
connections() { postgres_sql "SELECT count(*) FROM pg_stat_activity WHERE usename = 'arena'"; }
connections_are() { [ "$(connections)" = "$1" ]; }

echo "== $NODES nodes with pages on a server that takes $((3 * NODES)) connections"
i=0
while [ $i -lt "$NODES" ]; do
    i=$((i + 1))
    build/avondale serve --node "n$i" --listen "127.0.0.1:$(free_port)" --http 127.0.0.1:0 --store "$store" \
        --admin "$tmp/admin.$i" --port-file "$tmp/ports.$i" --log-level info --option max_hands=2 2>>"$tmp/node.$i.log" &
    nodes="$nodes $!"
    await_daemon $! "$tmp/ports.$i" "$tmp/node.$i.log"
done
await 20 connections_are $((2 * NODES)) || fail "$(connections) connections"
postgres_sql "SELECT query FROM pg_stat_activity WHERE usename = 'arena'" | sort | uniq -c

echo "== bots play at each, pages are asked for"
for i in 1 2 3 4 5 6 7 8; do
    python3 tests/integration/postgres_bot.py "$(head -1 "$tmp/ports.$(((i - 1) % NODES + 1))")" "bot$i" "$tmp/told.$i" &
    bots="$bots $!"
done
told() { cat "$tmp"/told.* 2>/dev/null | wc -l; }
told_at_least() { [ "$(told)" -ge "$1" ]; }
pages() {
    for file in "$tmp"/ports.*; do
        curl -sf --max-time "$(patience 30)" "http://$(sed -n 2p "$file")/api/v1/bots/bot1/results" >"$tmp/page" || return 1
        grep -q '"seq"' "$tmp/page" || return 1
    done
}
# A result is on all pages when each node has read the log; then the test asks each node once more.
await 60 told_at_least 40 || fail "only $(told) results"
await 20 pages || fail 'a page is not answered'
await 60 told_at_least $(($(told) + 40)) || fail 'no more results'
await 20 connections_are $((2 * NODES)) || fail "$(connections) connections while they play"
! grep -h 'store away\|too many' "$tmp"/node.*.log || fail 'a connection was wanted that is not to be had'

echo "== the server ends the connections: both come back"
postgres_sql "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'arena'" >/dev/null
await 60 told_at_least $(($(told) + 40)) || fail 'no more results after that'
await 20 connections_are $((2 * NODES)) || fail "$(connections) connections after that"
await 20 pages || fail 'a page is not answered after that'
for p in $bots $nodes; do kill "$p"; done
wait
bots= nodes=
await 20 connections_are 0 || fail "$(connections) connections stay"
build/avondale ladder --store "$store" recompute --verify || fail 'the ladder does not verify'
echo "connections: $NODES nodes with pages have $((2 * NODES)) connections"
