#!/bin/sh
# Hosted play from a PostgreSQL store: two programs are handed in, checked, seated, and play a tournament of the
# calendar, whose table verifies. Skips, and says so, where no server can be started.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/postgres.sh
postgres_find || exit 77
postgres_built 'no hosted play from PostgreSQL' || exit 77
tmp=$(mktemp -d)
daemon= log=$tmp/log
clean() {
    [ -z "$daemon" ] || kill -9 "$daemon" 2>/dev/null || true
    wait 2>/dev/null || true
    postgres_stop immediate || true
    chmod -R u+w "$tmp"
    rm -rf "$tmp"
}
trap clean EXIT
fail() {
    echo "hosting_postgres: $*"
    grep -v ' ready' "$log" | tail -25 || true
    echo "hosting_postgres: $*"
    exit 1
}
. tests/lib/strict.sh
postgres_options='-c fsync=off'
postgres_make "$tmp" || exit 3
store=$postgres_url
. tests/lib/hosted.sh
serve "$tmp/log"

echo '== programs are handed in, checked and seated'
hand_in ann 1 plain
hand_in bob 1 plain
for name in ann bob; do await 90 version_is $name 1 active || fail "$(owned $name versions/1)"; done
await 90 has_played ann 1 || fail 'ann does not play'
await 30 has_played bob 1 || fail 'bob does not play'

echo '== a tournament of all that are active is played, and its table verifies'
postgres_sql "UPDATE calendar_event SET due_msec = $(date +%s000) WHERE name = 'cup'" >"$tmp/out"
await 90 event_is over || fail "$(curl -s "$url/api/v1/events/cup"; tail -3 "$tmp"/out.d/*.log)"
run=$(curl -s "$url/api/v1/events/cup" | sed -n 's/.*"run":"\([^"]*\)".*/\1/p')
build/avondale ladder --store "$store" event verify "$run" --directory "$tmp/out.d/$run" >"$tmp/out" || fail "$(cat "$tmp/out")"
grep -q '"players":\["ann","bob"\]' "$tmp/out.d/$run/records.jsonl" || fail "$(head -c 400 "$tmp/out.d/$run/records.jsonl")"

echo '== and what they played is whole'
kill $daemon
wait $daemon || fail "the daemon ended with $?"
daemon=
build/avondale ladder --store "$store" recompute --verify >"$tmp/out" || fail "$(tail -3 "$tmp/out")"
build/avondale ladder --store "$store" export --all >"$tmp/all"
build/avondale ladder --store "sqlite:$tmp/moved.db" import "$tmp/all" >"$tmp/out" || fail "$(cat "$tmp/out")"
grep -q '2 programs moved' "$tmp/out" || fail "$(cat "$tmp/out")"
build/avondale ladder --store "sqlite:$tmp/moved.db" export --all | cmp - "$tmp/all" || fail 'it is another ladder'
echo "hosting_postgres: $(grep -c 'its turn is over: game=' "$log") turns"
