/* sqlite_transaction.c - begin, commit and rollback of the SQLite store. */
#include "sqlite/sqlite_store.h"

static int simple(struct store *store, enum statement which)
{
    sqlite3_stmt *stmt = sql_statement(store, which);
    return stmt ? sql_run(store, stmt) : -1;
}

/* The write-ahead log itself may fill the disk: copies its pages back and truncates it. */
static void make_room(struct sqlite_store *sqlite)
{
    sqlite->full = false;
    (void)sqlite3_wal_checkpoint_v2(sqlite->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

int sqlite_transaction_begin(struct store *store, bool write)
{
    if (write && sqlite_of(store)->full)
        make_room(sqlite_of(store));
    sqlite_of(store)->writing = write;
    return simple(store, write ? BEGIN_WRITE : BEGIN_READ);
}

int sqlite_transaction_commit(struct store *store)
{
    int status = simple(store, COMMIT);

    if (status == 0)
        sqlite_tail_write(sqlite_of(store));
    return status;
}

void sqlite_transaction_rollback(struct store *store)
{
    sqlite_of(store)->adding_seq = 0;
    if (sqlite_of(store)->writing)
        sqlite_rows_names_forget(store);
    /* After some failures, such as a full disk, it has been rolled back already. The first error is
     * reported. */
    sqlite3_stmt *stmt =
        sqlite3_get_autocommit(sqlite_of(store)->db) ? NULL : sql_statement(store, ROLLBACK);
    if (stmt) {
        sqlite3_step(stmt);
        sql_done(stmt);
    }
}

int sqlite_transaction_changed(struct store *store, bool *changed)
{
    sqlite3_stmt *stmt = sql_statement(store, DATA_VERSION);
    if (!stmt)
        return -1;
    int status = sql_step(store, stmt);
    *changed = false;
    if (status == SQL_ROW) {
        int64_t version = sqlite3_column_int64(stmt, 0);
        *changed = version != sqlite_of(store)->data_version;
        sqlite_of(store)->data_version = version;
    }
    sql_done(stmt);
    return status < 0 ? -1 : 0;
}
