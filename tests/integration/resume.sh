#!/bin/sh
# The daemon is killed in the middle of games and restarted. Bots that return receive everything they knew and play on
# to a rated result. A game with a bot that stays away is void after its budget, and its reason says whose fault it was
# not. A journal that was altered, or a game that is over or stored already, is not played on.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
. tests/lib/daemon.sh
. tests/lib/ports.sh
long="--option max_hands=8 --option target=10000 --option floor=-10000 --policy strict --time $(patience 30)000"

client() { # NAME OPTION...
    name=$1
    shift
    python3 tests/integration/resume_client.py --ports "$tmp/ports" --name "$name" "$@" >"$tmp/$name" 2>&1 &
    others="$others $!"
    last=$!
}

killed() {
    kill -9 $server
    wait $server 2>/dev/null || true
    server=
}

# restart DATABASE OPTION...: after a kill
restart() {
    killed
    daemon "$@"
}

stop_others() {
    # shellcheck disable=SC2086
    kill $others 2>/dev/null || true
    # shellcheck disable=SC2086
    wait $others 2>/dev/null || true
    others=
}

looked_at() { # the running game, in a later hand than its first, with the events of that hand
    page=http://$(sed -n 2p "$tmp/ports")/api/v1/tables
    game=$(curl -sS "$page" | grep -o '"game":"[^"]*"' | cut -d'"' -f4)
    [ -n "$game" ] && curl -sS "$page/$game" >"$tmp/looked" && grep -q '"hands":[1-9]' "$tmp/looked" &&
        grep -q '"k":"deal"' "$tmp/looked"
}

follow() { # ID: the events of that game within half a second, after that id
    curl -sSN -m 0.5 -H "Last-Event-ID: $1" "$page/$game/events" 2>/dev/null || :
}

followed() { # sets seen
    seen=$(follow '' | sed -n 's/^id: //p' | tail -1)
    [ -n "$seen" ]
}

told_of_gap() {
    follow "$seen" | sed -n '/^event: gap/,$p' | grep -q '^data: {.*"news"'
}

in_journal() { # TEXT: in the journal of a running game
    grep -aq "$1" "$tmp/db.journal"
}

steps() { # how many steps the running games have
    grep -ao 's [0-9] 0 [0-9]* [0-9]* ' "$tmp/db.journal" | wc -l
}

steps_at_least() {
    [ "$(steps)" -ge "$1" ]
}

unrated() { # why the last game is unrated
    build/avondale ladder --store "sqlite:$tmp/db" export --json | tail -1 | grep -o '"unrated":"[^"]*"' | cut -d'"' -f4
}

result_is() {
    [ "$(unrated)" = "$1" ]
}

# ------------------------------------------------------------------------ four kinds of bots, six deaths
# Some of them return to the address that they know.
address=127.0.0.1:$(free_port)
long="$long --listen $address"
# shellcheck disable=SC2086
daemon "$tmp/db" $long
client text --seed 1 --pause 0.05 --hold "$tmp/hold"
text=$last
client msgpack --encoding msgpack --seed 2
msgpack=$last
build/bots/random --connect "$address" --name cbot --reconnect 60 2>"$tmp/cbot" &
others="$others $!"
python3 sample-bots/python/cautious_bot.py --connect "$address" --name pybot 2>"$tmp/pybot" &
others="$others $!"
for steps in 5 40 70 71 100 130; do
    await 60 steps_at_least $steps || broken "the game does not reach step $steps"
    # shellcheck disable=SC2086
    restart "$tmp/db" $long --http 127.0.0.1:0 --live-delay 0
    if [ $steps = 71 ]; then
        await 60 looked_at || broken 'a resumed game is not shown'
        : >"$tmp/hold" # the game stands still while a spectator follows it
        await 10 followed || broken 'a stream tells nothing'
    fi
    if [ $steps = 100 ]; then # a spectator sees the game as it was, and follows it with an id of the dead daemon
        : >"$tmp/hold"
        await 60 looked_at || broken 'a resumed game is not shown'
        await 10 told_of_gap || broken 'a spectator receives no word of the gap'
    fi
    rm -f "$tmp/hold"
