#!/bin/sh
# Hosted play: one daemon with --host-jobs, and programs that owners handed in: good ones, one always at fault, one that
# crashes, one that floods its standard error. They are seated, restarted, stopped and replaced; all active ones play a
# tournament of the calendar; the worker is killed; two workers share them.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
. tests/lib/await.sh
tmp=$(mktemp -d)
daemon= second= log=$tmp/log store=sqlite:$tmp/db
clean() {
    for pid in $daemon $second; do kill -9 "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    chmod -R u+w "$tmp"
    rm -rf "$tmp"
}
trap clean EXIT
fail() {
    echo "hosting: $*"
    grep -v ' ready' "$log" | tail -25 || true
    echo "hosting: $*"
    exit 1
}
. tests/lib/strict.sh

echo '== hosting without the sandbox is refused, with one line'
build/avondale ladder --store "$store" add nobody >/dev/null
status=0
build/avondale worker --store "$store" --host-jobs 1 --arena 127.0.0.1:1 --cache "$tmp/none" 2>"$tmp/out" || status=$?
[ $status = 3 ] || fail "exit $status: $(cat "$tmp/out")"
[ "$(grep -c 'unsafe-programs runs them without' "$tmp/out")" = 1 ] || fail "$(cat "$tmp/out")"
status=0
build/avondale worker --store "$store" --sandbox strict --host-jobs 1 --cache "$tmp/none" 2>"$tmp/out" || status=$?
[ $status = 2 ] || fail "exit $status: $(cat "$tmp/out")"

. tests/lib/hosted.sh
serve "$tmp/log"

query() { # SQL, written to the store
    python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=60)
print(*(row[0] for row in db.execute(sys.argv[2])))
db.commit()' "$tmp/db" "$1"
}

echo '== they are seated; a tournament of all that are active begins'
# All at once: while one is checked others play.
hand_in ann 1 plain
hand_in bob 1 plain
hand_in loud 1 noise
hand_in bad 1 fault
hand_in boom 1 crash
for name in ann bob; do await 90 version_is $name 1 active || fail "$(owned $name versions/1)"; done
query "UPDATE calendar_event SET due_msec = $(date +%s000) WHERE name = 'cup'" >"$tmp/out"
await 90 has_played ann 1 || fail 'ann does not play'
await 90 has_played bob 1 || fail 'bob does not play'
event_begins() { event_is running || event_is over; } # a tournament of two may be over by now
await 30 event_begins || fail "$(curl -s "$url/api/v1/events/cup")"
hand_in ann 2 plain

echo '== standard error is in the log of the game, for its owner alone'
await 90 has_played loud 1 || fail 'loud does not play'
game=$(sed -n 's/.*name=loud version=1 its turn is over: game=\([^ ,;]*\).*/\1/p' "$log" | head -1)
told() { owned loud "games/$game/log" | grep -q '"errors":"version of noise begins'; }
await 30 told || fail "$(owned loud "games/$game/log" | tail -c 300)"
owned loud "games/$game/log" | grep -q 'bytes are left out here' || fail 'a flood is kept whole'
cp "$tmp/loud.owner" "$tmp/loud.kept"
cp "$tmp/ann.owner" "$tmp/loud.owner"
! told || fail 'another owner reads it'
cp "$tmp/loud.kept" "$tmp/loud.owner"

echo '== one that is always at fault is stopped, and its owner told why'
await 120 version_is bad 1 stopped || fail "$(owned bad versions/1)"
owned bad versions/1 | grep -q '"why":"it was at fault in 6 of its last 6 games' || fail "$(owned bad versions/1)"
grep -q 'name=bad version=1 is stopped: it was at fault' "$log" || fail 'the log does not say it'

echo '== one that crashes is started again, and waits longer each time'
await 60 grep -q 'name=boom version=1 the bot: it ended with status 1; it is started again' "$log" || fail 'boom is not started again'
await 60 grep -q 'name=boom version=1 its turn is over: .*it ended with status 1' "$log" || fail 'its turn has no end'

echo '== a new version follows for the next game'
await 90 has_played ann 2 || fail 'its second version does not play'
version_is ann 2 active || fail "$(owned ann versions/2)"
version_is ann 1 replaced || fail "$(owned ann versions/1)"
grep -q 'name=ann is version 2 from now on' "$log" || fail 'the ladder does not know it'
curl -s "$url/api/v1/bots/ann/versions" | grep -q '"why":"by version 2".*"results":{"games":[1-9]' ||
    fail "$(curl -s "$url/api/v1/bots/ann/versions")"

