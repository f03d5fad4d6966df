/* pg_foresee.c - the pages of the log that a writer will read first, in the round trip of its
 * begin.
 *
 * While a writer reads what others wrote before it, it holds the right to write. So each round trip
 * there delays all writers. */
#include "postgres/pg.h"

static const enum pg_statement pages[PG_FORESEEN_MAX] = {PG_BOT_PAGE, PG_ACTION_PAGE,
                                                         PG_RESULT_PAGE, PG_SEAT_PAGE};

void pg_foresee(struct store *store, const struct store_place *place)
{
    struct pg_store *pg = pg_of(store);
    /* Numbers have no gaps, so the seats are those of the page of results. */
    const int64_t from[PG_FORESEEN_MAX] = {place->bot, place->action, place->seq, place->seq + 1};

    pg->foresees = true;
    for (int i = 0; i < PG_FORESEEN_MAX; i++)
        pg->foreseen_from[i] = from[i];
}

static int64_t end_of(enum pg_statement which, int64_t from)
{
    return which == PG_SEAT_PAGE ? from + STORE_PAGE - 1 : STORE_PAGE;
}

int pg_foresee_ask(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    int status = 0;

    for (int i = 0; i < PG_FORESEEN_MAX && pg->foresees && status == 0; i++)
        status = pg_ask(store, pages[i], "ii", pg->foreseen_from[i],
                        end_of(pages[i], pg->foreseen_from[i]));
    return status;
}

void pg_foresee_take(struct store *store, int first)
{
    struct pg_store *pg = pg_of(store);

    pg_foresee_clear(store);
    for (int i = 0; i < PG_FORESEEN_MAX && pg->foresees; i++)
        pg->foreseen[i] = pg_answer_take(store, first + i);
    pg->foreseen_unused = pg->foresees ? (1U << PG_FORESEEN_MAX) - 1 : 0;
    pg->foresees = false;
}

const PGresult *pg_foresee_page(struct store *store, enum pg_statement which, int64_t from,
                                int64_t to)
{
    struct pg_store *pg = pg_of(store);

    for (int i = 0; i < PG_FORESEEN_MAX; i++) {
        if (!(pg->foreseen_unused >> i & 1) || pages[i] != which || pg->foreseen_from[i] != from ||
            end_of(which, from) < to)
            continue;
        pg->foreseen_unused &= ~(1U << i);
        if (which == PG_SEAT_PAGE || to == STORE_PAGE)
            return pg->foreseen[i];
    }
    return pg_query(store, which, "ii", from, to);
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
