/* sql.h - an SQLite store and its prepared statements; inside the room only. */
#ifndef AVONDALE_SQL_H
#define AVONDALE_SQL_H

#include "store/game_log_sql.h"
#include "store/hosting_sql.h"
#include "store/news_sql.h"
#include "store/program_sql.h"
#include "store/store_kind.h"

#include <sqlite3.h>

enum statement {
    BEGIN_READ,
    BEGIN_WRITE,
    COMMIT,
    ROLLBACK,
    DATA_VERSION,
    BOT_ADD,
    BOT_TOKEN,
    BOT_CACHE,
    BOT_PAGE,
    BOT_FIND,
    BOT_NAME,
    RESULT_ADD,
    STAKE_ADD,
    RESULT_CACHE,
    RESULT_FIND,
    RESULT_PAGE,
    RESULT_PAGE_BOT,
    RESULT_BACK,
    RESULT_BACK_BOT,
    RESULT_LOOK_END,
    RESULT_LOOK_END_BOT,
    RESULT_WANTED,
    RESULT_WANTED_BOT,
    RESULT_UNRATED,
    SEAT_ADD,
    SEAT_CACHE,
    SEAT_LIST,
    RECORD_ADD,
    RECORD_FIND,
    RECORD_PLAIN_FIND,
    RECORD_PLAIN,
    RECORDS_OF,
    RECORD_PLAIN_DROP,
    RECORD_AT,
    RECORD_STRAY,
    RECORD_DROP,
    RETENTION,
    RETENTION_ARCHIVED,
    RETENTION_LEFT,
    DICTIONARY_ADD,
    DICTIONARY_FIND,
    SIZES,
    SIZES_PAGES,
    SIZES_RECORDS,
    GAME_ADD,
    GAME_DROP,
    GAME_OPEN,
    GAME_PAGE,
    RESULT_HEAD,
    ACTION_ADD,
    ACTION_CHAIN,
    ACTION_HEAD,
    ACTION_PAGE,
    ARCHIVE_ADD,
    ARCHIVE_SIZE,
    ARCHIVE_PAGE,
    PART_ADD,
    PART_FIND,
    WORK_ADD,
    WORK_FIND,
    WORK_PAGE,
    WORK_END,
    WORK_JOBS_OPEN_DROP,
    WORK_JOBS_DROP,
    WORK_DROP,
    JOB_ADD,
    JOB_RESULTS,
    JOB_CLAIM,
    JOB_RENEW,
    JOB_FINISH,
    JOB_FAIL,
    JOB_RELEASE,
    WORKER_SEEN,
    WORKER_PAGE,
    DOCUMENT_ADD,
    DOCUMENT_PUT,
    DOCUMENT_FIND,
    ACCOUNT_ADD,
    ACCOUNT_FIND,
    ACCOUNT_PAGE,
    ACCOUNT_TOKEN,
    TOKEN_HOLDER,
    BOT_GIVE,
    BOT_STOP,
    BOTS_OF,
    INVITE_ADD,
    INVITE_FIND,
    INVITE_USE,
    INVITE_PAGE,
    INVITE_DROP,
    CALENDAR_PUT,
    CALENDAR_DROP,
    CALENDAR_ENTRIES_DROP,
    CALENDAR_FIND,
    CALENDAR_PAGE,
    CALENDAR_DUE,
    CALENDAR_SET_DUE,
    CALENDAR_RUN_ADD,
    CALENDAR_RUN_END,
    CALENDAR_RUN_TAKE,
    CALENDAR_RUN_FIND,
    CALENDAR_RUNS_OPEN,
    CALENDAR_RUNS,
    CALENDAR_RUNS_ALL,
    CALENDAR_ENTRY_ADD,
    CALENDAR_ENTRY_DROP,
    CALENDAR_ENTRIES,
    PROGRAM_STATEMENTS(),
    HOSTING_STATEMENTS(),
    GAME_LOG_STATEMENTS(),
    NEWS_STATEMENTS(),
    STATEMENT_COUNT
};

struct sqlite_store {
    struct store base;
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    int lock_fd; /* lock file, held while this process serves; -1 */
    int64_t data_version;
    bool full; /* the disk was full, last time */
    /* Cache of the names of bots by id, "" if not read yet: each seat of each result has one, and
     * names never change. Dropped when a writing transaction is rolled back, because the next one
     * may give the same ids again. */
    char (*names)[LADDER_NAME_MAX + 1];
    int64_t name_count;
    bool writing;    /* the last transaction may write */
    bool all_packed; /* there is no unpacked record: none can be added */
    int64_t tail_seq,
        adding_seq; /* the last stored result, and that of this transaction; 0: none */
    uint8_t tail_chain[STORE_CHAIN_BYTES], adding_chain[STORE_CHAIN_BYTES];
};

static inline struct sqlite_store *sqlite_of(struct store *store)
{
    return (struct sqlite_store *)store;
}

/* Keeps SQLite's message for store_error. Returns -1. */
int sql_fail(struct store *store);
/* Returns a statement ready to be bound, or NULL. It is prepared on first use and kept until the
 * store closes. */
sqlite3_stmt *sql_statement(struct store *store, enum statement which);
/* Binds by a format: i int64_t, s text, b bytes and their number as int, n NULL. Text must live
 * until sql_done. Returns 0 or -1. */
int sql_bind(struct store *store, sqlite3_stmt *stmt, const char *format, ...);
enum sql_row { SQL_FAILED = -1, SQL_END, SQL_ROW };
/* Steps to the next row. Returns SQL_ROW, SQL_END after the last one, or SQL_FAILED. */
enum sql_row sql_step(struct store *store, sqlite3_stmt *stmt);
/* Resets a statement: afterwards it holds no lock and no text of the caller. */
void sql_done(sqlite3_stmt *stmt);
/* Steps a bound statement once, ignores its rows, and resets it. Returns 0 or -1. */
int sql_run(struct store *store, sqlite3_stmt *stmt);
/* The same. Returns 0 if it changed rows, else `unchanged`; or -1. */
int sql_change(struct store *store, sqlite3_stmt *stmt, int unchanged);
/* Reads one row into an item. */
typedef void sql_row_fn(sqlite3_stmt *stmt, void *item);
/* Reads the first row of a bound statement, and resets it. Returns 0, STORE_NONE if it has no rows,
 * or -1. */
int sql_find(struct store *store, sqlite3_stmt *stmt, sql_row_fn *read, void *item);
/* Reads the rows of a bound statement into `list`, of `max` items of `size` bytes, and resets it.
 * Returns their number, or -1. */
int sql_list(struct store *store, sqlite3_stmt *stmt, sql_row_fn *read, void *list, size_t size,
             int max);
/* A column of text for the caller; NULL if it is NULL, or if out of memory. */
char *sql_column_copy(sqlite3_stmt *stmt, int column);
/* Copies a text column, cut at `size` with its NUL. */
void sql_column_text(sqlite3_stmt *stmt, int column, char *out, size_t size);

#endif
