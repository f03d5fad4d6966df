/* pg_partition.c - partitions of the table of packed records, which leave as a whole.
 *
 * Each has the records of so many results, in the order of the log. Its name and its row in table
 * `record_partition` say the last one; the row stays when the partition leaves. Whoever holds the
 * lock of the log makes and drops them, so no two do it at once. */
#include "postgres/pg.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Of how many results a partition is: 2 GiB. Tests make them smaller, in table `retention`. */
#define PARTITION_RESULTS (1LL << 20)
/* What somebody who reads records may make all writers wait while a partition is taken out. */
#define PATIENCE "100ms"

/* Partitions are attached without a lock that readers or writers notice from version 12 on, and
 * found by a number in a statement that is prepared from 14 on. Relatives tell another version. */
static const char is_wanted[] =
    "SELECT count(*) FROM retention WHERE partition_results = 0 AND version() LIKE 'PostgreSQL %'"
    " AND version() NOT LIKE '%-YB-%'"
    " AND CAST(current_setting('server_version_num') AS BIGINT) >= 140000";

#define PARTITIONED                                                                                \
    "CREATE TABLE packed_record (seq BIGINT PRIMARY KEY, dictionary BIGINT NOT NULL,"              \
    " bytes BYTEA NOT NULL) PARTITION BY RANGE (seq);"

/* The table becomes the first partition, with room for more results: programs of older versions
 * that still run make none. */
static int convert(struct store *store, PGconn *conn, int64_t last_result)
{
    int64_t ignored, end = (last_result / PARTITION_RESULTS + 2) * PARTITION_RESULTS;
    char *sql = NULL;

    if (asprintf(&sql,
                 "ALTER TABLE packed_record RENAME TO packed_record_%" PRId64 ";"
                 "ALTER INDEX packed_record_pkey RENAME TO packed_record_%" PRId64
                 "_pkey;" PARTITIONED
                 "ALTER TABLE packed_record ATTACH PARTITION packed_record_%" PRId64
                 " FOR VALUES FROM (MINVALUE) TO (%" PRId64 ");"
                 "INSERT INTO record_partition (last_seq) VALUES (%" PRId64 ")",
                 end, end, end, end + 1, end) < 0)
        return pg_say(store, "out of memory");
    int status = pg_run(store, conn, sql, &ignored);
    free(sql);
    return status;
}

int pg_partition_make(struct store *store, PGconn *conn, bool large)
{
    int64_t wanted = 0, last_result = 0, others = 0, ignored = 0;
    char sql[80];

    if (pg_run(store, conn, is_wanted, &wanted) ||
        pg_run(store, conn, "SELECT last_result FROM ladder", &last_result) ||
        pg_run(store, conn, "SELECT count(*) FROM lease", &others))
        return -1;
    if (!wanted || (last_result > PARTITION_RESULTS && !large))
        return 0;
    int status = last_result > 0 || others > 0
                     ? convert(store, conn, last_result)
                     : pg_run(store, conn, "DROP TABLE packed_record;" PARTITIONED, &ignored);
    snprintf(sql, sizeof sql, "UPDATE retention SET partition_results = %lld", PARTITION_RESULTS);
    return status ? -1 : pg_run(store, conn, sql, &ignored);
}

/* ---------------------------------------------------------------------------- a new partition */

/* It ends at a multiple of the number of results. While half a partition is still free, others
 * may write, too, that make none. */
int pg_partition_room(struct store *store, int64_t seq)
{
    struct pg_store *pg = pg_of(store);
    int64_t results = pg->partition_results, after = pg->partition_end;
    char sql[400];

    if (results == 0 || seq + results / 2 <= after)
        return 0;
    int64_t end = (seq + results / 2 + results - 1) / results * results;
    snprintf(sql, sizeof sql,
             "CREATE TABLE packed_record_%" PRId64 " (LIKE packed_record INCLUDING CONSTRAINTS"
             " INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING STORAGE)",
             end);
    if (pg_send_text(store, sql))
        return -1;
    snprintf(sql, sizeof sql,
             "ALTER TABLE packed_record ATTACH PARTITION packed_record_%" PRId64
             " FOR VALUES FROM (%" PRId64 ") TO (%" PRId64 ")",
             end, after + 1, end + 1);
    if (pg_send_text(store, sql) || pg_send(store, PG_PARTITION_ADD, "i", end))
        return -1;
    pg->partition_end = end;
    return 0;
}

/* ------------------------------------------------------------------------ one that is taken out */

int pg_partition_next(struct store *store, int64_t after_seq, int64_t *end)
{
    const PGresult *rows = pg_query(store, PG_PARTITION_NEXT, "i", after_seq);

    if (!rows)
        return -1;
    *end = PQntuples(rows) == 1 ? pg_int(rows, 0, 0) : 0;
    return 0;
}

int pg_partition_drop(struct store *store, int64_t end)
{
    char detach[120], drop[80];

    snprintf(detach, sizeof detach,
             "ALTER TABLE packed_record DETACH PARTITION packed_record_%" PRId64, end);
    snprintf(drop, sizeof drop, "DROP TABLE packed_record_%" PRId64, end);
    return pg_send_text(store, "SET LOCAL lock_timeout = '" PATIENCE "'") ||
                   pg_send_text(store, detach) || pg_send_text(store, drop) ||
                   pg_send(store, PG_RETENTION_LEFT, "i", end) || pg_wait(store)
               ? -1
               : 0;
}
