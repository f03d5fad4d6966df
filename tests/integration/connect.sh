#!/bin/sh
# avondale connect: a bot on standard input and output joins an arena. Its name, its token, its ways to end; bots that
# crash, hang, flood and write invalid messages; an arena that goes away or is hostile; two bridges with one name.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
. tests/lib/daemon.sh
. tests/lib/ports.sh
XDG_CONFIG_HOME=$tmp/config
export XDG_CONFIG_HOME
two='--ruleset two-handed-dead'
bot() { # the lines of a bot that does this wrong
    echo "python3 tests/integration/connect_bot.py $*"
}
# bridge NAME OPTION... -- CMD...: starts one in the background, to $address. $bridge is its process; $tmp/NAME.said is
# its output.
bridge() {
    name=$1
    shift
    build/avondale connect "$address" --name "$name" "$@" 2>"$tmp/$name.said" &
    bridge=$!
    others="$others $bridge"
}
# ended STATUS: the last bridge ends with that status, in time.
ended() {
    await 60 process_ended "$bridge" || broken "$name does not end: $(tail -3 "$tmp/$name.said")"
    status=0
    wait "$bridge" || status=$?
    [ $status = "$1" ] || broken "$name ended with $status, not $1: $(tail -3 "$tmp/$name.said")"
}
said() { # NAME PATTERN COUNT
    [ "$(grep -c "$2" "$tmp/$1.said")" -ge "$3" ]
}
says() { await 60 said "$@" || broken "$1 does not say '$2' $3 times: $(tail -3 "$tmp/$1.said")"; }
opponent() {
    build/bots/random --connect "$address" --name "$1" --reconnect 100 2>"$tmp/$1.log" &
    others="$others $!"
}

# The bridge claims its name once, and keeps the token readable by this user alone; no other bot gets in with the name.
address=127.0.0.1:$(free_port) # the test starts it there again
daemon "$tmp/db" --register claim --log-level info $two --time "$(duration 1)000" --journal "$tmp/journal" --listen "$address"
kept=$tmp/config/avondale/tokens/$(echo "$address" | tr : _)
opponent ann
bridge Mine --count 2 -- python3 tests/integration/connect_bot.py plain
ended 0
says Mine 'is over' 2
[ "$(stat -c %a "$kept/mine")" = 600 ] && [ "$(stat -c %a "$kept")" = 700 ] || broken 'others may read the token'
if grep -q "$(cat "$kept/mine")" "$tmp/Mine.said" "$tmp/log"; then broken 'the token was shown'; fi
bridge Mine --count 1 -- build/bots/random
ended 0
bridge Mine --count 1 -- "$(bot plain)" # one word: a command line
ended 0
bridge Mine --count 1 -- build/bots/random --encoding msgpack
ended 0
XDG_CONFIG_HOME="$tmp/thief" build/avondale connect "$address" --name Mine -- build/bots/random 2>"$tmp/thief.said" && broken 'a thief'
[ "$(wc -l <"$tmp/thief.said")" = 1 ] && grep -q 'needs its token' "$tmp/thief.said" || broken 'the thief was not told why'
[ ! -e "$tmp/thief/avondale/tokens/$(echo "$address" | tr : _)/mine" ] || broken 'the thief has a file'
build/avondale connect "$address" --name Mine --token "$(cat "$kept/mine")" --count 1 --quiet -- build/bots/random \
    2>"$tmp/quiet.said" || broken 'the token on the command line'
[ ! -s "$tmp/quiet.said" ] || broken 'it is not quiet'
bridge Mine --ruleset none-such -- build/bots/random
ended 1
says Mine 'not played here' 1

# Two bridges that claim one name at the same moment: both play.
bridge twins --count 1 -- build/bots/random
first=$bridge
build/avondale connect "$address" --name twins --count 1 -- build/bots/random 2>"$tmp/second.said" || broken 'the second twin'
bridge=$first
ended 0
[ "$(cat "$tmp/twins.said" "$tmp/second.said" | grep -c 'is yours')" = 1 ] || broken 'the name was not claimed once'

# Bots with faults. The game of a bot that crashes continues with another process; the server receives one answer for
# each request.
forfeits() { grep -c 'is over: forfeit' "$tmp/$1.said" || true; }
bridge crash --count 1 -- python3 tests/integration/connect_bot.py crash "$tmp/crashed"
ended 0
says crash 'ended with status 7; it is started again' 1
[ "$(forfeits crash)" = 0 ] || broken 'a crash cost the game'
bridge always -- python3 tests/integration/connect_bot.py always
ended 3
says always 'ended with status 7' 2
for how in lines flood; do
    bridge $how --count 2 -- python3 tests/integration/connect_bot.py $how
    ended 0
    [ "$(forfeits $how)" = 0 ] || broken "$how cost the game"
done
if grep -q 'name=flood closed: more than' "$tmp/log"; then broken 'a flood reached the arena'; fi
bridge hang --count 1 -- python3 tests/integration/connect_bot.py hang
ended 0
[ "$(forfeits hang)" = 1 ] || broken 'a bot that hangs does not lose'
bridge junk -- python3 tests/integration/connect_bot.py junk
says junk 'writes bytes that are no message; it is started again' 2
kill -9 "$bridge"
bridge deaf -- python3 tests/integration/connect_bot.py deaf
says deaf 'is over: forfeit' 1
kill -TERM "$bridge"
ended 0
bridge none -- "$tmp/no-such-bot"
ended 3
says none 'No such file' 1
bridge early -- sh -c 'echo nonsense; cat'
ended 3
says early 'not hello' 1

# Several games at once, each with its own process.
bridge many --games 3 --count 6 -- python3 tests/integration/connect_bot.py plain
many=$bridge
bridge more --games 3 --count 6 -- build/bots/random
ended 0
bridge=$many name=many
ended 0

