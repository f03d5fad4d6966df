#!/bin/sh
# The calendar with one daemon: a tournament and a season start by themselves, are played and end, and their tables
# verify. The daemon is killed in the middle and is down at a start time; workers play; no game is played twice or lost.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh
query() {
    python3 - "$tmp/db" "$1" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=60)
for row in db.execute(sys.argv[2]):
    print(*row)
db.commit()
END
}
. tests/lib/calendar.sh
ladder() { build/avondale ladder --store "sqlite:$tmp/db" "$@"; }
verified() { # RUN
    ladder event verify "$1" --directory "$tmp/out/$1" >"$tmp/verified" || broken "$1 does not verify"
    grep -q 'file and records are those of the table' "$tmp/verified" || broken "$(cat "$tmp/verified")"
}
ends_with() { # EVENT GAMES
    await 120 is_state "$1" 1 || broken "$1 does not end: $(ladder event show "$1")"
    games=$(records_of "$tmp/out" "$1")
    [ "$games" = "$2" ] || broken "$1 has $games games, not $2"
    [ "$(sort -u "$tmp/out/$(run_name "$1")/records.jsonl" | wc -l)" = "$2" ] || broken "$1 has a game twice"
    verified "$(run_name "$1")"
}
serve() { daemon "$tmp/db" --register open --log-level info --tournaments "$tmp/out" "$@"; }

echo '== bad input is one line'
ladder list >/dev/null 2>&1 || true
for words in 'at=2090-01-01T00:00' 'at=never file=x' "at=2090-01-01T00:00 zone=Mars file=$tmp/cup.ini" \
    "at=2001-01-01T00:00 file=$tmp/cup.ini" "at=2090-01-01T00:00 file=$tmp/none" 'kind=season at=2090-01-01T00:00'; do
    status=0
    # shellcheck disable=SC2086
    ladder event add x $words 2>"$tmp/err" || status=$?
    [ $status = 2 ] || broken "'$words' gave $status"
    [ "$(wc -l <"$tmp/err")" = 1 ] || broken "'$words': $(cat "$tmp/err")"
done
never build/avondale serve --event 'x at=never' --store "sqlite:$tmp/none" 2>"$tmp/err"
grep -q -- '--event: at=never: expected a time' "$tmp/err" || broken "$(cat "$tmp/err")"
[ ! -e "$tmp/none" ] || broken 'a store was made'

echo '== a tournament is killed with its daemon, and continues'
serve --event "cup at=2090-01-01T20:00 zone=Europe/Berlin repeat=daily file=$tmp/cup.ini series=league points=5,3,1" \
    --event 'sea kind=season at=2090-01-01T20:00 length=1h'
due_in -1000 cup
await 60 has_records "$tmp/out" cup 4 || broken 'no games'
kill -9 "$server"
wait "$server" 2>/dev/null || true
serve
due_in -3600000 cup # another start of the event, beside the one that continues
await 60 eval '[ "$(runs_of cup)" = 2 ]' || broken 'the second does not start'
: >"$tmp/bots/open"
await 120 eval '[ "$(query "SELECT count(*) FROM calendar_run WHERE event = '"'cup'"' AND state = 1")" = 2 ]' ||
    broken "$(ladder event show cup)"
for run in $(query "SELECT name FROM calendar_run WHERE event = 'cup'"); do
    [ "$(wc -l <"$tmp/out/$run/records.jsonl")" = 8 ] || broken "$run: $(wc -l <"$tmp/out/$run/records.jsonl") games"
    verified "$run"
done

echo '== the connected bots play a season'
due_in -1000 sea
await 30 is_state sea 0 || broken 'the season does not begin'
witnesses --bots 4
await 120 eval '[ "$(query "SELECT count(*) FROM result")" -ge 4 ]' || broken 'no results'
stop_witnesses
over_now sea
await 60 is_state sea 1 || broken 'the season does not end'
ladder season verify "$(run_name sea)" >"$tmp/verified" || broken "$(cat "$tmp/verified")"
grep -q 'the log makes the same table' "$tmp/verified" || broken "$(cat "$tmp/verified")"
stop_daemon 0

echo '== a daemon that was down starts it late, once'
due_in -7200000 cup
before=$(runs_of cup)
serve --http 127.0.0.1:0
await 60 grep -q 'event=cup.* starts late' "$tmp/log" || broken 'it is not said to be late'
# It is due before the two that ended, so it is not the last of them by its time.
await 120 eval '[ "$(query "SELECT count(*) FROM calendar_run WHERE event = '"'cup'"' AND state = 1")" = 3 ]' ||
    broken "$(ladder event show cup)"
ends_with cup 8
page=$(sed -n 2p "$tmp/ports")
[ "$(runs_of cup)" = $((before + 1)) ] || broken "it was started $(($(runs_of cup) - before)) times"
query "SELECT why FROM calendar_run" >"$tmp/why"
grep -q 'it started 2 h 0 min late' "$tmp/why" || broken 'no why'

echo '== the points of its starts add up; the page says how to verify one, and its commands do'
ladder event series league >"$tmp/series" || broken "$(cat "$tmp/series")"
grep -q '^3 events, whose signed tables give these points$' "$tmp/series" || broken "$(cat "$tmp/series")"
[ "$(awk '$4 ~ /^[0-9]+$/ && $1 ~ /^[0-9]+$/ { sum += $3 } END { print sum }' "$tmp/series")" = 27 ] || broken "$(cat "$tmp/series")"
[ "$(curl -sSf "http://$page/api/v1/series/league" | grep -o '"cup-[^"]*"' | sort -u | wc -l)" = 3 ] || broken 'no series'
curl -sSf "http://$page/event/cup/fairness" | sed -n '/<pre id="commands">/,/<\/pre>/p' | sed 's/.*<pre[^>]*>//; s/<\/pre>.*//' >"$tmp/fair"
[ "$(wc -l <"$tmp/fair")" = 3 ] || broken "commands: $(cat "$tmp/fair")"
as_the_page_says() { # DIRECTORY: runs each command of the page; prints how many failed
    failed=0
    while read -r line; do
        # shellcheck disable=SC2046
        set -- "$1" $(echo "$line" | sed "s,STORE,sqlite:$tmp/db,; s,DIR,$1,; s,^avondale,build/avondale,")
        ( shift; "$@" ) >"$tmp/verified" 2>&1 || failed=$((failed + 1))
        set -- "$1"
    done <"$tmp/fair"
}
as_the_page_says "$tmp/out/$(run_name cup)"
[ $failed = 0 ] || broken "$failed commands of the page fail: $(cat "$tmp/verified")"
cp -r "$tmp/out/$(run_name cup)" "$tmp/tampered"
sed -i '1s/"winners":\[[01]/"winners":[2/' "$tmp/tampered/records.jsonl"
as_the_page_says "$tmp/tampered"
[ $failed = 2 ] || broken "$failed commands find the altered record"
stop_daemon 0

echo '== workers of the store play'
serve --event-play workers --event "farm at=2090-01-01T20:00 file=$tmp/cup.ini"
build/avondale worker --store "sqlite:$tmp/db" --cache "$tmp/cache" 2>"$tmp/worker.log" &
others=$!
due_in -1000 farm
ends_with farm 8
kill $others
wait $others || true
others=
stop_daemon 0
ladder recompute --verify >"$tmp/verified" || broken 'the ladder does not verify'
ladder export --all >"$tmp/all"
grep -q '"event/cup' "$tmp/all" || broken 'the tables are not exported'
echo 'calendar: all as it should be'
