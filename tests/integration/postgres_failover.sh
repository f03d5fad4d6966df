#!/bin/sh
# The database fails over: a replica that has each commit before its answer (synchronous_standby_names) takes the place
# of the primary, twice: after a kill while games are played, and after an orderly stop. Each result that a bot received
# is in the log of the last server, once and with the same rating, and its chain verifies.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/postgres.sh
postgres_find || exit 77
postgres_built 'no failover was tested' || exit 77
programs=$(dirname "$(readlink -f "$postgres_bin/initdb")")
tmp=$(mktemp -d)
server=
bots=
places=
clean() {
    for p in $bots $server; do kill -9 "$p" 2>/dev/null || true; done
    wait 2>/dev/null || true
    for postgres_dir in $places; do postgres_stop immediate || true; done
    rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 3' INT TERM
fail() {
    tail -n 20 "$tmp/serve.log" "$tmp"/*/pg/server.log 2>/dev/null || true
    echo "postgres_failover: $*"
    exit 1
}

# The test never cuts the power, so no server need wait for the disk.
postgres_options='-c fsync=off'
mkdir "$tmp/first"
chmod 755 "$tmp"
postgres_make "$tmp/first" || exit 3
first=$postgres_dir
places=$first

# at DIR SQL: runs the SQL on the server of DIR
at() { psql -qAt -v ON_ERROR_STOP=1 "postgresql://ladder@/postgres?host=$1" -c "$2"; }

# replica FROM DIR: starts a replica in DIR of the server in FROM, whose commits wait for the replica from then on
replica() {
    mkdir -p "$2" && chmod 755 "$(dirname "$2")" "$2"
    [ "$(id -u)" != 0 ] || chown "$(postgres_as id -u)" "$2"
    (cd / && postgres_as "$programs/pg_basebackup" -h "$1" -U ladder -D "$2/data" -R -c fast -X stream --no-sync) ||
        fail 'no replica was made'
    postgres_dir=$2
    places="$places $2"
    postgres_start || fail 'the replica does not start'
    at "$1" "ALTER SYSTEM SET synchronous_standby_names = '*'"
    at "$1" 'SELECT pg_reload_conf()' >"$tmp/reloaded"
    await 30 follows "$1" || fail 'no commit waits for the replica'
}
follows() { [ "$(at "$1" "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")" = 1 ]; }

told() { cat "$tmp"/told.* 2>/dev/null | wc -l; }
more() { # N: until N more results were announced
    await 60 told_at_least $(($(told) + $1)) || fail 'no more results'
}
told_at_least() { [ "$(told)" -ge "$1" ]; }
noticed() { [ "$(grep -c 'store away' "$tmp/serve.log")" -ge "$1" ]; }

second=$tmp/second/pg
replica "$first" "$second"
third=$tmp/third/pg
build/avondale serve --listen 127.0.0.1:0 --http off --port-file "$tmp/ports" --admin off --log-level info \
    --store "postgresql://ladder@/ladder?host=$first,$second,$third&target_session_attrs=read-write" 2>"$tmp/serve.log" &
server=$!
await_daemon "$server" "$tmp/ports" "$tmp/serve.log"
for i in 1 2 3 4 5 6 7 8; do
    python3 tests/integration/postgres_bot.py "$(head -1 "$tmp/ports")" "bot$i" "$tmp/told.$i" &
    bots="$bots $!"
done
more 60

echo "== the primary is killed, and its replica promoted"
postgres_dir=$first
postgres_stop immediate || fail 'the first does not stop'
await 20 noticed 1 || fail 'it does not notice'
at "$second" 'SELECT pg_promote()' >"$tmp/promoted"
more 60

echo "== and once more, from there to a third"
replica "$second" "$third"
postgres_dir=$second
postgres_stop fast || fail 'the second does not stop'
await 20 noticed 2 || fail 'it does not notice'
at "$third" 'SELECT pg_promote()' >"$tmp/promoted"
more 60

kill -TERM $server
status=0
wait $server || status=$?
server=
[ $status = 0 ] || fail "the daemon ended with $status"
ladder() { build/avondale ladder --store "postgresql://ladder@/ladder?host=$third" "$@"; }
ladder recompute --verify
ladder export >"$tmp/results"
ladder export --records >"$tmp/records"
grep -v '"reason":"aborted"' "$tmp/results" >"$tmp/played"
python3 tests/integration/postgres_bot.py --check "$tmp/played" "$tmp/records" "$tmp"/told.*
