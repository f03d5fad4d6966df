# calendar.sh - events for tests of the calendar; to be read with `.` from the top of the checkout, after await.sh. The
# caller has $tmp, and a command `query SQL` that runs SQL on the store and prints what comes back.
# shellcheck shell=sh disable=SC2154

top=$(pwd)
# A bot that does not say hello before $tmp/bots/open is there: so a tournament stands still for as long as a test wants.
mkdir -p "$tmp/bots" "$tmp/out"
cp build/bots/random build/bots/basic "$tmp/bots"
cat >"$tmp/bots/gated" <<'END'
#!/bin/sh
until [ -e "${0%/*}/open" ]; do sleep 0.1; done
exec "${0%/*}/random" "$@"
END
chmod 755 "$tmp/bots/gated"
# ann meets bob first, then the one at the gate: 8 games.
cat >"$tmp/cup.ini" <<END
[tournament]
format = gauntlet
repeats = 2
max_hands = 1
time = startup=600000
[entry ann]
command = $tmp/bots/basic
[entry bob]
command = $tmp/bots/random
[entry gated]
command = $tmp/bots/gated
END

now_msec() { date +%s%3N; }
# due_in MSEC EVENT: its next start is so far from now, as if it had been added so.
due_in() { query "UPDATE calendar_event SET due_msec = $(($(now_msec) + $1)) WHERE name = '$2'" >/dev/null; }
# over_now RUN: the time of its season is over.
over_now() { query "UPDATE calendar_run SET until_msec = $(($(now_msec) - 60000)) WHERE name LIKE '$1-%'" >/dev/null; }
runs_of() { query "SELECT count(*) FROM calendar_run WHERE event = '$1'"; }
run_name() { query "SELECT name FROM calendar_run WHERE event = '$1' ORDER BY due_msec DESC LIMIT 1"; }
# is_state EVENT STATE: 0 runs, 1 over, 2 off; of its newest run.
is_state() { [ "$(query "SELECT state FROM calendar_run WHERE event = '$1' ORDER BY due_msec DESC LIMIT 1")" = "$2" ]; }
# records_of DIRECTORY EVENT: how many games its newest run has on disk.
records_of() {
    if [ -e "$1/$(run_name "$2")/records.jsonl" ]; then
        wc -l <"$1/$(run_name "$2")/records.jsonl"
    else
        echo 0
    fi
}
has_records() { [ "$(records_of "$1" "$2")" -ge "$3" ]; }
