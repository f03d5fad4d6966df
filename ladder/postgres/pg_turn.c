/* pg_turn.c - writers of several nodes wait for their turn, and read meanwhile.
 *
 * Who has the lock of table `ladder` must know all that was written before it. If it waits for that
 * lock, all that the others write meanwhile has to be read while they wait; and PostgreSQL keeps
 * each version of a row that a waiting statement may see, so rows that every group changes grow
 * long chains of them. So writers that meet each other wait in one of two rooms first. Only the
 * first of a room goes on: it reads what is committed while another one writes, and then asks for
 * the lock, at which at most two wait. So the last group alone is read with the lock held.
 *
 * A node stays in one room, which its place among the leases says, so both are equally long. If
 * each went from one to the other all would come to wait in one: who leaves that finds the other
 * one empty, passes it, and stands behind the rest again.
 *
 * A room is a lock of a table that hardly ever changes, in a mode that rows do not conflict with: a
 * statement that waits for it keeps no version, and the server serves those who wait in order. It
 * protects nothing: where a server does not know such locks, and with older programs, the lock of
 * the row alone decides, as it always does. */
#include "postgres/pg.h"

#include <string.h>

enum { ROOMS = 2 };

bool pg_turn_no_bots(const struct store *store, int64_t after_id)
{
    const struct pg_store *pg = (const struct pg_store *)store;
    return pg->turn != PG_FAR && after_id >= pg->last_bot;
}

bool pg_turn_no_actions(const struct store *store, int64_t after_id)
{
    const struct pg_store *pg = (const struct pg_store *)store;
    return pg->turn != PG_FAR && after_id >= pg->last_action;
}

/* Each statement sees a moment of its own: the row of `ladder` knows of all that the results need,
 * and of any entry that came before them. */
static int room_enter(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    enum pg_statement room = pg->rank % ROOMS ? PG_TURN_OTHER : PG_TURN_ONE;

    if (pg_transaction_begin_work(store))
        return -1;
    pg->writes = true;
    return pg_send(store, room, "") || pg_foresee_ask(store, PG_FORESEE_RESULTS) ||
                   pg_ask(store, PG_CHANGES, "") || pg_wait(store)
               ? -1
               : 0;
}

int pg_turn_approach(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg->crowded == 0 || pg->no_rooms || !pg->foresees)
        return 0;
    if (room_enter(store)) {
        pg_transaction_rollback(store);
        return pg->no_rooms ? 0 : STORE_FAILED;
    }
    pg_foresee_take(store, PG_FORESEE_RESULTS, 0);
    const PGresult *row = pg_answer(store, 1);
    pg->turn = PG_NEXT;
    if (PQntuples(row) != 1)
        return 0; /* the begin says what is wrong */
    pg->bot_changes = pg_int(row, 0, 1);
    pg->last_result = pg_int(row, 0, 2);
    pg->last_bot = pg_int(row, 0, 3);
    pg->last_action = pg_int(row, 0, 4);
    pg->looked = true;
    /* An entry may change the past: that takes a moment in which nobody writes. */
    return pg->last_action == pg_foresee_action(store);
}
