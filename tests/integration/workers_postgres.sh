#!/bin/sh
# The same through PostgreSQL, which is stopped and restarted meanwhile. Skips, and says so, where no server can be
# started.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/postgres.sh
postgres_find || exit 77
postgres_built 'no workers through PostgreSQL' || exit 77
tmp=$(mktemp -d)
. tests/lib/workers.sh
clean() {
    for p in $pids; do kill "$p" 2>/dev/null || :; done
    wait
    postgres_stop immediate || :
    chmod -R u+w "$tmp"
    rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 3' INT TERM
postgres_options='-c fsync=off'
postgres_make "$tmp" || exit 3
workers_middle() {
    postgres_stop fast
    sleep 0.5
    kill -0 $first
    kill -0 $two
    postgres_start
}
workers_play "$postgres_url" postgres_sql
