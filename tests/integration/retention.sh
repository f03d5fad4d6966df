#!/bin/sh
# Records leave a store while its results and its chain stay. The process that archives or deletes them is killed with
# -9 in the middle, and continues afterwards; two nodes do it at once; an altered archive is named. PostgreSQL is
# skipped, with a line, where there is no server.
# shellcheck disable=SC2046 # options in words
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/ports.sh
. tests/lib/postgres.sh
results=3000
tmp=$(mktemp -d)
pids=
postgres_dir=
clean() {
    for p in $pids; do kill -9 "$p" 2>/dev/null || true; done
    wait 2>/dev/null || true
    [ -z "$postgres_dir" ] || postgres_stop immediate || true
    rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 3' INT TERM

fail() {
    cat "$tmp/log" "$tmp/verified" 2>/dev/null | tail -n 20
    echo "retention: $url: $*"
    exit 1
}
ladder() { build/avondale ladder --store "$url" "$@"; }
told() { ladder --json show store | python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
told_is() { [ "$(told "$1")" = "$2" ]; }
told_more() { [ "$(told "$1")" -gt "$2" ]; }
archives() { for file in "$dir"/*.zst; do printf ' --archive %s' "$file"; done; }
verify() { # EXIT ARGUMENTS...
    expected=$1 status=0
    shift
    ladder recompute --verify "$@" >"$tmp/verified" 2>"$tmp/log" || status=$?
    [ $status = "$expected" ] || fail "recompute --verify exited with $status"
    grep -q "^chain of $results results and [01] log entries is whole" "$tmp/verified" || fail 'the chain is not whole'
}

serve() { # ARGUMENTS...: a daemon, whose process is the last of $pids
    rm -f "$tmp/ports"
    build/avondale serve --listen 127.0.0.1:0 --http off --admin off --journal off --store "$url" \
        --port-file "$tmp/ports" "$@" 2>>"$tmp/log" &
    pids="$pids $!"
    last=$!
    await_daemon $last "$tmp/ports" "$tmp/log"
}
serve_node() { # NAME PORT: one of several
    rm -f "$tmp/ports"
    build/avondale serve --listen "127.0.0.1:$2" --http off --admin off --journal off --store "$url" --node "$1" \
        --port-file "$tmp/ports" --keep-records 100 2>>"$tmp/log" &
    pids="$pids $!"
    await_daemon $! "$tmp/ports" "$tmp/log"
}
stop() { # PID...
    for p in "$@"; do
        kill "$p"
        wait "$p" || fail "a daemon ended with $?"
    done
    pids=
}

killed_while_archiving() {
    build/avondale ladder --store "$url" records archive "$dir" >"$tmp/out" 2>"$tmp/log" &
    pids=$!
    await 30 begun || fail 'no archive is begun'
    kill -9 $pids 2>/dev/null || true
    wait $pids 2>/dev/null || true
    pids=
    # Either the archive had its name, or it has none and is begun anew.
    cat "$dir"/*.zst >"$tmp/before" 2>/dev/null || true
    [ ! -s "$tmp/before" ] || ladder recompute --verify --archive "$dir"/*.zst >/dev/null || fail 'half an archive has its name'
    ladder records archive "$dir" >"$tmp/out" 2>"$tmp/log" || fail 'archiving does not continue'
    [ ! -s "$tmp/before" ] || cat "$dir"/*.zst | cmp -s - "$tmp/before" || fail 'an archive was overwritten'
    ! ls "$dir"/*.part >/dev/null 2>&1 || fail 'half an archive is left'
    told_is archived_seq $results || fail 'not all is archived'
    verify 0 $(archives)
    grep -q "^archives: $results records in 1 files" "$tmp/verified" || fail 'the archive does not have all'
}
begun() { [ -n "$(ls "$dir")" ]; }

killed_while_deleting() {
    serve --keep-records 100
    await 60 told_more left_seq 0 || fail 'nothing leaves'
    kill -9 "$last"
    wait "$last" 2>/dev/null || true
    pids=
    verify 0 $(archives)
    if [ -n "$postgres_dir" ]; then
        await_step=0.5
        # The lease of the killed node has to end.
        await 60 serves_again || fail 'no daemon after the one that was killed'
    else
        serve --keep-records 100
    fi
    await 60 told_is left_seq $((results - 100)) || fail 'not all of them leave'
    stop "$last"
    verify 0 $(archives)
    grep -q "^records: $((results - 100)) were deleted" "$tmp/verified" && fail 'the archives were not looked at'
    told_is records 100 || fail 'not 100 records are kept'
    ladder export --records 2>"$tmp/said" | wc -l | grep -qx 100 || fail 'export does not have 100 records'
    grep -q "^$((results - 100)) records were deleted" "$tmp/said" || fail 'export does not say that records left'
}
serves_again() {
    rm -f "$tmp/ports"
    build/avondale serve --listen 127.0.0.1:0 --http off --admin off --journal off --store "$url" \
        --port-file "$tmp/ports" --keep-records 100 2>>"$tmp/log" &
    last=$!
    pids=$last
    await 20 listens_or_ended || return 1
    [ -s "$tmp/ports" ]
}
listens_or_ended() { [ -s "$tmp/ports" ] || process_ended "$last"; }

touched() {
    file=$(ls "$dir"/*.zst)
    cp "$file" "$tmp/whole"
    python3 - "$file" <<'PYTHON'
import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(1000)
    byte = file.read(1)[0]
    file.seek(1000)
    file.write(bytes([byte ^ 1]))
PYTHON
    verify 1 --archive "$file"
    grep -q "^$file line " "$tmp/verified" || fail 'the archive that was touched is not named'
    cp "$tmp/whole" "$file"
    verify 0 --archive "$file"
}

# A new store whose partitions are of so many results.
partitions_of() { # N
    ladder import /dev/null >/dev/null 2>&1 || true # the tables are there now
    psql -qAtX "$url" -c "UPDATE retention SET partition_results = $1"
}
partitions() { psql -qAtX "$url" -c "SELECT count(*) FROM pg_inherits WHERE inhparent = 'packed_record'::regclass"; }

tried() { # URL
    url=$1 dir=$tmp/archives
    rm -rf "$dir"
    mkdir "$dir"
    [ -z "$postgres_dir" ] || partitions_of 1000
    ladder import "$tmp/all" >/dev/null
    # Nothing is archived yet, so no record leaves.
    serve --keep-records 1
    await 30 grep -q 'could be deleted, but are not archived' "$tmp/log" || fail 'no line says that records wait'
    stop "$last"
    told_is left_seq 0 || fail 'what is not archived left'
    killed_while_archiving
    killed_while_deleting
    touched
    echo "retention: ${url%%:*}: done"
}

python3 tests/integration/retention.py $results >"$tmp/all"
tried "sqlite:$tmp/ladder.db"

postgres_find || exit 0
postgres_built 'retention was tried in a file only' || exit 0
# shellcheck disable=SC2034 # postgres.sh reads it
postgres_options='-c fsync=off'
postgres_make "$tmp" || exit 3
tried "$postgres_url"
# Of 3000 results 2900 left: two partitions as a whole, rows of the third; and there is a next one.
[ "$(partitions)" = 2 ] || fail "$(partitions) partitions are left"

echo '== two nodes at once'
postgres_sql 'CREATE DATABASE nodes'
url="postgresql://ladder@/nodes?host=$postgres_dir" dir=$tmp/nodes
mkdir "$dir"
partitions_of 500
ladder import "$tmp/all" >/dev/null
ladder records archive "$dir" >/dev/null
port=$(free_port)
serve_node a "$port"
port=$(free_port)
serve_node b "$port"
await 60 told_is left_seq $((results - 100)) || fail 'two nodes do not let them leave'
status=0
ladder compact --shrink >"$tmp/shrunk" 2>&1 || status=$?
{ [ $status = 3 ] && grep -q 'another avondale serves from it' "$tmp/shrunk" && [ "$(wc -l <"$tmp/shrunk")" = 1 ]; } ||
    fail "beside two nodes, compact --shrink exited with $status: $(cat "$tmp/shrunk")"
# shellcheck disable=SC2086 # words
stop $pids
verify 0 $(archives)
told_is records 100 || fail 'two nodes do not keep 100'
ladder compact --shrink >/dev/null || fail 'compact --shrink fails behind the nodes'
[ "$(partitions)" = 2 ] || fail "$(partitions) partitions are left"
! grep -q 'no records are deleted' "$tmp/log" || fail 'a node failed'
