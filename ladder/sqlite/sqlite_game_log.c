/* sqlite_game_log.c - logs of games in the SQLite store. */
#include "sqlite/sqlite_store.h"
#include "store/store_game_log.h"
#include "store/store_record.h"

static int add(struct store *store, int64_t bot_id, int part, const struct store_game_log *log,
               const struct blob *blob)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_LOG_ADD);
    if (!stmt || sql_bind(store, stmt, "siiiiiiiiib", log->game, bot_id, (int64_t)part,
                          log->wall_msec, log->decisions, log->think_msec, log->longest_msec,
                          log->faults, log->bytes, blob->dictionary, blob->bytes, (int)blob->size))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static void log_read(sqlite3_stmt *stmt, void *item)
{
    struct store_game_log *log = item;

    sql_column_text(stmt, 0, log->game, sizeof log->game);
    log->wall_msec = sqlite3_column_int64(stmt, 1);
    log->decisions = sqlite3_column_int64(stmt, 2);
    log->think_msec = sqlite3_column_int64(stmt, 3);
    log->longest_msec = sqlite3_column_int64(stmt, 4);
    log->faults = sqlite3_column_int64(stmt, 5);
    log->bytes = sqlite3_column_int64(stmt, 6);
}

static int find(struct store *store, int64_t bot_id, const char *game, struct store_game_log *log)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_LOG_FIND);
    if (!stmt || sql_bind(store, stmt, "si", game, bot_id))
        return STORE_FAILED;
    return sql_find(store, stmt, log_read, log);
}

static int text(struct store *store, int64_t bot_id, const char *game, int part, char **out)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_LOG_TEXT);
    if (!stmt || sql_bind(store, stmt, "sii", game, bot_id, (int64_t)part))
        return STORE_FAILED;
    return sqlite_record_unpack(store, game, stmt, out);
}

static int page(struct store *store, int64_t bot_id, struct store_game_log *logs, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_LOG_PAGE);
    if (!stmt || sql_bind(store, stmt, "ii", bot_id, (int64_t)max))
        return STORE_FAILED;
    return sql_list(store, stmt, log_read, logs, sizeof *logs, max);
}

static int sum(struct store *store, int64_t *bytes, int64_t *count)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_LOG_SUM);
    if (!stmt)
        return STORE_FAILED;
    enum sql_row row = sql_step(store, stmt);
    *bytes = row == SQL_ROW ? sqlite3_column_int64(stmt, 0) : 0;
    *count = row == SQL_ROW ? sqlite3_column_int64(stmt, 1) : 0;
    sql_done(stmt);
    return row == SQL_ROW ? 0 : STORE_FAILED;
}

static int drop(struct store *store, int64_t before_msec)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_LOG_DROP);
    if (!stmt || sql_bind(store, stmt, "i", before_msec))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static int drop_oldest(struct store *store, int64_t skip)
{
    sqlite3_stmt *stmt = sql_statement(store, GAME_LOG_DROP_OLDEST);
    if (!stmt || sql_bind(store, stmt, "i", skip))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

const struct store_game_log_kind sqlite_game_log = STORE_GAME_LOG_KIND;
