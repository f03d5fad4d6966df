/* sqlite_hosting.c - the turns of hosted programs, in the SQLite store. */
#include "sqlite/sqlite_store.h"
#include "store/store_hosting.h"

enum { COLUMN_TURN = 14, COLUMN_WAIT, COLUMN_HELD, COLUMN_FAILURES, COLUMN_GAMES };

static int rows_read(struct store *store, sqlite3_stmt *stmt, struct store_hosted *hosted, int max)
{
    int count = 0, status = 0;
    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW) {
        struct store_hosted *one = &hosted[count++];
        sqlite_program_read(stmt, &one->program);
        one->turn_msec = sqlite3_column_int64(stmt, COLUMN_TURN);
        one->wait_msec = sqlite3_column_int64(stmt, COLUMN_WAIT);
        one->held = sqlite3_column_int64(stmt, COLUMN_HELD) != 0;
        one->failures = sqlite3_column_int64(stmt, COLUMN_FAILURES);
        sql_column_text(stmt, COLUMN_GAMES, one->games, sizeof one->games);
    }
    sql_done(stmt);
    return status < 0 ? STORE_FAILED : count;
}

static int hosting_page(struct store *store, int64_t after_id, struct store_hosted *hosted, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, HOSTING_PAGE);
    if (!stmt || sql_bind(store, stmt, "ii", after_id, (int64_t)max))
        return STORE_FAILED;
    return rows_read(store, stmt, hosted, max);
}

static int hosting_take(struct store *store, int64_t id, const char *holder, int64_t lease_msec,
                        struct store_hosted *hosted)
{
    sqlite3_stmt *stmt = sql_statement(store, HOSTING_TAKE);
    if (!stmt || sql_bind(store, stmt, "sii", holder, lease_msec, id))
        return STORE_FAILED;
    int status = sqlite_changed_one(store, stmt, STORE_NONE);
    if (status)
        return status;
    stmt = sql_statement(store, HOSTING_HELD);
    if (!stmt || sql_bind(store, stmt, "is", id, holder))
        return STORE_FAILED;
    return rows_read(store, stmt, hosted, 1) == 1 ? 0 : STORE_FAILED;
}

static int hosting_renew(struct store *store, int64_t bot_id, const char *holder,
                         int64_t lease_msec)
{
    sqlite3_stmt *stmt = sql_statement(store, HOSTING_RENEW);
    if (!stmt || sql_bind(store, stmt, "iis", lease_msec, bot_id, holder))
        return STORE_FAILED;
    return sqlite_changed_one(store, stmt, STORE_NONE);
}

static int hosting_leave(struct store *store, int64_t bot_id, const char *holder,
                         int64_t pause_msec, int64_t failures, const char *games)
{
    sqlite3_stmt *stmt = sql_statement(store, HOSTING_LEAVE);
    if (!stmt || sql_bind(store, stmt, "iisis", pause_msec, failures, games, bot_id, holder))
        return STORE_FAILED;
    return sqlite_changed_one(store, stmt, STORE_NONE);
}

const struct store_hosting_kind sqlite_hosting = STORE_HOSTING_KIND;
