#!/bin/sh
# Hosted play: one daemon with --host-jobs, and programs that owners handed in: good ones, one always at fault, one that
# crashes, one that floods its standard error. They are seated, restarted, stopped and replaced; all active ones play a
# tournament of the calendar; the worker is killed; two workers share them.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
. tests/lib/await.sh
tmp=$(mktemp -d)
daemon= second=
clean() {
    for pid in $daemon $second; do kill -9 "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    chmod -R u+w "$tmp"
    rm -rf "$tmp"
}
trap clean EXIT
fail() {
    echo "hosting: $*"
    grep -v ' ready' "$tmp/log" | tail -25 || true
    exit 1
}
. tests/lib/strict.sh

echo '== hosting without the sandbox is refused, with one line'
build/avondale ladder --store "sqlite:$tmp/db" add nobody >/dev/null
status=0
build/avondale worker --store "sqlite:$tmp/db" --host-jobs 1 --arena 127.0.0.1:1 --cache "$tmp/none" 2>"$tmp/out" || status=$?
[ $status = 3 ] || fail "exit $status: $(cat "$tmp/out")"
[ "$(grep -c 'unsafe-programs runs them without' "$tmp/out")" = 1 ] || fail "$(cat "$tmp/out")"
status=0
build/avondale worker --store "sqlite:$tmp/db" --sandbox strict --host-jobs 1 --cache "$tmp/none" 2>"$tmp/out" || status=$?
[ $status = 2 ] || fail "exit $status: $(cat "$tmp/out")"

mkdir "$tmp/out.d"
printf '[tournament]\nformat = round-robin\nruleset = two-handed-dead\nmax_hands = 1\n' >"$tmp/cup.ini"
build/avondale serve --listen 127.0.0.1:0 --http 127.0.0.1:0 --admin off --journal off --store "sqlite:$tmp/db" \
    --register claim --ruleset two-handed-dead --option max_hands=1 --time "$(patience 2000)" --log-level info \
    --host-jobs 4 --host-cache "$tmp/cache" \
    --tournaments "$tmp/out.d" --event "cup at=2090-01-01T20:00 file=$tmp/cup.ini entries=active" --port-file "$tmp/ports" 2>"$tmp/log" &
daemon=$!
await_daemon $daemon "$tmp/ports" "$tmp/log"
url=http://$(sed -n 2p "$tmp/ports")

hand_in() { # NAME LABEL HOW: the owner of NAME hands it in
    [ -s "$tmp/$1.owner" ] || curl -s -X POST "$url/api/v1/account" | sed 's/.*"token":"\([0-9a-f]*\)".*/\1/' >"$tmp/$1.owner"
    rm -rf "$tmp/files"
    mkdir "$tmp/files"
    cp tests/integration/hosted_bot.py "$tmp/files/bot.py"
    printf '[bot]\nstart = python3 bot.py %s\nrulesets = two-handed-dead\n' "$3" >"$tmp/files/avondale.ini"
    tar -C "$tmp/files" -czf "$tmp/archive.tar" .
    curl -s -o "$tmp/answer" -w '%{http_code}' -T "$tmp/archive.tar" \
        -H "Authorization: Bearer $(cat "$tmp/$1.owner")" "$url/api/v1/bots/$1/versions/$2" >"$tmp/code"
    [ "$(cat "$tmp/code")" = 201 ] || fail "$1 $2: $(cat "$tmp/answer")"
}
owned() { # NAME PATH
    curl -s -H "Authorization: Bearer $(cat "$tmp/$1.owner")" "$url/api/v1/bots/$1/$2"
}
version_is() { owned "$1" "versions/$2" | grep -q "\"state\":\"$3\""; }
has_played() { grep -q "name=$1 version=$2 its turn is over: game=" "$tmp/log"; }

echo '== they are seated'
hand_in ann 1 plain
hand_in bob 1 plain
await 90 has_played ann 1 || fail 'ann does not play'
await 90 has_played bob 1 || fail 'bob does not play'

echo '== a tournament of all that are active begins; whoever is only connected does not play'
query() { # SQL, written to the store
    python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=60)
print(*(row[0] for row in db.execute(sys.argv[2])))
db.commit()' "$tmp/db" "$1"
}
query "UPDATE calendar_event SET due_msec = $(date +%s000) WHERE name = 'cup'" >"$tmp/out"
event_is() { curl -s "$url/api/v1/events/cup" | grep -q "\"state\":\"$1\""; }
await 30 event_is running || fail "$(curl -s "$url/api/v1/events/cup")"

echo '== standard error is in the log of the game, for its owner alone'
hand_in loud 1 noise
await 90 has_played loud 1 || fail 'loud does not play'
game=$(sed -n 's/.*name=loud version=1 its turn is over: game=\([^ ,;]*\).*/\1/p' "$tmp/log" | head -1)
told() { owned loud "games/$game/log" | grep -q '"errors":"version of noise begins'; }
await 30 told || fail "$(owned loud "games/$game/log" | tail -c 300)"
owned loud "games/$game/log" | grep -q 'bytes are left out here' || fail 'a flood is kept whole'
cp "$tmp/loud.owner" "$tmp/loud.kept"
cp "$tmp/ann.owner" "$tmp/loud.owner"
! told || fail 'another owner reads it'
cp "$tmp/loud.kept" "$tmp/loud.owner"

