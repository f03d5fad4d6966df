# daemon.sh - for scripts that start a daemon and bots beside it; source it from the top of the checkout. Makes $tmp.
# When the script ends, the processes are killed and $tmp is removed.
# shellcheck shell=sh disable=SC2034
. tests/lib/await.sh
tmp=$(mktemp -d)
server=
witness=
others=
mounted=
trap 'kill -9 $server $witness $others 2>/dev/null || true; wait 2>/dev/null || true
    [ -z "$mounted" ] || umount "$mounted"
    rm -rf "$tmp"' EXIT

broken() {
    echo "$*"
    echo 'the end of the log of the daemon:'
    tail -5 "$tmp/log"
    echo "${0##*/}: $*"
    exit 1
}

# never COMMAND...: must fail.
never() {
    if "$@"; then broken "succeeded: $*"; fi
}

# admin COMMAND...: sends an admin command to the daemon whose database is $tmp/db.
admin() { timeout "$(patience 20)" build/avondale admin --socket "$tmp/db.admin" "$@"; }
stat_of() { admin show stats | awk -v key="$1" '$1 == key { print $2 }'; }

# daemon DATABASE OPTION...: starts a daemon on a free port; AVONDALE may name another program.
daemon() {
    rm -f "$tmp/ports"
    store=sqlite:$1
    shift
    case " $* " in *max_hands=*) hands= ;; *) hands='--option max_hands=1' ;; esac
    # shellcheck disable=SC2086
    "${AVONDALE:-build/avondale}" serve --listen 127.0.0.1:0 --http off --store "$store" --port-file "$tmp/ports" \
        $hands --grace-ms 20000 "$@" 2>>"$tmp/log" &
    server=$!
    await_daemon "$server" "$tmp/ports" "$tmp/log"
}

# stop_daemon STATUS...: stops the daemon; it must end with one of these exit statuses.
stop_daemon() {
    status=0
    kill "$server"
    wait "$server" || status=$?
    server=
    case " $* " in *" $status "*) ;; *) broken "the daemon ended with $status" ;; esac
}

# witnesses OPTION...: starts bots that play and write the results that they receive into $tmp/told.
witnesses() {
    python3 tests/lib/witness.py --ports "$tmp/ports" --told "$tmp/told" "$@" 2>"$tmp/witness" &
    witness=$!
}

# Stops the witnesses. They obey the rules, so none of them may have been blamed.
stop_witnesses() {
    status=0
    kill "$witness"
    wait "$witness" || status=$?
    witness=
    [ $status = 0 ] || {
        tail -3 "$tmp/witness"
        broken 'a bot that kept the rules was blamed'
    }
}

told() {
    if [ -f "$tmp/told" ]; then wc -l <"$tmp/told"; else echo 0; fi
}

told_at_least() {
    [ "$(told)" -ge "$1" ]
}

# ticks PID: processor time so far, in hundredths of a second.
ticks() {
    awk '{ print $14 + $15 }' "/proc/$1/stat"
}

# The ladder must hold the results that the bots received.
check_ladder() {
    build/avondale ladder --store "sqlite:$1" export --json >"$tmp/export"
    python3 tests/lib/ladder_check.py "$1" "$tmp/export" "$tmp/told" >"$tmp/check" || {
        tail "$tmp/check"
        broken 'the ladder differs from what bots were told'
    }
    tail -1 "$tmp/check"
    build/avondale ladder --store "sqlite:$1" recompute --verify >"$tmp/verify" || broken 'the log differs'
}
