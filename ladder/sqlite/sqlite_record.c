/* sqlite_record.c - records of games in the SQLite store, and the space that they take. */
#include "sqlite/sqlite_store.h"
#include "store/store_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------- dictionaries */

bool sqlite_record_dictionary_there(struct store *store)
{
    size_t size;
    const uint8_t *bytes = blob_dictionary(&size);
    sqlite3_stmt *stmt = sql_statement(store, DICTIONARY_FIND);

    if (!stmt || sql_bind(store, stmt, "i", blob_dictionary_number(bytes, size)))
        return false;
    bool there = sql_step(store, stmt) == SQL_ROW;
    sql_done(stmt);
    return there;
}

int sqlite_record_dictionary_add(struct store *store)
{
    size_t size;
    const uint8_t *bytes = blob_dictionary(&size);
    sqlite3_stmt *stmt = sql_statement(store, DICTIONARY_ADD);

    if (!stmt || sql_bind(store, stmt, "ib", blob_dictionary_number(bytes, size), bytes, (int)size))
        return -1;
    return sql_run(store, stmt);
}

/* As store_dictionary_fn. */
static int dictionary_find(struct store *store, int64_t dictionary, uint8_t *bytes)
{
    sqlite3_stmt *stmt = sql_statement(store, DICTIONARY_FIND);

    if (!stmt || sql_bind(store, stmt, "i", dictionary))
        return -1;
    enum sql_row row = sql_step(store, stmt);
    int size = row == SQL_ROW ? sqlite3_column_bytes(stmt, 0) : 0;
    if (size > BLOB_DICTIONARY_MAX)
        size = 0;
    if (size > 0)
        memcpy(bytes, sqlite3_column_blob(stmt, 0), (size_t)size);
    sql_done(stmt);
    return row == SQL_FAILED ? -1 : size;
}

/* ------------------------------------------------------------------------------------- records */

static int blob_add(struct store *store, int64_t seq, const struct blob *blob)
{
    sqlite3_stmt *stmt = sql_statement(store, RECORD_ADD);

    if (!stmt || sql_bind(store, stmt, "iib", seq, blob->dictionary, blob->bytes, (int)blob->size))
        return -1;
    return sql_run(store, stmt);
}

int sqlite_record_add(struct store *store, int64_t seq, const struct ladder_result *result)
{
    return store_record_add(store, seq, result, blob_add);
}

int sqlite_record_unpack(struct store *store, const char *game, sqlite3_stmt *stmt, char **text)
{
    enum sql_row there = sql_step(store, stmt);
    int status = there == SQL_FAILED ? -1 : STORE_NONE;
    if (there == SQL_ROW && sqlite3_column_type(stmt, 1) == SQLITE_NULL) {
        status = sqlite3_column_type(stmt, 2) == SQLITE_NULL ? STORE_NONE : STORE_LEFT;
    } else if (there == SQL_ROW) {
        const uint8_t *bytes = sqlite3_column_blob(stmt, 1);
        struct store_record_row row = {
            .dictionary = sqlite3_column_int64(stmt, 0),
            .bytes = bytes ? bytes : (const uint8_t *)"", /* an empty one is damaged */
            .size = (size_t)sqlite3_column_bytes(stmt, 1),
        };
        status = store_record_unpack(store, game, &row, dictionary_find, text);
    }
    sql_done(stmt);
    return status;
}

static int packed_find(struct store *store, const char *game, char **text)
{
    sqlite3_stmt *stmt = sql_statement(store, RECORD_FIND);

    if (!stmt || sql_bind(store, stmt, "s", game))
        return -1;
    return sqlite_record_unpack(store, game, stmt, text);
}

/* From a store from before records were packed. */
static int plain_find(struct store *store, const char *game, char **text)
{
    sqlite3_stmt *stmt = sql_statement(store, RECORD_PLAIN_FIND);

    if (!stmt || sql_bind(store, stmt, "s", game))
        return -1;
    enum sql_row there = sql_step(store, stmt);
    int status = there == SQL_FAILED ? -1 : STORE_NONE;
    if (there == SQL_ROW) {
        const char *column = (const char *)sqlite3_column_text(stmt, 0);
        struct store_record_row row = {.text = column ? column : ""};
        status = store_record_unpack(store, game, &row, dictionary_find, text);
    }
    sql_done(stmt);
    return status;
}

