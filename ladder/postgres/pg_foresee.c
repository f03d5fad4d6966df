/* pg_foresee.c - the pages of the log that a writer will read first, in the round trip of its
 * begin.
 *
 * While a writer reads what others wrote before it, it holds the right to write. So each round trip
 * there delays all writers. */
#include "postgres/pg.h"

enum { BOTS, ENTRIES, RESULTS };
_Static_assert(PG_FORESEE_RESULTS == 1U << RESULTS, "a bit for each page");
static const enum pg_statement pages[PG_FORESEEN_MAX] = {
    [BOTS] = PG_BOT_PAGE, [ENTRIES] = PG_ACTION_PAGE, [RESULTS] = PG_FEED_PAGE};

void pg_foresee(struct store *store, const struct store_place *place)
{
    struct pg_store *pg = pg_of(store);
    const int64_t from[PG_FORESEEN_MAX] = {place->bot, place->action, place->seq};

    pg->foresees = true;
    for (int i = 0; i < PG_FORESEEN_MAX; i++)
        pg->foreseen_from[i] = from[i];
}

int pg_foresee_ask(struct store *store, unsigned which)
{
    struct pg_store *pg = pg_of(store);
    int status = 0;

    for (int i = 0; i < PG_FORESEEN_MAX && pg->foresees && status == 0; i++) {
        if (which >> i & 1)
            status = pg_ask(store, pages[i], "ii", pg->foreseen_from[i], (int64_t)STORE_PAGE);
    }
    return status;
}

void pg_foresee_take(struct store *store, unsigned which, int first)
{
    struct pg_store *pg = pg_of(store);

    pg_foresee_clear(store);
    for (int i = 0; i < PG_FORESEEN_MAX && pg->foresees; i++) {
        if (which >> i & 1)
            pg->foreseen[i] = pg_answer_take(store, first++);
    }
    pg->foreseen_unused = pg->foresees ? which : 0;
    pg->foresees = false;
}

int64_t pg_foresee_action(const struct store *store)
{
    return ((const struct pg_store *)store)->foreseen_from[ENTRIES];
}

const PGresult *pg_foresee_take_page(struct store *store, enum pg_statement which, int64_t from)
{
    struct pg_store *pg = pg_of(store);

    for (int i = 0; i < PG_FORESEEN_MAX; i++) {
        if (!(pg->foreseen_unused >> i & 1) || pages[i] != which || pg->foreseen_from[i] != from)
            continue;
        pg->foreseen_unused &= ~(1U << i);
        return pg->foreseen[i];
    }
    return NULL;
}

const PGresult *pg_foresee_page(struct store *store, enum pg_statement which, int64_t from,
                                int64_t max)
{
    const PGresult *rows = max == STORE_PAGE ? pg_foresee_take_page(store, which, from) : NULL;
    return rows ? rows : pg_query(store, which, "ii", from, max);
}

void pg_foresee_clear(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    for (int i = 0; i < PG_FORESEEN_MAX; i++) {
        PQclear(pg->foreseen[i]);
        pg->foreseen[i] = NULL;
    }
    pg->foreseen_unused = 0;
}
