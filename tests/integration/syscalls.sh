#!/bin/sh
# A decision costs one read and one write for its seat, and hardly anything else. strace counts the system calls of the
# thread that plays, of a daemon and of a match. Beyond one write for each decision there are those to the other seats
# at the end of a hand and of a game. Exits with 77 without strace, or where it may not trace.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/await.sh
. tests/lib/processes.sh
tmp=$(mktemp -d) || exit 3
server=
tracer=
stop() {
    [ -z "$server" ] || kill "$server" 2>/dev/null
    [ -z "$tracer" ] || wait "$tracer" 2>/dev/null
    rm -rf "$tmp"
}
trap stop EXIT
trap 'exit 3' INT TERM

if ! strace -c -o "$tmp/try" true 2>/dev/null; then
    echo "strace is missing or may not trace: apt-get install strace"
    exit 77
fi

calls() { # FILE NAME...: how many of these calls a summary of strace has
    file=$1
    shift
    for name in "$@"; do awk -v name="$name" '$NF == name { print $4 }' "$file"; done | awk '{ n += $1 } END { print n + 0 }'
}

bad=0
# hold WHAT FILE DECISIONS LIMIT BEGIN NAME...: at most LIMIT of these calls for each decision, beyond the first BEGIN
hold() {
    what=$1 file=$2 decisions=$3 limit=$4 begin=$5
    shift 5
    if ! awk -v what="$what" -v n="$(calls "$file" "$@")" -v d="$decisions" -v limit="$limit" -v begin="$begin" -v names="$*" 'BEGIN {
        printf "%s %s %d, %.4f a decision beyond %d, limit=%s\n", what, names, n, (n > begin ? n - begin : 0) / d, begin, limit
        exit !(n <= limit * d + begin) }'; then
        bad=1
    fi
}

# What it takes to load the program is no part of a game.
strace -c -o "$tmp/loads" build/avondale --version >/dev/null || exit 3
loads=$(calls "$tmp/loads" futex brk mmap munmap getrandom)

check() { # WHAT FILE DECISIONS BOTS
    [ "$3" -ge 1000 ] || { echo "$1: only $3 decisions were played"; exit 1; }
    [ "$(calls "$2" read recvfrom recvmsg)" -ge "$3" ] || { echo "$1: fewer reads than decisions: strace saw the wrong thread"; exit 1; }
    hold "$1" "$2" "$3" 1.05 $((3 * $4)) read recvfrom recvmsg # each bot sends hello and leaves
    hold "$1" "$2" "$3" 1.20 0 write sendto
    hold "$1" "$2" "$3" 1.05 0 epoll_wait epoll_pwait epoll_pwait2
    hold "$1" "$2" "$3" 0.01 $((4 * $4)) epoll_ctl # each descriptor opens and closes
    hold "$1" "$2" "$3" 0.02 0 clock_gettime timerfd_settime setitimer gettimeofday
    hold "$1" "$2" "$3" 0.05 $((4 * $4 + loads)) futex brk mmap munmap getrandom # memory and a session for each
}

# The daemon: sixteen tables; the thread of its database is not traced.
strace -c -o "$tmp/serve" build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" \
    --port-file "$tmp/ports" --tables-max 16 >"$tmp/log" 2>&1 &
tracer=$!
await_daemon "$tracer" "$tmp/ports" "$tmp/log"
server=$(process_children "$tracer" | head -n 1)
build/bench/load --warm 0 --seconds 2 "$(head -1 "$tmp/ports" | grep -o '[0-9]*$')" 64 >"$tmp/load" || exit 3
kill "$server"
wait "$tracer"
server=
tracer=
check serve "$tmp/serve" "$(sed -n 's/.*answers=//p' "$tmp/load")" 64

# A match with bots on pipes.
bot="$(pwd)/build/bench/pipes --bot"
strace -c -o "$tmp/match" build/avondale match --bot a="$bot" --bot b="$bot" --games 40 --jobs 4 --seed 01 --json \
    >"$tmp/json" 2>"$tmp/log" || { cat "$tmp/log"; exit 3; }
check match "$tmp/match" "$(grep -o '"decisions": [0-9]*' "$tmp/json" | awk '{ n += $2 } END { print n + 0 }')" 16
[ $bad -eq 0 ]
