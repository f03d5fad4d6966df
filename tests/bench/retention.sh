#!/bin/sh
# retention.sh [RECORDS]: the cost of deleting records in PostgreSQL: by number, 256 in a transaction as
# `--keep-records` does, or as a partition that is detached and dropped; and the cost of storing a record before, in one
# table and in a partition. Prints lines as run.sh does. RECORDS is the number of records of 700 random bytes each way,
# a million by default.
set -eu
cd "$(dirname "$0")/../.."
count=${1:-1000000}
. tests/lib/postgres.sh
postgres_find || exit 77
tmp=$(mktemp -d)
stop() {
    [ ! -f "$tmp/pg/data/postmaster.pid" ] || postgres_stop immediate
    rm -rf "$tmp"
}
trap stop EXIT
trap 'exit 3' INT TERM
postgres_options="-c max_wal_size=4GB"
postgres_make "$tmp"

# Statements, one a line, of one session: seconds, CPU of its process and bytes of WAL.
measure() { # NAME FILE
    postgres_sql CHECKPOINT
    before=$(postgres_sql 'SELECT pg_current_wal_lsn()')
    { printf '%s\n' 'SELECT pg_backend_pid();' '\o /dev/null'; cat "$2"; printf '%s\n' '\o' '\! touch '"$tmp/done" 'SELECT pg_sleep(600);'; } >"$tmp/session"
    rm -f "$tmp/done" "$tmp/out"
    began=$(date +%s%N)
    psql -qAtX -v ON_ERROR_STOP=1 "$postgres_url" -f "$tmp/session" >"$tmp/out" 2>&1 &
    psql=$!
    until [ -e "$tmp/done" ]; do
        kill -0 $psql 2>/dev/null || { cat "$tmp/out" >&2; exit 3; }
        sleep 0.02
    done
    took=$(($(date +%s%N) - began))
    ticks=$(sed 's/.*) //' "/proc/$(head -1 "$tmp/out")/stat" | awk '{ print $12 + $13 }')
    postgres_sql "SELECT pg_terminate_backend($(head -1 "$tmp/out"))" >/dev/null
    wait $psql 2>/dev/null || true
    wal=$(postgres_sql "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '$before')")
    awk -v name="$1" -v took="$took" -v ticks="$ticks" -v hertz="$(getconf CLK_TCK)" -v wal="$wal" -v n="$count" 'BEGIN {
        printf "retention.%s.time %.3g s\nretention.%s.cpu %.3g us/record\nretention.%s.wal %.4g bytes/record\n",
            name, took / 1e9, name, ticks / hertz / n * 1e6, name, wal / n }'
}

# A record as it is stored: 700 bytes that do not compress.
postgres_sql "CREATE TABLE bytes AS SELECT number, (SELECT string_agg(decode(md5(random()::text || number || i), 'hex'), NULL)
    FROM generate_series(1, 44) i) AS bytes FROM generate_series(0, 999) number;
    CREATE TABLE one (seq BIGINT PRIMARY KEY, dictionary BIGINT NOT NULL, bytes BYTEA NOT NULL);
    CREATE TABLE parted (seq BIGINT PRIMARY KEY, dictionary BIGINT NOT NULL, bytes BYTEA NOT NULL) PARTITION BY RANGE (seq);
    CREATE TABLE season PARTITION OF parted FOR VALUES FROM (0) TO ($count);
    CREATE TABLE next PARTITION OF parted FOR VALUES FROM ($count) TO (9000000000)"
for table in one parted; do
    awk -v n="$count" -v table=$table 'BEGIN { for (i = 0; i < n; i += 64)
        printf "INSERT INTO %s SELECT %d + number, 1, bytes FROM bytes WHERE number < %d;\n", table, i, (n - i < 64 ? n - i : 64) }' >"$tmp/insert"
    measure "insert-$table" "$tmp/insert"
done
awk -v n="$count" 'BEGIN { for (i = 0; i < n; i += 256) printf "DELETE FROM one WHERE seq >= %d AND seq < %d;\n", i, i + 256 }' \
    >"$tmp/delete"
measure delete "$tmp/delete"
echo 'VACUUM one;' >"$tmp/vacuum"
measure vacuum "$tmp/vacuum"
printf '%s\n' 'ALTER TABLE parted DETACH PARTITION season;' 'DROP TABLE season;' >"$tmp/detach"
measure detach "$tmp/detach"
