#!/bin/sh
# An operator asks a running daemon and gives it commands; without a daemon the command prints one line and exits with
# 3.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh
socket=$tmp/db.admin
refused() { # STATUS WORDS ARGUMENTS...: expects that status, nothing on standard output, and one line with the words
    expected=$1 words=$2 status=0
    shift 2
    timeout "$(patience 20)" build/avondale admin "$@" >"$tmp/out" 2>"$tmp/err" || status=$?
    if [ $status != "$expected" ] || [ -s "$tmp/out" ] || [ "$(wc -l <"$tmp/err")" != 1 ] || ! grep -q -- "$words" "$tmp/err"; then
        echo "admin $*: expected $expected and one line with '$words', got $status:" >&2
        cat "$tmp/out" "$tmp/err" >&2
        exit 1
    fi
}

# --- no daemon, and unknown commands
refused 3 "no daemon answers at $socket" --socket "$socket" show stats
: >"$tmp/file"
refused 3 'no daemon answers' --socket "$tmp/file" show stats
refused 2 'expected a command'
refused 2 'no such option' --nosuch show stats
refused 2 '1 to 107 bytes' --socket "$(printf '%0200d' 0)" show stats

build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" --port-file "$tmp/ports" \
    --time "$(patience 5000)" --grace-ms 0 --log "$tmp/log" --log-level info 2>"$tmp/err.serve" &
server=$!
await_daemon "$server" "$tmp/ports" "$tmp/err.serve"
port=$(sed -n 's/.*://p' "$tmp/ports")
[ "$(stat -c %a "$socket")" = 600 ]
refused 2 "no command 'nosuch'" --socket "$socket" nosuch
refused 2 'show cards: expected one of: stats' --socket "$socket" show cards
refused 2 'without spaces' --socket "$socket" 'show stats'
refused 2 'at most 256 bytes' --socket "$socket" "$(printf '%0300d' 0)"

# --- paused before any bot came: bots wait, no game begins
admin pause | grep -q 'no new games'
for i in 1 2 3 4; do
    build/bots/random --connect "127.0.0.1:$port" --name "bot$i" &
    others="$others $!"
done
four_wait() { [ "$(stat_of waiting)" = 4 ]; }
await 20 four_wait || broken 'four bots that wait'
[ "$(stat_of games_started)" = 0 ]
[ "$(stat_of paused)" = yes ]
[ "$(admin show peers | grep -c ' ready ')" = 4 ]
admin show tables | grep -qx none

# A host can vanish silently, so the kernel probes each connection from time to time (a timer of kind 2).
if [ -r /proc/net/tcp ]; then
    timers() { # while data is unacknowledged the kernel runs another timer for a moment
        awk -v port="$(printf ':%04X$' "$port")" '$2 ~ port && $4 == "01" && substr($6, 1, 2) == "02"' /proc/net/tcp
    }
    four_timers() { [ "$(timers | wc -l)" = 4 ]; }
    await 20 four_timers || broken 'the kernel does not ask whether they are there'
fi

# --- resumed: they play
admin resume | grep -q 'new games'
played() { [ "$(stat_of results_stored)" -ge 3 ]; }
await 20 played || broken 'results'
admin show limits | grep -q '^peers-max  *4096  *4  *connections  *option$'
admin show config | grep -q "^store  *sqlite:$tmp/db  *restart\$"
admin --json show version | grep -q '"protocol": 1'
python3 -c 'import json, sys; assert len(json.load(sys.stdin)) == 4' <<JSON
$(admin --json show peers)
JSON

# --- a void game is listed, and does not count
void_one() {
    game=$(admin show tables | awk 'NR == 2 { print $1 }')
    [ -n "$game" ] && admin void "$game"
}
# One of its bots is stopped meanwhile; else the game would be over before the command names it.
still=${others# }
still=${still%% *}
kill -STOP "$still"
await 20 void_one || broken 'void game'
kill -CONT "$still"
grep -q "admin=void arg=$game $game is void" "$tmp/log"
listed() { build/avondale ladder --store "sqlite:$tmp/db" export | grep -q "\"$game\".*aborted"; }
await 20 listed || broken 'record of the void game'
refused 1 "void nosuch" --socket "$socket" void nosuch

# --- a bot is thrown out
refused 1 'nobody of that name' --socket "$socket" kick bot9
admin kick bot1 | grep -q '1 connection closed'
[ "$(admin show peers | grep -c ' ready ')" = 3 ]
grep -q 'name=bot1 closed: closed by the operator' "$tmp/log"

# --- the log: pairs, levels, and a log file that is renamed
never grep -v '^time=[0-9T:.-]*Z level=[a-z]* ' "$tmp/log"
admin log-level error | grep -q 'from error on'
mv "$tmp/log" "$tmp/log.old"
kill -HUP "$server"
await 20 test -f "$tmp/log" || broken 'new log'
admin log-level info >/dev/null
admin pause >/dev/null
grep -q 'admin=pause' "$tmp/log"
[ "$(grep -c 'admin=pause' "$tmp/log.old")" = 1 ]

# --- a second daemon at the same socket is refused, and the first plays on
status=0
build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/other" --admin "$socket" 2>"$tmp/second" || status=$?
[ $status = 3 ]
grep -q "another daemon answers there" "$tmp/second"
admin show version >/dev/null

kill "$server"
wait "$server"
[ ! -e "$socket" ]
echo 'an operator is answered'
