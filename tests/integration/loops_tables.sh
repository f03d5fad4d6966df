#!/bin/sh
# Four event loops and everything at the tables at once: hints that two tables request at the same moment, chat of bots
# and spectators, streams, reconnects; and the journal's file is truncated under the daemon. AVONDALE names another
# daemon (one built for ThreadSanitizer, which ends with status 66 after a race).
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
. tests/lib/daemon.sh

play() { # GAMES SEED [NAME=COUNT...]: runs until these counts are reached, too
    games=$1 seed=$2
    shift 2
    wanted=
    for word in "$@"; do wanted="$wanted --at-least $word"; done
    # shellcheck disable=SC2086 # several words
    python3 tests/integration/loops_tables_client.py "$tmp/ports" 24 "$games" --seed "$seed" --until "$tmp/enough" $wanted \
        >"$tmp/counts" 2>"$tmp/client" || {
        tail -3 "$tmp/client"
        broken "a bot was blamed, or too few games; seed $seed"
    }
    cat "$tmp/counts"
}
seen_all() {
    admin --json show tables | python3 -c 'import json, sys
for table in json.load(sys.stdin): print(table["loop"])' >>"$tmp/seen"
    [ "$(sort -u "$tmp/seen" | wc -l)" = 4 ]
}

daemon "$tmp/db" --loops 4 --http 127.0.0.1:0 --hints --chat text --live-delay 0 --time "$(patience 20000)" --grace-ms 4000 \
    --watchers-per-table-max 48 --watchers-max 48 --verbose
: >"$tmp/seen"
play 40 1 at-once=100 advice=500 said=100 heard=4 resumed=5 states=20 &
player=$!
others=$player
await 20 seen_all || broken 'not all loops play'
: >"$tmp/enough"
wait $player || { cat "$tmp/counts"; exit 1; }

# Each loop touches the mapping of the truncated journal: one line in the log, and the games continue.
: >"$tmp/db.journal"
play 10 2
[ "$(grep -c 'journal=.* failed: games cut off from now on' "$tmp/log")" = 1 ] || broken 'the journal that broke was not logged once'
stop_daemon 0
echo 'no race, no fault'
