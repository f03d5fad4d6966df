/* pg_record.c - records of games in the PostgreSQL store, and the space that they take. */
#include "postgres/pg.h"
#include "base/hex.h"
#include "store/store_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------- dictionaries */

char *pg_record_dictionary_count(void)
{
    size_t size;
    const uint8_t *bytes = blob_dictionary(&size);
    char *sql = NULL;

    if (asprintf(&sql, "SELECT count(*) FROM dictionary WHERE number = %lld",
                 (long long)blob_dictionary_number(bytes, size)) < 0)
        return NULL;
    return sql;
}

char *pg_record_dictionary_insert(void)
{
    size_t size;
    const uint8_t *bytes = blob_dictionary(&size);
    char *hex = malloc(2 * size + 1), *sql = NULL;

    if (!hex)
        return NULL;
    hex_format(bytes, size, hex);
    if (asprintf(&sql,
                 "INSERT INTO dictionary (number, bytes) VALUES (%lld, decode('%s', 'hex'))"
                 " ON CONFLICT DO NOTHING",
                 (long long)blob_dictionary_number(bytes, size), hex) < 0)
        sql = NULL;
    free(hex);
    return sql;
}

/* Copies the bytes of a column, sent as \x and digits, to bytes[max]. Returns their number, or -1
 * if they are malformed. */
static int bytes_read(const PGresult *rows, int row, int column, uint8_t *bytes, int max)
{
    const char *text = PQgetvalue(rows, row, column);
    int size = (PQgetlength(rows, row, column) - 2) / 2;

    if (size < 0 || size > max || text[0] != '\\' || text[1] != 'x')
        return -1;
    return hex_parse(text + 2, bytes, (size_t)size) ? -1 : size;
}

/* As store_dictionary_fn. */
static int dictionary_find(struct store *store, int64_t dictionary, uint8_t *bytes)
{
    const PGresult *rows = pg_query(store, PG_DICTIONARY_FIND, "i", dictionary);

    if (!rows)
        return -1;
    int size = PQntuples(rows) > 0 ? bytes_read(rows, 0, 0, bytes, BLOB_DICTIONARY_MAX) : 0;
    return size < 0 ? 0 : size;
}

/* ------------------------------------------------------------------------------------- records */

static int blob_send(struct store *store, int64_t seq, const struct blob *blob)
{
    return pg_batch_add(store, PG_BATCH_RECORD, seq, blob->dictionary, blob->bytes,
                        (int)blob->size);
}

int pg_record_add(struct store *store, int64_t seq, const struct ladder_result *result)
{
    if (result->record && pg_partition_room(store, seq))
        return -1;
    return store_record_add(store, seq, result, blob_send);
}

/* A row copied out of the connection: asking for its dictionary ends the rows. */
int pg_record_unpack(struct store *store, const char *game, const PGresult *rows, char **text)
{
    struct store_record_row row = {.size = 0};
    char *plain = NULL;
    uint8_t *bytes = NULL;
    int status = 0;

    if (!PQgetisnull(rows, 0, 1)) {
        int max = PQgetlength(rows, 0, 1) / 2 + 1;
        bytes = malloc((size_t)max);
        int size = bytes ? bytes_read(rows, 0, 1, bytes, max) : 0;
        row.bytes = bytes;
        row.size = size < 0 ? 0 : (size_t)size; /* no blob is empty, so it is damaged */
        row.dictionary = pg_int(rows, 0, 0);
        status = bytes ? 0 : -1;
    } else if (!PQgetisnull(rows, 0, 2)) {
        row.text = plain = strdup(PQgetvalue(rows, 0, 2));
        status = plain ? 0 : -1;
    }
    status = status ? pg_say(store, "out of memory")
                    : store_record_unpack(store, game, &row, dictionary_find, text);
    free(bytes);
    free(plain);
    return status;
}

int pg_record_find(struct store *store, const char *game, char **text)
{
    *text = NULL;
    const PGresult *rows = pg_query(store, PG_RECORD_FIND, "s", game);
    if (!rows)
        return -1;
    if (PQntuples(rows) == 0)
        return STORE_NONE;
    bool left = PQgetisnull(rows, 0, 1) && PQgetisnull(rows, 0, 2) && !PQgetisnull(rows, 0, 3);
    return left ? STORE_LEFT : pg_record_unpack(store, game, rows, text);
}

/* An outline of row `i` of PG_RECORDS_OF; *text is NULL if it has no record. */
static int outline_make(struct store *store, const char *game, const PGresult *rows, int i,
                        char **text)
{
    struct store_record_row row = {.size = 0};
    uint8_t *bytes = NULL;

    *text = NULL;
    if (!PQgetisnull(rows, i, 2)) {
        int max = PQgetlength(rows, i, 2) / 2 + 1;
        bytes = malloc((size_t)max);
        if (!bytes)
            return pg_say(store, "out of memory");
        int size = bytes_read(rows, i, 2, bytes, max);
        row.bytes = bytes;
        row.size = size < 0 ? 0 : (size_t)size; /* no blob is empty, so it is damaged */
        row.dictionary = pg_int(rows, i, 1);
    } else if (!PQgetisnull(rows, i, 3)) {
        row.text = PQgetvalue(rows, i, 3);
    } else {
        return 0;
    }
    int status = store_record_outline(store, game, &row, dictionary_find, text);
    free(bytes);
    return status;
}

