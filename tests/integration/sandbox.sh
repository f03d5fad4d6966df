#!/bin/sh
# Hostile bots in each mode of the sandbox: the mode keeps its promises, an attack outside of them succeeds (so that a
# check here can fail), and no process of a bot survives, whatever ends the arena.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/await.sh
. tests/lib/processes.sh
tmp=$(mktemp -d) || exit 2
mark=hostile-mark-$$
shared=/tmp/$mark-dropped
server=
arena=
listener=
trap 'kill -9 $server $arena $listener 2>/dev/null; rm -rf "$tmp"
    rm -f "$shared" build/tests/hostile-beside build/tests/hostile-socket' EXIT
bad=0
fail() {
    echo "sandbox: $*" >&2
    bad=1
}
left() { processes_with "$mark" | wc -l; } # the bots with their supervisors
bots() {
    for process in $(processes_with "$mark"); do process_program "$process"; done | grep -c '^build/tests/hostile$'
}
gone() { # WHAT: no hostile process is left; a killed one may take a moment to end
    await 20 none_left || fail "$1: $(left) processes are left"
}
none_left() { [ "$(left)" = 0 ]; }
play() { # MODE ATTEMPTS OPTION...: writes the outcome of both of its seats to $tmp/said
    mode=$1 attempts=$2
    shift 2
    rm -rf "$tmp/logs"
    # shellcheck disable=SC2086
    HOSTILE_SECRET=1 timeout "$(patience 120)" build/avondale match --bot basic=build/bots/basic \
        --bot bad="build/tests/hostile $mark $attempts" --games 1 --seed 07 --option max_hands=1 \
        --time "startup=${startup:-$(patience 8000)}" --policy strict --sandbox "$mode" --bot-logs "$tmp/logs" "$@" \
        >"$tmp/out" 2>"$tmp/err"
    status=$?
    # It never sends hello, and the arena reports it.
    [ $status = 3 ] && grep -q 'bad never started' "$tmp/err" ||
        { fail "$mode $attempts: exit $status"; cat "$tmp/err" >&2; }
    cat "$tmp"/logs/bad.*.log >"$tmp/said"
    gone "$mode $attempts"
}
said() { # WORD VALUE: all bots that reported WORD reported this value
    if ! grep -q "^$1 $2\$" "$tmp/said" || grep "^$1 " "$tmp/said" | grep -qv "^$1 $2\$"; then
        fail "$mode: expected '$1 $2', got: $(grep "^$1 " "$tmp/said" | tr '\n' ';')"
    fi
}
at_most() { # WORD NUMBER
    highest=$(sed -n "s/^$1 \([0-9]*\)\$/\1/p" "$tmp/said" | sort -n | tail -1)
    if [ -z "$highest" ] || [ "$highest" -gt "$2" ]; then
        fail "$mode: $1: expected at most $2, got '$highest'"
    fi
}
skip() { echo "sandbox: not checked: $*"; }

build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" --port-file "$tmp/ports" \
    2>"$tmp/serve.log" &
server=$!
await_daemon "$server" "$tmp/ports" "$tmp/serve.log"
port=$(sed -n '1s/.*[^0-9]//; 1s/^.*:\([0-9]*\).*/\1/; 1p' "$tmp/ports" | grep -o '[0-9]*$')
# A listening socket beside the hostile program, as in a directory where a user keeps both.
beside=$PWD/build/tests/hostile-socket
rm -f "$beside"
python3 -c 'import signal, socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); signal.pause()' \
    "$beside" &
listener=$!
await 20 test -S "$beside" || fail 'no socket'
cases="drop=$tmp/dropped tmp=$shared beside read=$tmp/db connect=$port peek list flood orphans"

# ------------------------------------------------------------------------------------- none
play none "$(echo "$cases" | sed "s/peek/peek=$(patience 5)/")"
said dropped yes
said beside yes
said read yes
said connected yes
said secret yes
said descriptors 0
[ "$(sed -n 's/^seen //p' "$tmp/said" | sort -n | tail -1)" -ge 1 ] || fail "none: no other process was seen"
[ "$(wc -c <"$tmp/logs/bad.1.log")" -le 1048576 ] || fail "none: a log of more than 1 MiB"
grep -q '^\[cut here' "$tmp/said" || fail "none: no sign of a cut"
grep -qv 'bad never started' "$tmp/err" && fail "none: $(cat "$tmp/err")"
rm -f "$tmp/dropped" "$shared"

play none "unix=$beside patricide"
said unix-stream yes # so that the check of strict can fail
said patricide begins

# ----------------------------------------------------------------------------------- rlimit
play rlimit "patricide"
said patricide begins
play rlimit "$cases"
said secret no
said home /tmp
said descriptors 0
said connected yes
rm -f "$tmp/dropped" "$shared"
play rlimit "memory" --bot-memory-mb 128
at_most megabytes 128
startup=100000 # until the bot has used its startup time
play rlimit "spin" --bot-cpu-sec 1 --verbose
startup=
grep -q 'ended by signal 9' "$tmp/err" || fail "rlimit: more CPU time than allowed"
if build/avondale match --bot a=build/bots/basic --bot b=build/bots/basic --games 1 --option max_hands=1 \
    --sandbox rlimit --require-sandbox >/dev/null 2>"$tmp/err"; then
    play rlimit "fork" --bot-processes 20
    at_most forked 20
