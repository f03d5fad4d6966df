/* store_sqlite.h - what the two files of the SQLite store share; inside the store only. */
#ifndef AVONDALE_STORE_SQLITE_H
#define AVONDALE_STORE_SQLITE_H

#include "store.h"

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
    RESULT_ADD,
    RESULT_CACHE,
    RESULT_FIND,
    RESULT_PAGE,
    RESULT_PAGE_BOT,
    RESULT_BACK,
    RESULT_BACK_BOT,
    RESULT_UNRATED,
    SEAT_ADD,
    SEAT_CACHE,
    SEAT_LIST,
    RECORD_ADD,
    RECORD_FIND,
    GAME_ADD,
    GAME_OPEN,
    RESULT_CHAIN,
    RESULT_HEAD,
    ACTION_ADD,
    ACTION_CHAIN,
    ACTION_HEAD,
    ACTION_PAGE,
    STATEMENT_COUNT
};

struct store {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    char *path;
    int lock_fd; /* held for as long as this process serves; -1 */
    int64_t data_version;
    bool full; /* the disk was, last time */
    char error[512];
};

/* Keeps SQLite's words for store_error; returns -1. */
int sql_fail(struct store *store);
/* A statement ready to be bound, or NULL. Prepared on first use, kept until the store closes. */
sqlite3_stmt *sql_statement(struct store *store, enum statement which);
/* Binds by a format: i int64_t, s text, n NULL. Text must live until sql_done. 0 or -1. */
int sql_bind(struct store *store, sqlite3_stmt *stmt, const char *format, ...);
/* 1: a row is there; 0: no more; negative: failed. */
int sql_step(struct store *store, sqlite3_stmt *stmt);
/* Lets a statement go: it holds no lock and no text of the caller's any more. */
void sql_done(sqlite3_stmt *stmt);
/* Steps a bound statement whose rows, if any, do not matter, and lets it go. 0 or -1. */
int sql_run(struct store *store, sqlite3_stmt *stmt);
/* Copies a text column; what the column holds beyond `size` is cut. */
void sql_column_text(sqlite3_stmt *stmt, int column, char *out, size_t size);

#endif
