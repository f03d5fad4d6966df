#!/bin/sh
# PostgreSQL as the store, on a real server: a daemon whose database goes away and comes back under load, a move there and
# back. Skips, and says so, where no server can be started.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/postgres.sh
postgres_find || exit 77
postgres_built 'nothing of the PostgreSQL store was tested' || exit 77
tmp=$(mktemp -d)
server=
bots=
proxy=
clean() {
    for p in $bots $server $proxy; do kill "$p" 2>/dev/null || true; done
    wait 2>/dev/null || true
    postgres_stop immediate || true
    rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 3' INT TERM

# The test never cuts the power, so the server need not wait for the disk.
postgres_options='-c fsync=off'
postgres_make "$tmp" || exit 3

fail() {
    tail -n 20 "$tmp/serve.log" || true
    echo "postgres: $*"
    exit 1
}

echo "== a daemon whose database goes away"
serve() {
    rm -f "$tmp/ports"
    build/avondale serve --listen 127.0.0.1:0 --http off --store "$1" --port-file "$tmp/ports" --admin "$tmp/admin" \
        --log-level info \
        2>>"$tmp/serve.log" &
    server=$!
    await_daemon "$server" "$tmp/ports" "$tmp/serve.log"
}
told() { cat "$tmp"/told.* 2>/dev/null | wc -l; }
more() { # N: until N more results were announced
    await 60 told_at_least $(($(told) + $1)) || fail 'no more results'
}
told_at_least() { [ "$(told)" -ge "$1" ]; }
play() {
    bots=
    for i in 1 2 3 4 5 6 7 8; do
        python3 tests/integration/postgres_bot.py "$(head -1 "$tmp/ports")" "bot$i" "$tmp/told.$i" &
        bots="$bots $!"
    done
}
# Through a proxy that loses answers, also that of a commit.
mkdir "$tmp/proxy"
python3 tests/integration/postgres_proxy.py "$tmp/proxy/.s.PGSQL.5432" "$postgres_dir/.s.PGSQL.5432" >"$tmp/cuts" &
proxy=$!
await 20 test -S "$tmp/proxy/.s.PGSQL.5432" || fail 'no proxy between the daemon and its database'
serve "postgresql://ladder@/ladder?host=$tmp/proxy"
play
more 60
noticed() { grep -oE 'store (away|back)' "$tmp/serve.log" | tail -1 | grep -q away; }
for mode in immediate fast immediate; do
    postgres_stop $mode || fail "the database does not stop: $mode"
    await 20 noticed || fail 'it does not notice'
    kill -0 $server || fail 'it does not wait'
    postgres_start || fail 'the database does not start'
    more 60
done
cuts() { [ "$(grep -c '^cut' "$tmp/cuts")" -ge 10 ]; }
await 60 cuts || fail 'too few answers were swallowed'

echo "== one daemon"
status=0
build/avondale serve --listen 127.0.0.1:0 --http off --admin off --store "$postgres_url" 2>"$tmp/second" || status=$?
cat "$tmp/second"
[ $status = 2 ] || fail "a second daemon: exit $status"
[ "$(wc -l <"$tmp/second")" = 1 ] || fail 'a second daemon: not one line'
grep -q 'another avondale serves from it' "$tmp/second" || fail 'a second daemon: it does not say why'

echo "== it ends in order while the database is away, and begins again"
postgres_stop fast || fail 'the database does not stop'
kill -TERM $server
await 20 grep -q 'signal 15: closing' "$tmp/serve.log" || fail 'it does not close'
postgres_start
wait $server || status=$?
server=
for p in $bots; do kill "$p" 2>/dev/null || true; done
[ "$(grep -c 'store away: postgresql://' "$tmp/serve.log")" -ge 4 ] || fail 'it did not notice four times'
grep -q 'store back' "$tmp/serve.log"
kill $proxy
wait $proxy
proxy=
tail -n 1 "$tmp/cuts"
wait 2>/dev/null || true
ladder() { build/avondale ladder --store "$postgres_url" "$@"; }
ladder recompute --verify
ladder export >"$tmp/results"
ladder export --records >"$tmp/records"
grep -v '"reason":"aborted"' "$tmp/results" >"$tmp/played"
python3 tests/integration/postgres_bot.py --check "$tmp/played" "$tmp/records" "$tmp"/told.*

echo "== after a kill -9 the next daemon takes over at once"
serve "$postgres_url"
play
more 10
kill -9 $server
wait $server 2>/dev/null || true
serve "$postgres_url"
kill -TERM $server
wait $server || true
server=
ladder recompute --verify
if grep -n 'not stored' "$tmp/serve.log"; then fail 'a result was not stored'; fi

echo "== moved into a file of SQLite, and back"
ladder void "$(sed -n '5s/.*"game":"\([^"]*\)".*/\1/p' "$tmp/results")"
ladder ban bot3
ladder add late --owner farm
ladder invite --uses 3 >/dev/null
ladder export --all >"$tmp/all"
build/avondale ladder --store "sqlite:$tmp/moved.db" import "$tmp/all"
build/avondale ladder --store "sqlite:$tmp/moved.db" export --all | cmp - "$tmp/all"
build/avondale ladder --store "sqlite:$tmp/moved.db" top >"$tmp/top"
build/avondale ladder --store "sqlite:$tmp/moved.db" recompute --verify >"$tmp/verify"
ladder top | cmp - "$tmp/top"
ladder recompute --verify | cmp - "$tmp/verify"
postgres_sql 'CREATE DATABASE back'
back="postgresql://ladder@/back?host=$postgres_dir"
build/avondale ladder --store "$back" import "$tmp/all"
build/avondale ladder --store "$back" export --all | cmp - "$tmp/all"
build/avondale ladder --store "$back" recompute --verify | cmp - "$tmp/verify"
cat "$tmp/verify"
