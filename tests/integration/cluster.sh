#!/bin/sh
# Three nodes and two workers on one PostgreSQL: bots that wait at different nodes play together; nodes and a worker are
# killed; the database goes away and comes back. At the end every finished game counts once, ratings equal a replay, and
# the workers' tournament equals the one played locally. One node is cut off from the database for longer than its
# lease, and the clock of another jumps.
# BOTS (200) and ROUNDS (2) make it larger and longer. Skips, and says so, where no server can be started.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/postgres.sh
postgres_find || exit 77
postgres_built 'nothing of several nodes was tested' || exit 77
BOTS=${BOTS:-200} ROUNDS=${ROUNDS:-2}
tmp=$(mktemp -d)
: >"$tmp/few"
: >"$tmp/told"
bots= late= cut= node_a= node_b= node_c= workers= proxy=
clean() {
    for p in $bots $late $cut $proxy $node_a $node_b $node_c $workers; do kill -9 "$p" 2>/dev/null || true; done
    wait 2>/dev/null || true
    postgres_stop immediate || true
    chmod -R u+w "$tmp"
    rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 3' INT TERM
postgres_options='-c fsync=off'
postgres_make "$tmp" || exit 3
[ -e build/tests/clock.so ] || make --no-print-directory build/tests/clock.so

# Node c reaches the database through a proxy that forwards nothing while a file exists.
mkdir "$tmp/proxy"
python3 tests/integration/postgres_proxy.py "$tmp/proxy/.s.PGSQL.5432" "$postgres_dir/.s.PGSQL.5432" "$tmp/hold" \
    >"$tmp/proxy.log" 2>&1 &
proxy=$!
# shellcheck disable=SC2034 # node() reads them by name
store_a=$postgres_url store_b=$postgres_url store_c="postgresql://ladder@/ladder?host=$tmp/proxy"
# shellcheck disable=SC2034
preload_a='' preload_b=$(pwd)/build/tests/clock.so preload_c='' # node b's clock is off by the seconds in $tmp/clock

fail() {
    echo "$*"
    tail -n 20 "$tmp"/*.log
    echo "cluster: $*"
    exit 1
}

port_a=$(free_port) port_b=$(free_port) port_c=$(free_port)
node() { # NAME PORT
    rm -f "$tmp/ports.$1"
    eval "store=\$store_$1 preload=\$preload_$1"
    # shellcheck disable=SC2154 # by eval
    LD_PRELOAD=$preload AVONDALE_CLOCK=$tmp/clock \
        build/avondale serve --listen "127.0.0.1:$2" --http off --store "$store" --node "$1" --admin "$tmp/admin.$1" \
        --port-file "$tmp/ports.$1" --log-level info --option max_hands=2 --time "$(patience 20000)" 2>>"$tmp/$1.log" &
    eval "node_$1=$!"
    await_daemon $! "$tmp/ports.$1" "$tmp/$1.log"
}
told() { grep -c bot "$tmp/told" || true; }
until_true() { # WHAT COMMAND...: waits until it succeeds, at most a minute and a half
    await 90 but_first "$@" || fail "$1"
}
but_first() {
    shift
    "$@"
}
told_at_least() { [ "$(told)" -ge "$1" ]; }
more() { until_true 'no more results' told_at_least $(($(told) + $1)); } # N: until N more results were announced
finds() { [ "$(postgres_sql "SELECT count(*) FROM $1")" -ge "$2" ]; }    # WHAT N: N rows or more
refused() { # WHY: the start of a daemon fails, with a status and one line
    [ $status = 2 ] || fail "status $status, not 2"
    [ "$(wc -l <"$tmp/second")" = 1 ] || fail 'not one line'
    grep -q "$1" "$tmp/second" || fail "it does not say: $1"
}
await 20 test -S "$tmp/proxy/.s.PGSQL.5432" || fail 'no proxy between node c and its database'
node a "$port_a"
node b "$port_b"
node c "$port_c"

echo "== a node of that name is there; so are nodes at all"
for option in '--node b' ''; do
    status=0
    # shellcheck disable=SC2086
    build/avondale serve --listen "127.0.0.1:$(free_port)" --http off --admin off --store "$postgres_url" $option \
        2>"$tmp/second" || status=$?
    cat "$tmp/second"
    refused 'another avondale serves from it (node'
done

echo "== a clock that is an hour off"
for off in 3600 -3600; do
    echo $off >"$tmp/clock"
    status=0
    LD_PRELOAD=$preload_b AVONDALE_CLOCK=$tmp/clock build/avondale serve --listen "127.0.0.1:$(free_port)" --http off \
        --admin off --store "$postgres_url" --node d 2>"$tmp/second" || status=$?
    rm "$tmp/clock"
    cat "$tmp/second"
    refused "this machine's clock is 3600 s"
done

few_play() { [ "$(grep -c bot "$tmp/few")" -ge 8 ]; }
# FOLLOW COMMAND...: four bots at three nodes can only play together; the command says how they are brought to one node.
four() {
    follow=$1
    shift
    : >"$tmp/few"
    FOLLOW=$follow python3 tests/integration/cluster_bots.py play 4 "$tmp/few" "127.0.0.1:$port_a" "127.0.0.1:$port_b" \
        "127.0.0.1:$port_c" &
    bots=$!
    await 60 few_play || fail "four bots at three nodes do not play"
    kill $bots
    wait $bots 2>/dev/null || true
    "$@" || fail "who brought them together?"
}
echo "== one bot at each node, and one more: they find each other"
carried() { cat "$tmp"/*.log | grep -c 'now carried' || true; }
are_sent() { grep -q '^to ' "$tmp/few" && [ "$(carried)" = 0 ]; }
are_carried() { ! grep -q '^to ' "$tmp/few" && [ "$(carried)" -gt 0 ]; }
four all are_sent
four none are_carried

echo "== $BOTS bots; nodes are killed, the database goes away"
# They think for a moment, so that a processor is left to the rest.
THINK=0.1 python3 tests/integration/cluster_bots.py play "$BOTS" "$tmp/told" "127.0.0.1:$port_a" "127.0.0.1:$port_b" \
    "127.0.0.1:$port_c" &
bots=$!
more 20
echo "== a tournament for two workers meanwhile"
top=$(pwd)
mkdir "$tmp/here" "$tmp/there" "$tmp/bot"
cp build/bots/random "$tmp/bot/player"
cat >"$tmp/cup.ini" <<END
[tournament]
format = round-robin
repeats = 20
max_hands = 4
seed = 5eed
output = out
[entry basic]
command = $top/build/bots/basic
[entry one]
archive = $tmp/bot
command = ./player --seed 1
[entry two]
archive = $tmp/bot
command = ./player --seed 2
END
(cd "$tmp/there" && exec "$top/build/avondale" tournament "$tmp/cup.ini" --store "$postgres_url" >standings \
    2>"$tmp/cup.log") &
cup=$!
workers=$cup
worker() {
    build/avondale worker --store "$postgres_url" --name "$1" --cache "$tmp/cache-$1" --lease 3 2>"$tmp/worker-$1.log" &
    workers="$workers $!"
}
worker one
worker_one=$!
worker two
work_begins() { grep -q 'workers play it' "$tmp/cup.log" && finds worker 2; }
until_true 'the workers do not begin' work_begins
noticed() { grep -oE 'store (away|back)' "$tmp/c.log" | tail -1 | grep -q away; }
round=0
while [ $round -lt "$ROUNDS" ]; do
    round=$((round + 1))
    kill -9 $node_b
    wait $node_b 2>/dev/null || true
    more 20
    node b "$port_b"
    if [ -n "$worker_one" ]; then
        kill -9 "$worker_one"
        wait "$worker_one" 2>/dev/null || true
        worker_one=
    fi
    postgres_stop immediate
    until_true 'it does not notice' noticed
    postgres_start
    more 40
    kill -9 $node_a
    wait $node_a 2>/dev/null || true
    node a "$port_a"
    more 20
done

# A game of a bot that was carried by the killed node waits until the bot is back, or is void: at the latest at this
# point.
last=$(postgres_sql 'SELECT max(id) FROM announced')
old_are_over() { ! finds "announced WHERE open AND id <= $last" 1; }
until_true 'old games stay open' old_are_over

echo "== the clock of a node jumps: nothing comes of it"
# Most bots are at node c by now, and it calls waiting bots of other nodes. These bots come back to node b.
NAMES=latebot FOLLOW=all RETURN=1 python3 tests/integration/cluster_bots.py play 40 "$tmp/told" "127.0.0.1:$port_b" &
late=$!
of_b="announced WHERE node = 'b' AND NOT open AND id >"
until_true 'bots do not come to node b' finds "$of_b $(postgres_sql 'SELECT max(id) FROM announced')" 1
void="result WHERE reason = 'aborted'"
voids=$(postgres_sql "SELECT count(*) FROM $void")
# Its lease lasts as long as before, by the clock of the database.
lease_of_b="lease WHERE name = 'node:b'
    AND until_msec - extract(epoch FROM clock_timestamp()) * 1000 BETWEEN 1 AND 10000"
for off in 600 -600; do
    echo $off >"$tmp/clock"
    until_true 'node b has stopped playing' finds "$of_b $(postgres_sql 'SELECT max(id) FROM announced')" 5
    finds "$lease_of_b" 1 || fail "the lease of node b: $(postgres_sql "SELECT until_msec
        - extract(epoch FROM clock_timestamp()) * 1000 FROM lease WHERE name = 'node:b'")"
done
rm "$tmp/clock"
[ "$(postgres_sql "SELECT count(*) FROM $void")" = "$voids" ] || fail 'games became void as a clock jumped'

echo "== a node is cut off from the database for longer than its lease"
open_c="announced WHERE open AND node = 'c'"
nothing_under_way() { # apart from this question
    [ "$(postgres_sql "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query NOT LIKE '%LISTEN%'
        AND backend_type = 'client backend' AND pid <> pg_backend_pid()")" = 0 ]
}
# The node is cut off in the middle of games that last longer; these games are the rows of table cut_off.
cut_off() {
    rm -f "$tmp/hold"
    ! noticed || return 1 # of the time before: while it is away it does not say so again
    finds "$open_c" 1 || return 1
    logged=$(wc -l <"$tmp/c.log")
    before=$(postgres_sql 'SELECT max(seq) FROM result')
    touch "$tmp/hold"
    until_true 'it is not cut off' test -e "$tmp/hold.held"
    until_true 'its last request is not done' nothing_under_way
    postgres_sql "DROP TABLE IF EXISTS cut_off; CREATE TABLE cut_off AS SELECT game FROM $open_c"
    finds cut_off 1
}
new_voids() { postgres_sql "SELECT count(*) FROM $void AND seq > $before"; }
none_open() { ! finds "$open_c" 1; }
# The writer of node c logs one of three lines: it was asking for something at that moment, or connecting, or the
# connections that the proxy has not accepted are as many as may wait.
cut_off_noticed() {
    tail -n "+$((logged + 1))" "$tmp/c.log" |
        grep -q 'store away: .*\(no answer for 10 s\|timeout expired\|Resource temporarily unavailable\)'
}
until_true 'no games at node c' cut_off
# The other bots play on. Bots of node b may be at node c by now; these new ones cannot be.
NAMES=cutbot python3 tests/integration/cluster_bots.py play 12 "$tmp/told" "127.0.0.1:$port_a" "127.0.0.1:$port_b" &
cut=$!
until_true 'its games stay open' none_open
# A game whose end was on its way when node c was cut off is not void.
finds "cut_off JOIN result USING (game) WHERE reason = 'aborted'" 1 || fail 'none of its games is void'
lost=$(new_voids)
[ "$(postgres_sql "SELECT count(*) FROM result JOIN announced USING (game)
    WHERE reason = 'aborted' AND seq > $before AND node <> 'c'")" = 0 ] || fail 'games of other nodes are void'
until_true 'it does not notice' cut_off_noticed
kill -0 $node_c || fail 'it does not wait'
more 20
last=$(postgres_sql 'SELECT max(id) FROM announced')
rm "$tmp/hold"
until_true 'it does not come back' finds "announced WHERE node = 'c' AND NOT open AND id > $last" 3
until_true 'what became of the games that it went on with?' \
    grep -q 'is in the store already and counts as stored: aborted, the arena stopped in the middle' "$tmp/c.log"
[ "$(new_voids)" = "$lost" ] || fail "$(new_voids) games are void, were $lost"
echo "void: $lost"
kill $late $cut
wait $late $cut 2>/dev/null || true
late= cut=

echo "== a node that stays away: the others void its games"
kill -9 $node_c
wait $node_c 2>/dev/null || true
node_c=
until_true 'games of a dead node stay open' none_open
more 20
none_starved() { [ "$(sed -n 's/^[^ ]* \(bot[0-9]*\) .*/\1/p' "$tmp/told" | sort -u | wc -l)" = "$BOTS" ]; }
until_true 'a bot is starved' none_starved
kill $bots
wait $bots 2>/dev/null || true
bots=
kill -TERM $node_a $node_b
wait $node_a || fail "node a: $?"
wait $node_b || fail "node b: $?"
kill $proxy
wait $proxy || true
proxy=
cat "$tmp/proxy.log" # that node looked for news by itself
grep -q '^[1-9].* LISTEN not known' "$tmp/proxy.log" || fail 'LISTEN was known'
node_a= node_b=

wait $cup || fail "tournament: $?"
(cd "$tmp/here" && "$top/build/avondale" tournament "$tmp/cup.ini" >standings)
for file in standings out/records.jsonl out/standings.csv; do
    cmp "$tmp/here/$file" "$tmp/there/$file" || fail "$file of the tournament differs"
done
[ "$(postgres_sql 'SELECT sum(done) FROM worker')" = 60 ] || fail 'not 60 blocks were counted'
postgres_sql "SELECT 'worker ' || name || ': ' || done || ' blocks' FROM worker ORDER BY name"

ladder() { build/avondale ladder --store "$postgres_url" "$@"; }
ladder recompute --verify || fail 'the ratings differ'
# The same results give the same ratings on a store without nodes.
ladder export --all >"$tmp/all"
build/avondale ladder --store "sqlite:$tmp/one.db" import "$tmp/all"
for what in 'recompute --verify' 'top --json'; do
    # shellcheck disable=SC2086 # words
    ladder $what | sed '/^snapshots:/d' >"$tmp/of-three" # as many as the daemons accepted
    # shellcheck disable=SC2086
    build/avondale ladder --store "sqlite:$tmp/one.db" $what | sed '/^snapshots:/d' | cmp - "$tmp/of-three" ||
        fail "ladder $what: differs without nodes"
done
ladder export >"$tmp/results"
ladder export --records >"$tmp/records"
python3 tests/integration/cluster_bots.py check "$tmp/results" "$tmp/records" "$BOTS" "$tmp/told" ||
    fail 'what the bots were told is not what is stored'
if grep -n 'not stored' "$tmp"/*.log; then fail 'a result was not stored'; fi
echo "carried: $(carried)"