else
    [ "$(wc -l <"$tmp/err")" = 1 ] || fail "rlimit: expected one line: $(cat "$tmp/err")"
    skip "processes in rlimit: $(cat "$tmp/err")"
    play rlimit "fork"
fi

# ----------------------------------------------------------------------------------- strict
build/avondale match --bot a=build/bots/basic --bot b=build/bots/basic --games 1 --option max_hands=1 \
    --sandbox strict --require-sandbox >/dev/null 2>"$tmp/err"
status=$?
[ "$(wc -l <"$tmp/err")" = 1 ] || fail "strict: expected one line: $(cat "$tmp/err")"
if [ $status = 0 ]; then
    rm -f "$tmp/dropped" "$shared"
    # The log is full after a flood: the flood has its own match, and nothing is logged after it.
    play strict "drop=$tmp/dropped tmp=$shared read=$tmp/db beside connect=$port peek keeper calls list orphans"
    said dropped 'No such file or directory'
    [ ! -e "$tmp/dropped" ] || fail "strict: a file was dropped"
    said tmp yes
    [ ! -e "$shared" ] || fail "strict: its /tmp is ours"
    said read 'No such file or directory'
    said beside 'Read-only file system'
    said connected 'Permission denied'
    said seen 0
    said keeper-memory 'Permission denied'
    said keeper-read 'Operation not permitted'
    said keeper alive
    for call in traced unshared cloned chroot setuid; do
        grep "^$call " "$tmp/said" | sort -u | grep -Eqx "$call (Operation not permitted|Invalid argument)" ||
            fail "strict: $call: $(grep "^$call " "$tmp/said")"
    done
    said descriptors 0
    said secret no
    said home /tmp
    said 'done' yes
    play strict "flood orphans"
    play strict "fork" --bot-processes 20
    at_most forked 20
    play strict "bomb" --bot-processes 20
    play strict "memory" --bot-memory-mb 128
    at_most megabytes 128
    play strict "unix=$beside"
    for way in stream datagram pair send message named opened; do
        grep "^unix-$way " "$tmp/said" | sort -u >"$tmp/ways"
        grep -Eqx "unix-$way (Permission denied|Bad file descriptor|Operation not supported|Transport .*)" "$tmp/ways" ||
            fail "strict: unix-$way: $(cat "$tmp/ways")"
    done
    said pair yes
    play strict "shared inodes" --bot-memory-mb 128
    at_most memfd 0
    at_most segments 0
    at_most queues 0
    at_most tmp-megabytes 64
    at_most inodes 16384
else
    [ $status = 3 ] || fail "strict: exit $status where less than strict works"
    skip "strict: $(cat "$tmp/err")"
fi

# ----------------------------------------------------------------------------- a tournament too
cat >"$tmp/three.ini" <<END
[tournament]
name = three
format = round-robin
max_hands = 1
seed = 5eed
output = $tmp/three
[entry basic]
command = $PWD/build/bots/basic
[entry bad]
command = $PWD/build/tests/hostile $mark list connect=$port orphans
directory = /
environment = HOSTILE_SECRET=ours
END
rm -rf "$tmp/logs"
status=0
timeout "$(patience 60)" build/avondale tournament "$tmp/three.ini" --sandbox strict --bot-logs "$tmp/logs" >/dev/null 2>"$tmp/err" ||
    status=$?
[ $status = 3 ] || { fail "tournament: exit $status"; cat "$tmp/err" >&2; }
cat "$tmp"/logs/bad.*.log >"$tmp/said"
mode=tournament
said descriptors 0
said secret yes # its own secret, from the file
gone tournament
if grep -q 'missing here' "$tmp/err"; then skip "a tournament's bots: $(cat "$tmp/err")"; else said connected 'Permission denied'; fi

# ------------------------------------------------------------- an arena that is killed by force
all_bots() { [ "$(bots)" -ge 8 ]; } # two seats: each has the bot and three orphans
for mode in none rlimit strict; do
    build/avondale match --bot basic=build/bots/basic --bot bad="build/tests/hostile $mark orphans remain" \
        --games 1 --time startup=600000 --sandbox $mode >"$tmp/out" 2>&1 &
    arena=$!
    await 20 all_bots || fail "kill -9, $mode: only $(bots) hostile processes: $(cat "$tmp/out")"
    kill -9 $arena
    wait $arena 2>/dev/null
    arena=
    gone "kill -9, $mode"
done

# ----------------------------------------------------------------------------------- bad starts
status=0
build/avondale match --bot a=build/bots/basic --bot b="build/tests/hostile" --games 1 --sandbox none \
    --require-sandbox 2>"$tmp/err" || status=$?
[ $status = 2 ] && grep -q -- --require-sandbox "$tmp/err" || fail "none with --require-sandbox: exit $status"
printf '#!/nonexistent/interpreter\n' >"$tmp/script"
chmod +x "$tmp/script"
for mode in none rlimit strict; do
    status=0
    timeout "$(patience 60)" build/avondale match --bot a=build/bots/basic --bot b="$tmp/script" --games 1 \
        --sandbox $mode 2>"$tmp/err" >/dev/null || status=$?
    [ $status = 3 ] && grep -q "could not be started: $tmp/script: No such" "$tmp/err" ||
        fail "$mode: a script without its interpreter: exit $status, $(cat "$tmp/err")"
done
[ $bad = 0 ] && echo "sandbox: every mode holds what it promises"
exit $bad