int pg_record_outlines(struct store *store, int64_t bot_id, const struct store_result *results,
                       int count, store_outline_fn *each, void *context)
{
    int at = 0, status = 0;

    if (!pg_query(store, PG_RECORDS_OF, "iii", bot_id, results[count - 1].seq, results[0].seq))
        return -1;
    PGresult *rows = pg_answer_take(store, 0); /* as asking for a dictionary ends others */
    for (int i = 0; i < PQntuples(rows) && status == 0; i++) {
        int index = store_record_index(results, count, pg_int(rows, i, 0), &at);
        char *text = NULL;
        if (index < 0)
            continue;
        status = outline_make(store, results[index].result.game, rows, i, &text);
        if (text)
            each(context, index, text);
        free(text);
    }
    PQclear(rows);
    return status;
}

/* ------------------------------------------------------------------------------- old records */

int pg_record_plain(struct store *store, struct store_plain_record *records, int max)
{
    const PGresult *rows = pg_query(store, PG_RECORD_PLAIN, "i", (int64_t)max);
    int count = rows ? PQntuples(rows) : -1;

    for (int i = 0; i < count; i++) {
        records[i].seq = pg_int(rows, i, 0);
        records[i].text = strdup(PQgetvalue(rows, i, 1));
        if (records[i].text)
            continue;
        while (i > 0)
            free(records[--i].text);
        return pg_say(store, "out of memory");
    }
    return count;
}

int pg_record_replace(struct store *store, int64_t seq, const struct blob *blob)
{
    return pg_send(store, PG_RECORD_PLAIN_DROP, "i", seq) || pg_partition_room(store, seq) ||
                   blob_send(store, seq, blob)
               ? -1
               : 0;
}

/* -------------------------------------------------------------------------- records that leave */

int pg_record_at(struct store *store, int64_t after_seq, struct store_record_at *records, int max)
{
    const PGresult *rows = pg_query(store, PG_RECORD_AT, "ii", after_seq, (int64_t)max);
    int count = rows ? PQntuples(rows) : -1;

    for (int i = 0; i < count; i++) {
        records[i] = (struct store_record_at){
            .seq = pg_int(rows, i, 0),
            .wall_msec = pg_int(rows, i, 1),
            .hashed = pg_int(rows, i, 2) != 0,
            .bytes = pg_int(rows, i, 3),
        };
    }
    return count;
}

int pg_record_stray(struct store *store, int64_t *seq, bool *twice)
{
    const PGresult *rows = pg_query(store, PG_RECORD_STRAY, "");

    if (!rows)
        return -1;
    if (PQntuples(rows) == 0)
        return STORE_NONE;
    *seq = pg_int(rows, 0, 0);
    *twice = pg_int(rows, 0, 1) != 0;
    return 0;
}

int pg_record_drop(struct store *store, int64_t after_seq, int64_t until_seq)
{
    const PGresult *rows = pg_query(store, PG_RECORD_DROP, "ii", after_seq, until_seq);
    int count = rows ? PQntuples(rows) : -1;

    return count < 0 || pg_send(store, PG_RETENTION_LEFT, "i", until_seq) ? -1 : count;
}

int pg_record_retention(struct store *store, struct store_retention *retention)
{
    const PGresult *rows = pg_query(store, PG_RETENTION, "");

    if (!rows)
        return -1;
    if (PQntuples(rows) != 1)
        return pg_say(store, "the row of table 'retention' is gone");
    retention->archived_seq = pg_int(rows, 0, 0);
    retention->left_seq = pg_int(rows, 0, 1);
    retention->partition_results = pg_int(rows, 0, 2);
    retention->partition_end = 0;
    return retention->partition_results > 0
               ? pg_partition_next(store, retention->left_seq, &retention->partition_end)
               : 0;
}

int pg_record_archived(struct store *store, int64_t seq)
{
    return pg_send(store, PG_RETENTION_ARCHIVED, "i", seq);
}

/* The table as a partitioned one, if it is not yet, whatever its size: on a connection of its own,
 * as several statements. */
static int partitions_make(struct store *store)
{
    int64_t ignored;
    PGconn *conn = pg_connect(store);
    int status = !conn || pg_run(store, conn, "BEGIN", &ignored) ||
                         pg_run(store, conn, "SELECT changes FROM ladder FOR UPDATE", &ignored) ||
                         pg_partition_make(store, conn, true) ||
                         pg_run(store, conn, "COMMIT", &ignored)
                     ? -1
                     : 0;

    PQfinish(conn);
    return status;
}

/* Deleted rows keep their pages until the table is rewritten. */
int pg_record_shrink(struct store *store)
{
    const PGresult *rows = pg_query(store, PG_RECORD_PLAIN, "i", (int64_t)1);

    if (!rows || (PQntuples(rows) == 0 && !pg_query(store, PG_RECORD_PLAIN_TRUNCATE, "")))
        return -1;
    return partitions_make(store);
}

/* --------------------------------------------------------------------------------------- sizes */

int pg_record_sizes(struct store *store, struct store_sizes *sizes)
{
    int64_t *const counts[] = {&sizes->results,     &sizes->log_entries,  &sizes->announced,
                               &sizes->records,     &sizes->record_bytes, &sizes->plain,
                               &sizes->plain_bytes, &sizes->dictionaries};
    const PGresult *rows = pg_query(store, PG_SIZES, "");

    if (!rows || PQntuples(rows) != 1)
        return -1;
    for (int i = 0; i < (int)(sizeof counts / sizeof counts[0]); i++)
        *counts[i] = pg_int(rows, 0, i);
    sizes->bytes = sizes->record_pages = sizes->free_bytes = -1;
    if (!(rows = pg_query(store, PG_SIZES_TOLD, "")))
        return -1;
    if (pg_int(rows, 0, 0) < 2) /* not every relative of PostgreSQL tells */
        return 0;
    if (!(rows = pg_query(store, PG_SIZES_DISK, "")))
        return -1;
    sizes->bytes = pg_int(rows, 0, 0);
    sizes->record_pages = pg_int(rows, 0, 1);
    return 0;
}
