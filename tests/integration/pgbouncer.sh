#!/bin/sh
# PgBouncer in front of PostgreSQL. In transaction mode a store without that option is refused with one line, before it
# sets anything; with pool_mode=transaction two nodes with pages play through four connections, and leave no setting
# behind. In session mode everything works as without PgBouncer. Skips, and says so, where there is no PgBouncer or no
# server.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/postgres.sh
postgres_find || exit 77
postgres_built 'no pooler was tested' || exit 77
bouncer_program=$(command -v pgbouncer || echo /usr/sbin/pgbouncer)
if [ ! -x "$bouncer_program" ]; then
    echo 'SKIPPED: no PgBouncer here (package pgbouncer): no pooler was tested'
    exit 77
fi
tmp=$(mktemp -d)
nodes= bots=
clean() {
    for p in $bots $nodes; do kill "$p" 2>/dev/null || true; done
    [ ! -s "$tmp/pg/bouncer.pid" ] || kill "$(cat "$tmp/pg/bouncer.pid")" || true
    wait 2>/dev/null || true
    postgres_stop immediate || true
    rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 3' INT TERM
fail() {
    tail -n 5 "$tmp"/node.*.log "$tmp/pg/bouncer.log" || true
    echo "pgbouncer: $*"
    exit 1
}

postgres_options='-c fsync=off'
postgres_make "$tmp" || exit 3
cat >"$tmp/bouncer.ini" <<END
[databases]
session = host=$postgres_dir dbname=ladder user=ladder pool_mode=session pool_size=20
transaction = host=$postgres_dir dbname=ladder user=ladder pool_mode=transaction pool_size=4
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = $postgres_dir
auth_type = any
logfile = $postgres_dir/bouncer.log
pidfile = $postgres_dir/bouncer.pid
END
chmod 644 "$tmp/bouncer.ini"
postgres_as "$bouncer_program" -d -q "$tmp/bouncer.ini" >"$tmp/bouncer.log" 2>&1 || { cat "$tmp/bouncer.log"; exit 3; }
await 20 test -S "$postgres_dir/.s.PGSQL.6432" || fail 'PgBouncer does not start'
url() { echo "postgresql:///$1?host=$postgres_dir&port=6432"; }
servers() { postgres_sql "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'
    AND pid <> pg_backend_pid()"; }

echo "== in transaction mode a store is refused that does not know it"
for command in "serve --listen 127.0.0.1:0 --http off --admin off" "ladder add ann"; do
    status=0
    # shellcheck disable=SC2086 # words
    case $command in
    serve*) build/avondale $command --store "$(url transaction)" 2>"$tmp/refused" || status=$? ;;
    *) build/avondale ladder --store "$(url transaction)" ${command#ladder} 2>"$tmp/refused" || status=$? ;;
    esac
    cat "$tmp/refused"
    [ $status = 2 ] || fail "$command: exit $status, not 2"
    [ "$(wc -l <"$tmp/refused")" = 1 ] || fail "$command: not one line"
    grep -q 'a pooler in transaction mode: add pool_mode=transaction to the URL' "$tmp/refused" || fail "$command: what it says"
done
[ "$(postgres_sql "SELECT count(*) FROM information_schema.tables WHERE table_name = 'ladder'")" = 0 ] || fail 'it made tables'
status=0
build/avondale ladder --store "$(url transaction)&pool_mode=statement" top 2>"$tmp/refused" || status=$?
cat "$tmp/refused"
[ $status = 2 ] && grep -q 'pool_mode: expected session or transaction' "$tmp/refused" || fail 'another word is not refused'

node() { # NAME URL
    build/avondale serve --node "$1" --listen "127.0.0.1:$(free_port)" --http 127.0.0.1:0 --store "$2" \
        --admin "$tmp/admin.$1" --port-file "$tmp/ports.$1" --log-level info --option max_hands=2 2>>"$tmp/node.$1.log" &
    nodes="$nodes $!"
    await_daemon $! "$tmp/ports.$1" "$tmp/node.$1.log"
}
told() { cat "$tmp"/told.* 2>/dev/null | wc -l; }
told_at_least() { [ "$(told)" -ge "$1" ]; }
page() { curl -sf --max-time "$(patience 30)" "http://$(sed -n 2p "$tmp/ports.$1")/api/v1/bots/bot1/results" | grep -q '"seq"'; }
play() { # NODE NODE RESULTS: plays until there are RESULTS more
    for i in 1 2 3 4 5 6 7 8; do
        at=$1
        [ $((i % 2)) = 0 ] || at=$2
        python3 tests/integration/postgres_bot.py "$(head -1 "$tmp/ports.$at")" "bot$i" "$tmp/told.$i" &
        bots="$bots $!"
    done
    await 90 told_at_least $(($(told) + $3)) || fail 'too few results'
    await 20 page "$1" || fail 'a page is not answered'
    await 20 page "$2" || fail 'a page is not answered'
}
stop() {
    for p in $bots $nodes; do kill "$p"; done
    for p in $bots $nodes; do wait "$p" || true; done
    bots= nodes=
    ! grep -h 'store away\|not stored' "$tmp"/node.*.log || fail 'the store was away'
}

echo "== two nodes in transaction mode, through four connections"
node t1 "$(url transaction)&pool_mode=transaction"
node t2 "$(url transaction)&pool_mode=transaction"
play t1 t2 100
[ "$(servers)" -le 4 ] || fail "$(servers) connections of the server"
stop
left=$(psql -qAt "$(url transaction)" -c "SELECT current_setting('lock_timeout'), current_setting('enable_seqscan'),
    current_setting('idle_in_transaction_session_timeout')")
[ "$left" = '0|on|0' ] || fail "settings stay on a connection of others: $left"
[ "$(postgres_sql 'SELECT count(*) FROM pg_prepared_statements')" = 0 ] || fail 'a prepared statement stays'

echo "== in session mode, with notifications"
node s1 "$(url session)&pool_mode=session"
node s2 "$(url session)"
play s1 s2 60
stop

build/avondale ladder --store "$(url session)" recompute --verify
build/avondale ladder --store "$(url transaction)&pool_mode=transaction" export >"$tmp/results"
build/avondale ladder --store "$(url session)" export --records >"$tmp/records"
grep -v '"reason":"aborted"' "$tmp/results" >"$tmp/played"
python3 tests/integration/postgres_bot.py --check "$tmp/played" "$tmp/records" "$tmp"/told.*