# One SIGTERM: the game ends first. Two: it ends at once. A killed bridge leaves no process behind.
bridge polite -- python3 tests/integration/connect_bot.py gate "$tmp/gate"
await 20 test -e "$tmp/gate.waits" || broken 'no game for the polite one'
kill -TERM "$bridge"
says polite 'plays its games to the end' 1
touch "$tmp/gate"
ended 0
says polite 'is over' 1
rm "$tmp/gate" "$tmp/gate.waits"
bridge rude -- python3 tests/integration/connect_bot.py gate "$tmp/gate"
await 20 test -e "$tmp/gate.waits" || broken 'no game for the rude one'
kill -TERM "$bridge"
says rude 'plays its games to the end' 1
kill -TERM "$bridge"
ended 4
rm "$tmp/gate.waits"
bridge killed -- python3 tests/integration/connect_bot.py gate "$tmp/gate-of-the-killed"
await 20 test -e "$tmp/gate-of-the-killed.waits" || broken 'no game for the one that is killed'
kill -9 "$bridge"
nobody() { ! pgrep -f gate-of-the-killed >/dev/null; }
await 20 nobody || broken 'its bot lives on'

# The arena goes away in the middle of a game and comes back: the game continues.
bridge back --count 1 -- python3 tests/integration/connect_bot.py gate "$tmp/gate"
await 20 test -e "$tmp/gate.waits" || broken 'no game for the one that comes back'
kill -9 $server
wait $server 2>/dev/null || true
touch "$tmp/gate"
says back 'trying again' 1
daemon "$tmp/db" --register claim --log-level info $two --time "$(duration 1)000" --journal "$tmp/journal" --listen "$address"
ended 0
says back 'is over' 1
grep -q 'game=[^ ]* resumed' "$tmp/log" || broken 'the game does not continue'
stop_daemon 0

# TLS: the bridge connects only to an arena that it trusts.
daemon "$tmp/tls" --tls-self-signed $two
address=$(head -1 "$tmp/ports")
opponent tls-ann
bridge tls --count 1 --tls-ca "$tmp/tls.tls.pem" -- build/bots/random
ended 0
bridge print --count 1 --tls-fingerprint "$(sed -n 's/^tls sha256 //p' "$tmp/log" | tail -1)" -- build/bots/random
ended 0
bridge stranger --tls -- build/bots/random
ended 1
says stranger 'self.signed' 1
bridge other --tls-fingerprint "$(printf '%064d' 0)" -- build/bots/random
ended 1
says other 'another fingerprint' 1
stop_daemon 0

# Hostile arenas, all at once: few connections, little memory, one line for each event, no token for other arenas.
seconds=$(duration 5)
for how in circle away endless junk closes silent games forger; do
    python3 tests/integration/connect_server.py $how "$tmp/ports-$how" "$seconds" >"$tmp/saw-$how" &
    others="$others $!"
    eval "ill_$how=$!"
    await 20 test -s "$tmp/ports-$how" || broken "no arena that is $how"
    address=$(head -1 "$tmp/ports-$how")
    bridge "$how" --token "$(printf '%064d' 7)" -- build/bots/random
    eval "bridge_$how=$bridge"
done
for how in circle away endless junk closes silent games forger; do
    eval "bridge=\$bridge_$how; wait \$ill_$how"
    name=$how saw=$tmp/saw-$how
    size=$(awk '/^VmRSS/ { print $2 }' "/proc/$bridge/status") || broken "$how: the bridge ended: $(tail -1 "$tmp/$how.said")"
    [ "$size" -lt 60000 ] || broken "$how: $size KiB of memory"
    [ "$(awk '{ print $2 }' "$saw")" -le $((20 + 4 * seconds)) ] || broken "$how: $(cat "$saw")"
    [ "$how" != circle ] || [ "$(awk '{ print $6 }' "$saw")" -ge 8 ] || broken "it goes nowhere: $(cat "$saw")"
    if grep -q "$(printf '[\001-\010\033]')" "$tmp/$how.said" || grep -q '^forged' "$tmp/$how.said"; then broken "$how forges lines"; fi
    kill "$bridge"
    if [ "$how" = games ]; then
        says games 'once more ends it' 1
        kill "$bridge"
        ended 4
    else
        ended 0
    fi
done
rm -f "$tmp/ports"
python3 tests/integration/connect_server.py words "$tmp/ports" "$(duration 3)" >"$tmp/saw" &
await 20 test -s "$tmp/ports" || broken 'no arena that refuses'
address=$(head -1 "$tmp/ports")
bridge words -- build/bots/random
ended 1
[ "$(wc -l <"$tmp/words.said")" = 1 ] || broken "a refusal is not one line: $(cat "$tmp/words.said")"

# What is wrong on the command line.
refused() { # WORD ARGUMENT...
    word=$1 status=0
    shift
    build/avondale connect "$@" 2>"$tmp/said" || status=$?
    [ $status = 2 ] && [ "$(wc -l <"$tmp/said")" = 1 ] && grep -q -- "$word" "$tmp/said" || broken "$*: $status, $(cat "$tmp/said")"
}
refused '--name' 127.0.0.1:1 -- cat
refused 'name' 127.0.0.1:1 --name '.hidden' -- cat
refused 'HOST:PORT' , --name x -- cat
refused 'one of them' 127.0.0.1:1 --name x --token 1 --token-file 2 -- cat
refused 'words of a' 127.0.0.1:1 --name x --seek nonsense -- cat
refused '64 digits' 127.0.0.1:1 --name x --tls-fingerprint 1 -- cat
echo 'connect: a bot on standard input and output plays on a ladder, whatever it or the arena does'
