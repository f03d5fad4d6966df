# nodes.sh - two nodes, a and b, on one PostgreSQL in $tmp; to be sourced after `test=NAME`.
#
#   nodes_begin WHAT         makes $tmp and the database; skips the test where that cannot be, and says that WHAT was not
#                            tested
#   fail TEXT...             ends the test: the logs' last lines, then the test's name and TEXT
#   count 'TABLE [WHERE ...]'   prints the number of rows
#   knows NAME               whether the node with the socket $tmp/admin.NAME knows the other one; they look for each other
#                            every few seconds
#
# At the end all processes in $bots, $carried, $node_a and $node_b are killed and $tmp is removed.
. tests/lib/await.sh
. tests/lib/postgres.sh
bots='' carried='' node_a='' node_b=''

nodes_clean() {
    for p in $bots $carried $node_a $node_b; do kill -9 "$p" 2>/dev/null || true; done
    wait 2>/dev/null || true
    postgres_stop immediate || true
    rm -rf "$tmp"
}

nodes_begin() {
    postgres_find || exit 77
    postgres_built "$1" || exit 77
    tmp=$(mktemp -d)
    trap nodes_clean EXIT
    trap 'exit 3' INT TERM
    # shellcheck disable=SC2034 # of postgres.sh
    postgres_options='-c fsync=off'
    postgres_make "$tmp" || exit 3
}

fail() {
    echo "$*"
    tail -n 30 "$tmp"/*.log
    # shellcheck disable=SC2154 # of the test
    echo "$test: $*"
    exit 1
}
count() { postgres_sql "SELECT count(*) FROM $1"; }
knows() {
    [ "$(build/avondale admin --socket "$tmp/admin.$1" show stats 2>/dev/null | awk '$1 == "other_nodes" { print $2 }')" = 1 ]
}