echo '== the tournament ends, played by the archives that were active'
await 90 event_is over || fail "$(curl -s "$url/api/v1/events/cup"; tail -3 "$tmp"/out.d/*.log)"
run=$(query "SELECT name FROM calendar_run WHERE event = 'cup'")
[ "$(grep -c '^archive = [0-9a-f]*$' "$tmp/out.d/$run.ini")" -ge 2 ] || fail "$(cat "$tmp/out.d/$run.ini")"
build/avondale ladder --store "$store" event verify "$run" --directory "$tmp/out.d/$run" >"$tmp/out" || fail "$(cat "$tmp/out")"
grep -q '"players":\["ann","bob"\]' "$tmp/out.d/$run/records.jsonl" || fail "$(head -c 400 "$tmp/out.d/$run/records.jsonl")"

echo '== the worker dies: another one begins'
worker_pid() { grep -ls "^PPid:.$daemon\$" /proc/[0-9]*/status 2>/dev/null | cut -d/ -f3; }
first=$(worker_pid)
[ -n "$first" ] || fail 'there is no worker'
kill -9 $first
again() { grep -q 'the worker for hosted programs ended with signal 9' "$log" && [ -n "$(worker_pid)" ]; }
await 60 again || fail 'the worker is not started again'

echo '== the daemon dies and is started again, beside it a second worker: all play on, and nothing runs twice'
kill -9 $daemon
wait $daemon 2>/dev/null || true
serve "$tmp/log.2"
build/avondale worker --store "$store" --jobs 0 --sandbox strict --cache "$tmp/second" --lease 3 --verbose \
    --host-jobs 4 --arena "$(sed -n 1p "$tmp/ports")" 2>"$tmp/second.log" &
second=$!
# With these there are more programs than the first worker has places: the second one finds some, however late it looks.
for name in dan eve fay; do hand_in $name 1 plain; done
plays_on() { # NAME LABEL: with either worker, in the games of this daemon
    cat "$log" "$tmp/second.log" | grep -q "name=$1 version=$2 its turn is over: game="
}
for bot in 'ann 2' 'bob 1' 'loud 1'; do
    # shellcheck disable=SC2086
    await 120 plays_on $bot || fail "$bot does not play on"
done
shares() { grep -q 'its turn is over: game=' "$tmp/second.log"; }
await 120 shares || fail "the second worker has no turns: $(tail -3 "$tmp/second.log")"
# What ended the games of the first daemon was no fault of those that played them.
for name in ann bob loud; do
    [ "$(query "SELECT count(*) FROM hosting h JOIN bot b ON b.id = h.bot WHERE b.name = '$name' AND h.failures = 0
        AND h.games LIKE '.%' AND h.games NOT LIKE '%F%'")" = 1 ] ||
        fail "$name: $(query "SELECT h.games || h.failures FROM hosting h JOIN bot b ON b.id = h.bot WHERE b.name = '$name'")"
done
# No name was here twice at a time, whichever worker had its turn, and however the first one ended.
# ("ignored" is what the bot says of itself, in the games of the tournament.)
for one in "$tmp/log" "$tmp/log.2"; do
    sed -n '/ name=ignored /d; s/.* name=\([a-z]*\) \(ready\|closed\).*/\1 \2/p' "$one" >"$tmp/here"
    awk '$2 == "ready" && ++here[$1] > 1 { print $1 } $2 == "closed" && here[$1] > 0 { here[$1]-- }' "$tmp/here" >"$tmp/twice"
    [ -s "$tmp/here" ] || fail 'nobody was here'
    [ ! -s "$tmp/twice" ] || fail "twice at a time: $(sort "$tmp/twice" | uniq -c)"
done
status=0
build/avondale worker --store "$store" --jobs 0 --sandbox strict --cache "$tmp/second" --host-jobs 1 \
    --arena 127.0.0.1:1 2>"$tmp/out" || status=$?
[ $status = 3 ] || fail "two workers have one cache: exit $status"
grep -q 'another worker hosts programs from it' "$tmp/out" || fail "$(cat "$tmp/out")"
kill $second
wait $second || true
second=
kill $daemon
wait $daemon || fail "the daemon ended with $?"
daemon=
build/avondale ladder --store "$store" recompute --verify >"$tmp/out" || fail "$(tail -3 "$tmp/out")"
echo "hosting: $(cat "$tmp/log" "$tmp/log.2" | grep -c 'its turn is over: game=') turns here, $(grep -c 'its turn is over: game=' "$tmp/second.log") there"
