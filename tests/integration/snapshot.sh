#!/bin/sh
# A daemon starts from its snapshot. Whenever it was killed, also in the middle of writing one, and whatever happened to
# the file, the next start listens, and the existing snapshots equal what the log gives.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh
results=21000 # more results than between two snapshots
ladder() { timeout "$(patience 120)" build/avondale ladder --store "sqlite:$tmp/db" "$@"; }
awk -v results=$results 'BEGIN {
    print "game,ruleset,players,sides,scores,ranks,reason,wall_msec"
    for (i = 1; i <= results; i++) {
        a = i * 7 % 40; b = (a + 1 + i * 11 % 39) % 40; won = (i * 13 + a) % 3 == 0
        printf "g-%d,two-handed-draw,b%d b%d,0 1,%d %d,%d %d,target,%d\n", i, a, b, won ? 500 : 40, won ? 40 : 500,
            won ? 1 : 2, won ? 2 : 1, 1700000000000 + i
    }
}' >"$tmp/results.csv"
ladder import "$tmp/results.csv" >"$tmp/out"
ladder top >"$tmp/top"
said() { grep -q "$1" "$tmp/log"; }
written() { [ -s "$tmp/db.snapshot" ]; }
begun() { [ -e "$tmp/db.snapshot-new" ] || written; }
start() {
    : >"$tmp/log"
    daemon "$tmp/db" --log-level info
}
killed() {
    kill -9 "$server"
    wait "$server" || true
    server=
}
same() {
    ladder top >"$tmp/top.now"
    cmp -s "$tmp/top" "$tmp/top.now" || broken 'the standings changed'
}

start
said "all of the log was read, to result $results" || broken 'not all of the log was read'
await 60 written || broken 'no snapshot was written'
killed
same
start
said "from the snapshot of result $results to result $results" || broken 'the snapshot was not taken'
stop_daemon 0
same

echo "== killed while it writes"
for later in 0 30 100 300 1000 3000; do
    rm -f "$tmp"/db.snapshot*
    start
    await 60 begun || broken 'no snapshot was begun'
    turn=0
    while [ $turn -lt $later ]; do turn=$((turn + 1)); done
    killed
    start
    said 'ladder: ' || broken 'the start says nothing of the log'
    if said 'passed over'; then broken 'half a snapshot was read'; fi
    killed
    same
done
ladder recompute --verify >"$tmp/out" || broken "$(cat "$tmp/out")"

echo "== damaged, or of another log"
start
await 60 written || broken 'no snapshot was written'
stop_daemon 0
cp "$tmp/db.snapshot" "$tmp/good"
printf 'damage' | dd of="$tmp/db.snapshot" bs=1 seek=500 conv=notrunc 2>/dev/null
rm -f "$tmp/db.snapshot-before"
start
await 20 said 'level=warn .*the newest snapshot is passed over: it is damaged' || broken 'nothing is said of the damage'
said 'all of the log was read' || broken 'a damaged snapshot was taken'
stop_daemon 0
same
cp "$tmp/good" "$tmp/db.snapshot"
ladder recompute --verify >"$tmp/out" || broken "$(cat "$tmp/out")"
grep -q "snapshots: . make what the log makes, the newest to result $results" "$tmp/out" || broken "$(cat "$tmp/out")"
mkdir "$tmp/other"
sed '1!s/b7 /b8x /' "$tmp/results.csv" >"$tmp/other.csv"
build/avondale ladder --store "sqlite:$tmp/other/db" import "$tmp/other.csv" >"$tmp/out"
cp "$tmp/good" "$tmp/other/db.snapshot"
: >"$tmp/log"
daemon "$tmp/other/db" --log-level info
await 20 said 'passed over: its result 21000 is not on the chain of this log' || broken "another log's snapshot was taken"
stop_daemon 0