/* Whether all records are packed: asked once, and again as long as some are not. */
static bool all_packed(struct store *store)
{
    struct sqlite_store *sqlite = sqlite_of(store);

    if (sqlite->all_packed)
        return true;
    sqlite3_stmt *stmt = sql_statement(store, RECORD_PLAIN);
    if (!stmt || sql_bind(store, stmt, "i", (int64_t)1))
        return false;
    sqlite->all_packed = sql_step(store, stmt) == SQL_END;
    sql_done(stmt);
    return sqlite->all_packed;
}

int sqlite_record_find(struct store *store, const char *game, char **text)
{
    *text = NULL;
    int status = packed_find(store, game, text);
    if ((status != STORE_NONE && status != STORE_LEFT) || all_packed(store))
        return status;
    int plain = plain_find(store, game, text);
    return plain == STORE_NONE ? status : plain;
}

int sqlite_record_outlines(struct store *store, int64_t bot_id, const struct store_result *results,
                           int count, store_outline_fn *each, void *context)
{
    sqlite3_stmt *stmt = sql_statement(store, RECORDS_OF);
    enum sql_row there = SQL_FAILED;
    int at = 0, status = 0;

    if (!stmt || sql_bind(store, stmt, "iii", bot_id, results[count - 1].seq, results[0].seq))
        return -1;
    while (status == 0 && (there = sql_step(store, stmt)) == SQL_ROW) {
        int index = store_record_index(results, count, sqlite3_column_int64(stmt, 0), &at);
        bool packed = sqlite3_column_type(stmt, 2) != SQLITE_NULL;
        const uint8_t *bytes = sqlite3_column_blob(stmt, 2);
        char *text = NULL;
        struct store_record_row row = {
            .dictionary = sqlite3_column_int64(stmt, 1),
            .bytes = packed && !bytes ? (const uint8_t *)"" : bytes, /* an empty one is damaged */
            .size = (size_t)sqlite3_column_bytes(stmt, 2),
            .text = packed ? NULL : (const char *)sqlite3_column_text(stmt, 3),
        };
        if (index < 0 || (!row.bytes && !row.text))
            continue;
        status =
            store_record_outline(store, results[index].result.game, &row, dictionary_find, &text);
        if (status == 0)
            each(context, index, text);
        free(text);
    }
    sql_done(stmt);
    return status || there == SQL_FAILED ? -1 : 0;
}

/* ------------------------------------------------------------------------------- old records */

int sqlite_record_plain(struct store *store, struct store_plain_record *records, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, RECORD_PLAIN);
    int count = 0, status = SQL_END;

    if (!stmt || sql_bind(store, stmt, "i", (int64_t)max))
        return -1;
    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW) {
        const char *text = (const char *)sqlite3_column_text(stmt, 1);
        records[count].seq = sqlite3_column_int64(stmt, 0);
        records[count].text = strdup(text ? text : "");
        if (!records[count++].text) {
            snprintf(store->error, sizeof store->error, "%s: out of memory", store->name);
            status = SQL_FAILED;
            break;
        }
    }
    sql_done(stmt);
    while (status == SQL_FAILED && count > 0)
        free(records[--count].text);
    return status == SQL_FAILED ? -1 : count;
}

int sqlite_record_replace(struct store *store, int64_t seq, const struct blob *blob)
{
    sqlite3_stmt *stmt = sql_statement(store, RECORD_PLAIN_DROP);

    if (!stmt || sql_bind(store, stmt, "i", seq) || sql_run(store, stmt))
        return -1;
    return blob_add(store, seq, blob);
}

/* -------------------------------------------------------------------------- records that leave */

int sqlite_record_at(struct store *store, int64_t after_seq, struct store_record_at *records,
                     int max)
{
    sqlite3_stmt *stmt = sql_statement(store, RECORD_AT);
    int count = 0;
    enum sql_row row = SQL_END;

    if (!stmt || sql_bind(store, stmt, "ii", after_seq, (int64_t)max))
        return -1;
    while (count < max && (row = sql_step(store, stmt)) == SQL_ROW) {
        records[count++] = (struct store_record_at){
            .seq = sqlite3_column_int64(stmt, 0),
            .wall_msec = sqlite3_column_int64(stmt, 1),
            .hashed = sqlite3_column_int(stmt, 2) != 0,
            .bytes = sqlite3_column_int64(stmt, 3),
        };
    }
    sql_done(stmt);
    return row == SQL_FAILED ? -1 : count;
}

