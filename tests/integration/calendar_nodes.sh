#!/bin/sh
# The calendar with two nodes on one PostgreSQL: each event starts once; when the node that plays a tournament is
# killed, the other continues it, and its table verifies. Skips, and says so, where no server can be started.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/postgres.sh
postgres_find || exit 77
postgres_built 'nothing of the calendar of several nodes was tested' || exit 77
tmp=$(mktemp -d)
node_a='' node_b='' receiver=''
clean() {
    for p in $node_a $node_b $receiver; do kill -9 "$p" 2>/dev/null || true; done
    wait 2>/dev/null || true
    postgres_stop immediate || true
    chmod -R u+w "$tmp"
    rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 3' INT TERM
# shellcheck disable=SC2034 # postgres.sh reads it
postgres_options='-c fsync=off'
postgres_make "$tmp" || exit 3
query() { postgres_sql "$1"; }
. tests/lib/calendar.sh
fail() {
    tail -n 20 "$tmp"/*.log
    echo "calendar_nodes: $*"
    exit 1
}
port_a=$(free_port) port_b=$(free_port)
python3 -c '
import http.server, sys
class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        with open(sys.argv[1] + "/told", "a") as told:
            told.write(self.headers["Avondale-Delivery"] + "\n")
        self.send_response(204)
        self.end_headers()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
with open(sys.argv[1] + "/hook", "w") as hook:
    hook.write("http://127.0.0.1:%d/\n" % server.server_port)
server.serve_forever()' "$tmp" 2>"$tmp/receiver.log" &
receiver=$!
await 30 test -s "$tmp/hook" || fail 'the receiver does not begin'
echo 'the secret of the webhooks' >"$tmp/secret"
node() { # NAME PORT
    mkdir -p "$tmp/out-$1"
    rm -f "$tmp/ports.$1"
    build/avondale serve --node "$1" --listen "127.0.0.1:$2" --http off --store "$postgres_url" --register open \
        --port-file "$tmp/ports.$1" --admin off --log-level info --tournaments "$tmp/out-$1" --event-key "$tmp/key.$1" \
        --event "cup at=2090-01-01T20:00 file=$tmp/cup.ini" \
        --event 'sea kind=season at=2090-01-01T20:00 length=1h' \
        --webhook "$(cat "$tmp/hook")" --webhook-secret-file "$tmp/secret" 2>>"$tmp/$1.log" &
    eval "node_$1=$!"
    await_daemon $! "$tmp/ports.$1" "$tmp/$1.log"
}
node a "$port_a"
node b "$port_b"

echo '== both tell a receiver of webhooks, each news once'
query "INSERT INTO news SELECT md5(n::text), 'event-over', '{}', extract(epoch FROM now()) * 1000 FROM generate_series(1, 40) n"
told() { [ "$(query 'SELECT (SELECT count(*) FROM news) + (SELECT count(*) FROM delivery)')" = 0 ]; }
await 60 told || fail "$(query 'SELECT count(*) FROM delivery') deliveries are left"
[ "$(sort -u "$tmp/told" | wc -l)/$(wc -l <"$tmp/told")" = 40/40 ] || fail "$(wc -l <"$tmp/told") requests for 40 news"

echo '== both look, one starts'
due_in -1000 sea
due_in -1000 cup
playing=
records_somewhere() {
    for playing in a b; do
        if has_records "$tmp/out-$playing" cup 4; then return 0; fi
    done
    return 1
}
await 90 records_somewhere || fail 'no games'
await 30 is_state sea 0 || fail 'the season does not begin'
[ "$(runs_of cup)" = 1 ] || fail "cup was started $(runs_of cup) times"
[ "$(runs_of sea)" = 1 ] || fail "sea was started $(runs_of sea) times"
[ "$(query "SELECT count(*) FROM action WHERE kind = 'season'")" = 1 ] || fail 'more than one season is in the log'

echo '== the node that plays is killed, the other continues'
other=b
[ $playing = a ] || other=a
eval "kill -9 \$node_$playing"
await 90 grep -q 'event=cup.* goes on here' "$tmp/$other.log" || fail 'the tournament does not continue'
: >"$tmp/bots/open"
await 120 is_state cup 1 || fail 'it does not end'
[ "$(runs_of cup)" = 1 ] || fail "cup was started $(runs_of cup) times"
run=$(run_name cup)
[ "$(wc -l <"$tmp/out-$other/$run/records.jsonl")" = 8 ] || fail 'not all games'
build/avondale ladder --store "$postgres_url" event verify "$run" --directory "$tmp/out-$other/$run" >"$tmp/verified" ||
    fail 'it does not verify'
over_now sea
await 60 is_state sea 1 || fail 'the season does not end'
build/avondale ladder --store "$postgres_url" season verify "$(run_name sea)" >"$tmp/verified" || fail 'the season does not verify'
[ "$(query "SELECT count(*) FROM action WHERE kind IN ('close', 'event')")" = 2 ] || fail 'other tables than one each'
await 60 told || fail 'the end of an event is not told'
[ "$(sort -u "$tmp/told" | wc -l)" = 42 ] || fail 'not both events were told'
echo 'calendar_nodes: all as it should be'