done
await 120 grep -q resumed "$tmp/text" || { cat "$tmp/text"; broken 'the text client does not see the end'; }
wait "$text" "$msgpack" || { cat "$tmp/text" "$tmp/msgpack"; broken 'a client was told otherwise'; }
cat "$tmp/text" "$tmp/msgpack"
resumed=$(grep -c 'game=[^ ]* resumed' "$tmp/log")
[ "$resumed" -ge 5 ] || broken "went on $resumed times"
grep -q 'void' "$tmp/log" && broken 'a game is void'
stop_daemon 0
stop_others
# Bots that were still connected may have been paired again before the others had left: their game is another one.
game=$(awk '$1 == "text" && $2 ~ /^g-/ { print $2; exit }' "$tmp/text")
build/avondale ladder --store "sqlite:$tmp/db" export --json | grep "\"$game\"" >"$tmp/results"
[ "$(wc -l <"$tmp/results")" = 1 ] || broken 'the game counts more than once, or not at all'
grep -q '"rated":true' "$tmp/results" || broken 'it is not rated'
build/avondale ladder --store "sqlite:$tmp/db" export --records >"$tmp/records"
build/avondale replay --strict "$tmp/records" # with its deals and their proof
build/avondale ladder --store "sqlite:$tmp/db" recompute --verify | grep ': 0 differ'
[ "$(stat -c %a "$tmp/db.journal")" = 600 ] || broken 'others may read the journal'
grep -aq 'seed' "$tmp/db.journal" && broken 'a seed of a game that is over'

# ------------------------------------------------------------------------------------ one stays away
long="--option max_hands=8 --option target=10000 --option floor=-10000 --resume-budget $(patience 3)"
begin() { # a new game of three bots that return and one that does not
    rm -f "$tmp/db.journal"
    # shellcheck disable=SC2086
    daemon "$tmp/db" $long "$@"
    client a --seed 3 --games 99
    client b --seed 4 --games 99
    client c --seed 5 --games 99
    build/bots/random --connect "$(head -1 "$tmp/ports")" --name stayer &
    others="$others $!"
    await 60 steps_at_least 20 || broken 'no game begins'
}
begin
killed
# shellcheck disable=SC2086
daemon "$tmp/db" $long
began=$(date +%s%N)
build/bots/random --connect "$(head -1 "$tmp/ports")" --name fifth &
others="$others $!"
reason='the arena stopped, stayer stayed away'
await 60 grep -q "void: $reason" "$tmp/log" || broken 'it is not void'
took=$((($(date +%s%N) - began) / 1000000))
[ "$took" -ge 2500 ] || broken "void after $took ms"
# The bots that were held for that game play again, and not before.
await 30 in_journal 'seat fifth' || broken 'the bots that returned are not seated'
await 5 result_is "$reason" || broken "the log of results says '$(unrated)'"
killed

# ------------------------------------------------------------------------- closed while games wait
# shellcheck disable=SC2086
daemon "$tmp/db" $long --resume-budget 600
stop_others
await 10 grep -q 'wait up to 600 s' "$tmp/log" || broken 'the game of fifth does not wait'
stop_daemon 0
case $(unrated) in 'the arena closed, '*' was away') ;; *) broken "closed: '$(unrated)'" ;; esac

# ------------------------------------------------------------------- altered, stored already, switched off
begin
killed
stop_others
python3 - "$tmp/db.journal" <<'PY'
import re, sys
with open(sys.argv[1], "r+b") as file:
    step = re.search(rb"s [0-9] 0 [0-9]+ [0-9]+ ", file.read())
    file.seek(step.end())
    file.write(b"AS")
PY
# shellcheck disable=SC2086
daemon "$tmp/db" $long
await 5 result_is 'its journal was altered' || broken "altered: '$(unrated)'"
stop_daemon 0

kept=$long
long=$(echo "$long" | sed 's/max_hands=8/max_hands=1/')
begin
long=$kept
copied() { # sets game, which is running in that copy
    cp "$tmp/db.journal" "$tmp/old.journal"
    game=$(grep -ao 'id g-[0-9a-f]*-[0-9]*' "$tmp/old.journal" | head -1 | cut -c4-)
    [ -n "$game" ]
}
await 20 copied || broken 'no game is under way'
stored() { build/avondale ladder --store "sqlite:$tmp/db" export --json | grep -q "\"game\":\"$game\""; }
await 60 stored || broken 'the game does not end'
killed
stop_others
cp "$tmp/old.journal" "$tmp/db.journal"
: >"$tmp/log"
# shellcheck disable=SC2086
daemon "$tmp/db" $long
[ -n "$(stat_of games)" ] # it serves, so it has read the journal
grep -q "game=$game" "$tmp/log" && broken 'a game that is stored is looked at again'
[ "$(build/avondale ladder --store "sqlite:$tmp/db" export --json | grep -c "\"game\":\"$game\"")" = 1 ] || broken 'it is there twice'
stop_daemon 0

begin
restart "$tmp/db" --resume-budget 0
stop_others
await 5 result_is 'the arena stopped in the middle' || broken "switched off: '$(unrated)'"
stop_daemon 0
build/avondale ladder --store "sqlite:$tmp/db" recompute --verify | grep ': 0 differ'
