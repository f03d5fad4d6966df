# await.sh - waits for conditions in short steps, with a limit; source it from the top of the checkout. The
# limits are those of a machine that is not slow; AVONDALE_TEST_SLOWNESS, which run.sh sets, multiplies them.
# shellcheck shell=sh

# patience SECONDS: that limit on this machine, in seconds; as in `timeout "$(patience 60)" COMMAND`.
patience() { echo $(($1 * ${AVONDALE_TEST_SLOWNESS:-1})); }

# duration N: how long an attack or a load lasts, or a time that the test waits out, in the unit of N. A slow machine gets
# more, but at most four times that: a limit costs nothing where a test passes, a duration always.
duration() { echo $(($1 * (${AVONDALE_TEST_SLOWNESS:-1} < 4 ? ${AVONDALE_TEST_SLOWNESS:-1} : 4))); }

# await SECONDS COMMAND...: runs COMMAND until it succeeds; fails after SECONDS. It tries every 0.05 seconds, after 20 tries
# every 0.25, after 40 every 0.5, so that the process that it waits for has the processor; or every $await_step seconds.
# COMMAND may call await itself.
await() {
    await_now
    set -- $((await_now + $(patience "$1") + 1)) 0 "$@"
    until await_try "$@"; do
        await_now
        [ "$await_now" -lt "$1" ] || return 1
        await_pause=0.05
        [ "$2" -lt 20 ] || await_pause=0.25
        [ "$2" -lt 40 ] || await_pause=0.5
        sleep "${await_step:-$await_pause}"
        await_end=$1 await_tries=$(($2 + 1))
        shift 2
        set -- "$await_end" "$await_tries" "$@"
    done
}
await_try() {
    shift 3
    "$@"
}
await_now() { # seconds since the machine started, without a process for it
    read -r await_now _ </proc/uptime
    await_now=${await_now%.*}
}

# await_gone SECONDS PID: waits until the process has ended.
await_gone() { await "$1" process_gone "$2"; }
# Whether the process has ended; a child of this shell is a zombie until the shell waits for it.
process_ended() { process_gone "$1" || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }
process_gone() { ! kill -0 "$1" 2>/dev/null; }

# await_daemon PID FILE LOG: waits until the daemon PID has written its ports into FILE. If it does not, prints LOG and
# ends the script.
await_daemon() {
    await 20 daemon_listens "$1" "$2" && [ -s "$2" ] && return
    await_why='the daemon does not start'
    ! process_gone "$1" || await_why='the daemon ended before it listened'
    echo "$await_why:"
    tail -n 20 "$3"
    echo "$await_why"
    exit 1
}
daemon_listens() { [ -s "$2" ] || process_gone "$1"; }
