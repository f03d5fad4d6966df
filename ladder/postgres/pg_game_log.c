/* pg_game_log.c - logs of games in the PostgreSQL store. */
#include "postgres/pg.h"
#include "store/store_game_log.h"
#include "store/store_record.h"

static int add(struct store *store, int64_t bot_id, int part, const struct store_game_log *log,
               const struct blob *blob)
{
    return pg_send(store, PG_GAME_LOG_ADD, "siiiiiiiiib", log->game, bot_id, (int64_t)part,
                   log->wall_msec, log->decisions, log->think_msec, log->longest_msec, log->faults,
                   log->bytes, blob->dictionary, blob->bytes, (int)blob->size);
}

static void log_read(const PGresult *rows, int row, struct store_game_log *log)
{
    pg_text(rows, row, 0, log->game, sizeof log->game);
    log->wall_msec = pg_int(rows, row, 1);
    log->decisions = pg_int(rows, row, 2);
    log->think_msec = pg_int(rows, row, 3);
    log->longest_msec = pg_int(rows, row, 4);
    log->faults = pg_int(rows, row, 5);
    log->bytes = pg_int(rows, row, 6);
}

static int find(struct store *store, int64_t bot_id, const char *game, struct store_game_log *log)
{
    const PGresult *rows = pg_query(store, PG_GAME_LOG_FIND, "si", game, bot_id);
    if (rows && PQntuples(rows) > 0)
        log_read(rows, 0, log);
    return pg_one(rows, STORE_NONE);
}

static int text(struct store *store, int64_t bot_id, const char *game, int part, char **out)
{
    const PGresult *rows = pg_query(store, PG_GAME_LOG_TEXT, "sii", game, bot_id, (int64_t)part);
    int status = pg_one(rows, STORE_NONE);
    return status ? status : pg_record_unpack(store, game, rows, out);
}

static int page(struct store *store, int64_t bot_id, struct store_game_log *logs, int max)
{
    const PGresult *rows = pg_query(store, PG_GAME_LOG_PAGE, "ii", bot_id, (int64_t)max);
    int count = rows ? PQntuples(rows) : STORE_FAILED;

    for (int row = 0; row < count; row++)
        log_read(rows, row, &logs[row]);
    return count;
}

static int sum(struct store *store, int64_t *bytes, int64_t *count)
{
    const PGresult *rows = pg_query(store, PG_GAME_LOG_SUM, "");
    if (rows && PQntuples(rows) > 0) {
        *bytes = pg_int(rows, 0, 0);
        *count = pg_int(rows, 0, 1);
    }
    return pg_one(rows, STORE_FAILED);
}

static int drop(struct store *store, int64_t before_msec)
{
    return pg_send(store, PG_GAME_LOG_DROP, "i", before_msec);
}

static int drop_oldest(struct store *store, int64_t skip)
{
    return pg_send(store, PG_GAME_LOG_DROP_OLDEST, "i", skip);
}

const struct store_game_log_kind pg_game_log = STORE_GAME_LOG_KIND;
