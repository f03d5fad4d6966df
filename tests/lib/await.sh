# await.sh - waiting for what comes, in short steps; to be read with `.` from the top of the checkout.
# shellcheck shell=sh

# await SECONDS COMMAND...: until it succeeds; fails where it did not in that time.
await() {
    left=$(($1 * 20))
    shift
    until "$@"; do
        left=$((left - 1))
        [ $left -gt 0 ] || return 1
        sleep 0.05
    done
}

# await_daemon PID FILE LOG: until the daemon PID has written its ports into FILE. Where it does not, what LOG says of
# it, and the script ends.
await_daemon() {
    left=400
    until [ -s "$2" ]; do
        left=$((left - 1))
        if [ $left = 0 ] || ! kill -0 "$1" 2>/dev/null; then
            echo 'the daemon does not start:'
            tail -n 20 "$3"
            exit 1
        fi
        sleep 0.05
    done
}
