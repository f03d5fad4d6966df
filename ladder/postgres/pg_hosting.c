/* pg_hosting.c - the turns of hosted programs, in the PostgreSQL store. */
#include "postgres/pg.h"
#include "store/store_hosting.h"

enum { COLUMN_TURN = 14, COLUMN_WAIT, COLUMN_HELD, COLUMN_FAILURES, COLUMN_GAMES };

static int rows_read(const PGresult *rows, struct store_hosted *hosted)
{
    int count = rows ? PQntuples(rows) : STORE_FAILED;

    for (int row = 0; row < count; row++) {
        struct store_hosted *one = &hosted[row];
        pg_program_read(rows, row, &one->program);
        one->turn_msec = pg_int(rows, row, COLUMN_TURN);
        one->wait_msec = pg_int(rows, row, COLUMN_WAIT);
        one->held = pg_int(rows, row, COLUMN_HELD) != 0;
        one->failures = pg_int(rows, row, COLUMN_FAILURES);
        pg_text(rows, row, COLUMN_GAMES, one->games, sizeof one->games);
    }
    return count;
}

static int hosting_page(struct store *store, int64_t after_id, struct store_hosted *hosted, int max)
{
    return rows_read(pg_query(store, PG_HOSTING_PAGE, "ii", after_id, (int64_t)max), hosted);
}

static int hosting_take(struct store *store, int64_t id, const char *holder, int64_t lease_msec,
                        struct store_hosted *hosted)
{
    int status =
        pg_one(pg_query(store, PG_HOSTING_TAKE, "sii", holder, lease_msec, id), STORE_NONE);
    if (status)
        return status;
    return rows_read(pg_query(store, PG_HOSTING_HELD, "is", id, holder), hosted) == 1
               ? 0
               : STORE_FAILED;
}

static int hosting_renew(struct store *store, int64_t bot_id, const char *holder,
                         int64_t lease_msec)
{
    return pg_one(pg_query(store, PG_HOSTING_RENEW, "iis", lease_msec, bot_id, holder), STORE_NONE);
}

static int hosting_leave(struct store *store, int64_t bot_id, const char *holder,
                         int64_t pause_msec, int64_t failures, const char *games)
{
    return pg_one(
        pg_query(store, PG_HOSTING_LEAVE, "iisis", pause_msec, failures, games, bot_id, holder),
        STORE_NONE);
}

const struct store_hosting_kind pg_hosting = STORE_HOSTING_KIND;
