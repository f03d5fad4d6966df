# await.sh - waiting for what comes, in short steps, with a limit; to be read with `.` from the top of the checkout. The
# limits are those of a machine that is not slow; AVONDALE_TEST_SLOWNESS, which run.sh sets, multiplies them.
# shellcheck shell=sh

# patience SECONDS: that limit on this machine, in seconds; as in `timeout "$(patience 60)" COMMAND`.
patience() { echo $(($1 * ${AVONDALE_TEST_SLOWNESS:-1})); }

# duration SECONDS: how long an attack or a load lasts, in seconds. A slow machine gets more, but at most four times that:
# a limit costs nothing where a test passes, a duration always.
duration() { echo $(($1 * (${AVONDALE_TEST_SLOWNESS:-1} < 4 ? ${AVONDALE_TEST_SLOWNESS:-1} : 4))); }

# await SECONDS COMMAND...: until it succeeds; fails where it did not in that time. It tries every $await_step seconds.
# The command may await something itself.
await() {
    set -- $(($(date +%s) + $(patience "$1") + 1)) "$@"
    until await_try "$@"; do
        [ "$(date +%s)" -lt "$1" ] || return 1
        sleep "${await_step:-0.05}"
    done
}
await_try() {
    shift 2
    "$@"
}

# await_gone SECONDS PID: until there is no such process.
await_gone() { await "$1" process_gone "$2"; }
# A child of this shell stays until it is waited for: it has ended before.
process_ended() { process_gone "$1" || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }
process_gone() { ! kill -0 "$1" 2>/dev/null; }

# await_daemon PID FILE LOG: until the daemon PID has written its ports into FILE. Where it does not, what LOG says of
# it, and the script ends.
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
