# calendar.sh - events for tests of the calendar; source it from the top of the checkout, after await.sh. The caller has
# $tmp, and a command `query SQL` that runs SQL on the store and prints the rows.
# shellcheck shell=sh disable=SC2154

top=$(pwd)
# A bot that sends hello only when $tmp/bots/open exists: a test makes that file to let the tournament go on.
mkdir -p "$tmp/bots" "$tmp/out"
cp build/bots/random build/bots/basic "$tmp/bots"
cat >"$tmp/bots/gated" <<'END'
#!/bin/sh
until [ -e "${0%/*}/open" ]; do sleep 0.1; done
exec "${0%/*}/random" "$@"
END
chmod 755 "$tmp/bots/gated"
# ann plays bob first, then the bot that waits for the file: 8 games.
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
# due_in MSEC EVENT: sets the next start of EVENT to MSEC from now.
due_in() { query "UPDATE calendar_event SET due_msec = $(($(now_msec) + $1)) WHERE name = '$2'" >/dev/null; }
# over_now RUN: sets the end of its season to a minute ago.
over_now() { query "UPDATE calendar_run SET until_msec = $(($(now_msec) - 60000)) WHERE name LIKE '$1-%'" >/dev/null; }
runs_of() { query "SELECT count(*) FROM calendar_run WHERE event = '$1'"; }
run_name() { query "SELECT name FROM calendar_run WHERE event = '$1' ORDER BY due_msec DESC LIMIT 1"; }
# is_state EVENT STATE: whether its newest run has that state: 0 runs, 1 over, 2 off.
is_state() { [ "$(query "SELECT state FROM calendar_run WHERE event = '$1' ORDER BY due_msec DESC LIMIT 1")" = "$2" ]; }
# records_of DIRECTORY EVENT: prints how many games its newest run has on disk.
records_of() {
    if [ -e "$1/$(run_name "$2")/records.jsonl" ]; then
        wc -l <"$1/$(run_name "$2")/records.jsonl"
    else
        echo 0
    fi
}
has_records() { [ "$(records_of "$1" "$2")" -ge "$3" ]; }