int sqlite_record_stray(struct store *store, int64_t *seq, bool *twice)
{
    sqlite3_stmt *stmt = sql_statement(store, RECORD_STRAY);
    enum sql_row row = stmt ? sql_step(store, stmt) : SQL_FAILED;

    if (row == SQL_ROW) {
        *seq = sqlite3_column_int64(stmt, 0);
        *twice = sqlite3_column_int(stmt, 1) != 0;
    }
    if (stmt)
        sql_done(stmt);
    return row == SQL_ROW ? 0 : row == SQL_END ? STORE_NONE : -1;
}

int sqlite_record_drop(struct store *store, int64_t after_seq, int64_t until_seq)
{
    sqlite3_stmt *stmt = sql_statement(store, RECORD_DROP);

    if (!stmt || sql_bind(store, stmt, "ii", after_seq, until_seq) || sql_run(store, stmt))
        return -1;
    int count = sqlite3_changes(sqlite_of(store)->db);
    stmt = sql_statement(store, RETENTION_LEFT);
    if (!stmt || sql_bind(store, stmt, "i", until_seq) || sql_run(store, stmt))
        return -1;
    return count;
}

int sqlite_record_retention(struct store *store, struct store_retention *retention)
{
    sqlite3_stmt *stmt = sql_statement(store, RETENTION);
    enum sql_row row = stmt ? sql_step(store, stmt) : SQL_FAILED;

    if (row == SQL_ROW) {
        *retention = (struct store_retention){
            .archived_seq = sqlite3_column_int64(stmt, 0),
            .left_seq = sqlite3_column_int64(stmt, 1),
        };
    } else if (row == SQL_END) {
        snprintf(store->error, sizeof store->error, "%s: the row of table 'retention' is gone",
                 store->name);
    }
    if (stmt)
        sql_done(stmt);
    return row == SQL_ROW ? 0 : -1;
}

int sqlite_record_archived(struct store *store, int64_t seq)
{
    sqlite3_stmt *stmt = sql_statement(store, RETENTION_ARCHIVED);

    if (!stmt || sql_bind(store, stmt, "i", seq))
        return -1;
    return sql_run(store, stmt);
}

int sqlite_record_shrink(struct store *store)
{
    return sqlite3_exec(sqlite_of(store)->db, "VACUUM", NULL, NULL, NULL) == SQLITE_OK
               ? 0
               : sql_fail(store);
}

/* --------------------------------------------------------------------------------------- sizes */

int sqlite_record_sizes(struct store *store, struct store_sizes *sizes)
{
    int64_t *const counts[] = {&sizes->results,     &sizes->log_entries,  &sizes->announced,
                               &sizes->records,     &sizes->record_bytes, &sizes->plain,
                               &sizes->plain_bytes, &sizes->dictionaries};
    sqlite3_stmt *stmt = sql_statement(store, SIZES);

    if (!stmt || sql_step(store, stmt) != SQL_ROW)
        return -1;
    for (int i = 0; i < (int)(sizeof counts / sizeof counts[0]); i++)
        *counts[i] = sqlite3_column_int64(stmt, i);
    sql_done(stmt);
    stmt = sql_statement(store, SIZES_PAGES);
    if (!stmt || sql_step(store, stmt) != SQL_ROW)
        return -1;
    sizes->bytes = sqlite3_column_int64(stmt, 0);
    sizes->free_bytes = sqlite3_column_int64(stmt, 1);
    sql_done(stmt);
    /* Not every build of SQLite has the dbstat table. */
    sizes->record_pages = -1;
    stmt = sql_statement(store, SIZES_RECORDS);
    if (stmt && sql_step(store, stmt) == SQL_ROW)
        sizes->record_pages = sqlite3_column_int64(stmt, 0);
    if (stmt)
        sql_done(stmt);
    return 0;
}