echo '== one that is always at fault is stopped, and its owner told why'
hand_in bad 1 fault
hand_in boom 1 crash
await 120 version_is bad 1 stopped || fail "$(owned bad versions/1)"
owned bad versions/1 | grep -q '"why":"it was at fault in 6 of its last 6 games' || fail "$(owned bad versions/1)"
grep -q 'name=bad version=1 is stopped: it was at fault' "$tmp/log" || fail 'the log does not say it'

echo '== one that crashes is started again, and waits longer each time'
await 60 grep -q 'name=boom version=1 the bot: it ended with status 1; it is started again' "$tmp/log" || fail 'boom is not started again'
await 60 grep -q 'name=boom version=1 its turn is over: .*it ended with status 1' "$tmp/log" || fail 'its turn has no end'

echo '== the tournament ends, played by the archives that were active'
await 90 event_is over || fail "$(curl -s "$url/api/v1/events/cup"; tail -3 "$tmp"/out.d/*.log)"
run=$(query "SELECT name FROM calendar_run WHERE event = 'cup'")
[ "$(grep -c '^archive = [0-9a-f]*$' "$tmp/out.d/$run.ini")" = 2 ] || fail "$(cat "$tmp/out.d/$run.ini")"
build/avondale ladder --store "sqlite:$tmp/db" event verify "$run" --directory "$tmp/out.d/$run" >"$tmp/out" || fail "$(cat "$tmp/out")"
grep -q '"bots":\["ann","bob"\]\|"bob","ann"' "$tmp/out.d/$run/records.jsonl" || fail "$(head -c 400 "$tmp/out.d/$run/records.jsonl")"

echo '== a new version follows for the next game'
hand_in ann 2 plain
await 90 version_is ann 2 active || fail "$(owned ann versions/2)"
await 90 has_played ann 2 || fail 'its second version does not play'
version_is ann 1 replaced || fail "$(owned ann versions/1)"
grep -q 'name=ann is version 2 from here on' "$tmp/log" || fail 'the ladder does not know it'

echo '== the worker dies: another one begins, and nothing runs twice'
worker_pid() {
    for one in /proc/[0-9]*; do
        if [ "$(awk '/^PPid/ { print $2 }' "$one/status" 2>/dev/null)" = $daemon ]; then echo "${one#/proc/}"; fi
    done
}
first=$(worker_pid)
[ -n "$first" ] || fail 'there is no worker'
kill -9 $first
again() { grep -q 'the worker for hosted programs ended with signal 9' "$tmp/log" && [ -n "$(worker_pid)" ]; }
await 60 again || fail 'the worker is not started again'
marks=$(grep -c 'its turn is over: game=' "$tmp/log")
more() { [ "$(grep -c 'its turn is over: game=' "$tmp/log")" -gt $((marks + 3)) ]; }
await 120 more || fail 'nothing plays after it'

echo '== a second worker shares them'
build/avondale worker --store "sqlite:$tmp/db" --jobs 0 --sandbox strict --cache "$tmp/second" --lease 3 --verbose \
    --host-jobs 4 --arena "$(sed -n 1p "$tmp/ports")" 2>"$tmp/second.log" &
second=$!
shares() { grep -q 'its turn is over: game=' "$tmp/second.log"; }
await 120 shares || fail "the second worker has no turns: $(tail -3 "$tmp/second.log")"
# No name was connected twice at a time, whichever worker ran it.
# ("ignored" is what the bot says of itself, in the games of the tournament.)
sed -n '/ name=ignored /d; s/.* name=\([a-z]*\) \(ready\|closed\).*/\1 \2/p' "$tmp/log" >"$tmp/here"
awk '$2 == "ready" && ++here[$1] > 1 { print $1 } $2 == "closed" && here[$1] > 0 { here[$1]-- }' "$tmp/here" >"$tmp/twice"
[ -s "$tmp/here" ] || fail 'no bot was seen'
[ ! -s "$tmp/twice" ] || fail "twice at a time: $(sort "$tmp/twice" | uniq -c)"
status=0
build/avondale worker --store "sqlite:$tmp/db" --jobs 0 --sandbox strict --cache "$tmp/second" --host-jobs 1 \
    --arena 127.0.0.1:1 2>"$tmp/out" || status=$?
[ $status = 3 ] || fail "two workers have one cache: exit $status"
grep -q 'another worker hosts programs from it' "$tmp/out" || fail "$(cat "$tmp/out")"
kill $second
wait $second || true
second=
kill $daemon
wait $daemon || fail "the daemon ended with $?"
daemon=
build/avondale ladder --store "sqlite:$tmp/db" recompute --verify >"$tmp/out" || fail "$(tail -3 "$tmp/out")"
echo "hosting: $(grep -c 'its turn is over: game=' "$tmp/log") turns here, $(grep -c 'its turn is over: game=' "$tmp/second.log") there"
