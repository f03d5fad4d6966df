#!/bin/sh
# writers.sh [OLD]: what nodes that share a PostgreSQL store together, at NODES (1 2 4 8 16) of them, in groups of 64 and,
# announced, of 8, for SECS (4) seconds each; the server is one of its own. OLD is the program of another build, build/bench/writers
# of it, which then runs in turns with ours. Prints the lines of writers, after `old` or `new`, and those of the floor, after
# `floor`: the same rows in the same groups by nothing but libpq (writers_floor.c), in the tables that ours left.
set -eu
cd "$(dirname "$0")/../.."
old=${1:-}
. tests/lib/postgres.sh
postgres_find || exit 77
tmp=$(mktemp -d)
stop() {
    [ ! -f "$tmp/pg/data/postmaster.pid" ] || postgres_stop immediate
    rm -rf "$tmp"
}
trap stop EXIT
trap 'exit 3' INT TERM
postgres_options="-c max_connections=300"
postgres_make "$tmp"

run=0
one() { # WORD PROGRAM NODES GROUP [announce]
    word=$1 program=$2
    shift 2
    [ "$word" = floor ] || run=$((run + 1))
    postgres_sql "CREATE SCHEMA IF NOT EXISTS run$run" 2>/dev/null
    "$program" "$postgres_url&options=-csearch_path%3Drun$run" "$1" "$2" "${SECS:-4}" ${3:-} \
        "server=$(head -1 "$tmp/pg/data/postmaster.pid")" | sed "s/^/$word /"
}

for nodes in ${NODES:-1 2 4 8 16}; do
    for group in '64' '8 announce'; do
        # shellcheck disable=SC2086 # two words
        [ -z "$old" ] || one old "$old" "$nodes" ${group% *} $(echo "$group" | grep -o announce || true)
        # shellcheck disable=SC2086
        one new build/bench/writers "$nodes" ${group% *} $(echo "$group" | grep -o announce || true)
        # shellcheck disable=SC2086
        one floor build/bench/writers_floor "$nodes" ${group% *} $(echo "$group" | grep -o announce || true)
    done
done
