/* pg_transaction.c - begin, commit and rollback of the PostgreSQL store; they renew the
 * lease of a process that serves. */
#include "postgres/pg.h"
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RENEWALS = 4 }; /* attempts within a lease */

/* ---------------------------------------------------------------------------------- the lease */

static int lease_lost(struct store *store, const char *holder)
{
    char text[96];

    snprintf(text, sizeof text, "another avondale serves from it now (process %ld)",
             holder ? strtol(holder, NULL, 10) : 0);
    pg_of(store)->failed = true;
    return pg_say(store, text);
}

static bool lease_due(const struct store *store)
{
    const struct pg_store *pg = (const struct pg_store *)store;
    return pg->exclusive && clock_now_msec() - pg->renewed_msec > pg->lease_msec / RENEWALS;
}

void pg_transaction_leased(struct store *store, const PGresult *rows)
{
    struct pg_store *pg = pg_of(store);

    pg->renewed_msec = clock_now_msec();
    if (PQntuples(rows) == 1)
        pg->rank = pg_int(rows, 0, 0);
}

static int lease_renew(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    const PGresult *row =
        pg_query(store, PG_LEASE_RENEW, "ssi", pg->lease, pg->holder, pg->lease_msec);

    if (!row)
        return -1;
    if (PQntuples(row) == 0)
        return lease_lost(store, NULL);
    pg_transaction_leased(store, row);
    return 0;
}

/* ---------------------------------------------------------------------------- the transaction */

static void forget(struct pg_store *pg)
{
    pg->open = pg->writes = pg->dirty = pg->looked = pg->bots_dirty = pg->guessed = false;
    pg->turn = PG_FAR;
    pg->expected_count = pg->expected_next = 0;
    pg_batch_clear(&pg->base);
    pg_feed_clear(&pg->base);
    pg_foresee_clear(&pg->base);
}

void pg_transaction_rollback(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    bool again = store->again;
    char error[sizeof store->error];

    /* The first error is reported. */
    memcpy(error, store->error, sizeof error);
    pg_batch_clear(store);
    if (pg->conn && pg->queue_count > 0)
        (void)pg_wait(store);
    pg->failed = false;
    if (pg->conn && pg->open && (pg_send(store, PG_ROLLBACK, "") || pg_wait(store)) && pg->conn)
        pg_lose(store);
    pg->failed = false;
    forget(pg);
    pg_share_give(store);
    memcpy(store->error, error, sizeof error);
    store->again = again;
}

/* Behind a pooler nothing is kept from one transaction to the next. */
static int begin_send(struct store *store, enum pg_statement begin)
{
    char lock[16], idle[16];

    if (pg_send(store, begin, ""))
        return -1;
    snprintf(lock, sizeof lock, "%d", pg_lock_msec(store));
    snprintf(idle, sizeof idle, "%d", pg_idle_msec(store));
    return pg_of(store)->pooled ? pg_send(store, PG_SETTINGS, "ss", lock, idle) : 0;
}

/* A server that took another's place without its last commits must not continue the log: results
 * were told that it does not have. */
static int older_copy(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    char text[120];

    snprintf(text, sizeof text, "its last result is %lld, and was %lld: an older copy of the store",
             (long long)pg->last_result, (long long)pg->seen_result);
    pg->failed = store->again = true; /* the other server may come back */
    (void)pg_say(store, text);
    pg_lose(store);
    return -1;
}

/* Reads the last numbers, the heads of the chain and the holder of the lease. */
static int write_begin(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    bool near = pg->turn == PG_NEAR;
    unsigned pages = near ? PG_FORESEE_RESULTS : PG_FORESEE_ALL;

    if ((!near && begin_send(store, PG_BEGIN_WRITE)) || pg_ask(store, PG_LOCK, "") ||
        pg_ask(store, PG_HEADS, "s", pg->lease) || pg_foresee_ask(store, pages) || pg_wait(store))
        return -1;
    pg_foresee_take(store, pages, 2);
    const PGresult *row = pg_answer(store, 0), *heads = pg_answer(store, 1);
    if (PQntuples(row) != 1) {
        pg->failed = true;
        return pg_say(store, "the row of table 'ladder' is gone");
    }
    pg->changes_now = pg_int(row, 0, 0);
    pg_met(pg, pg->changes_ours > 0 && pg->changes_now != pg->changes_ours);
    pg->last_bot = pg->known_bot = pg_int(row, 0, 1);
    pg->last_result = pg_int(row, 0, 2);
    pg->last_action = pg_int(row, 0, 3);
    pg->last_announced = pg_int(row, 0, 4);
    pg->bot_changes = pg_int(row, 0, 5);
    pg->head_seq = PQgetisnull(heads, 0, 0) ? 0 : pg_int(heads, 0, 0);
    (void)pg_hash(heads, 0, 1, pg->result_head);
    (void)pg_hash(heads, 0, 2, pg->action_head);
    pg->partition_results = pg_int(heads, 0, 4);
    pg->partition_end = PQgetisnull(heads, 0, 5) ? 0 : pg_int(heads, 0, 5);
    if (pg->last_result < pg->seen_result)
        return older_copy(store);
    pg->seen_result = pg->last_result;
    if (!pg->exclusive)
        return 0;
    const char *holder = PQgetisnull(heads, 0, 3) ? NULL : PQgetvalue(heads, 0, 3);
    return holder && strcmp(holder, pg->holder) == 0 ? 0 : lease_lost(store, holder);
}

static int read_begin(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (lease_due(store) && lease_renew(store))
        return -1;
    if (begin_send(store, PG_BEGIN_READ) || pg_ask(store, PG_CHANGES, "") ||
        pg_foresee_ask(store, PG_FORESEE_ALL) || pg_wait(store))
        return -1;
    pg_foresee_take(store, PG_FORESEE_ALL, 1);
    const PGresult *row = pg_answer(store, 0);
    bool there = PQntuples(row) == 1;
    if (there)
        pg->changes_now = pg_int(row, 0, 0);
    pg->bot_changes = there ? pg_int(row, 0, 1) : -1;
    pg->last_result = there ? pg_int(row, 0, 2) : 0;
    return 0;
}

/* Rolls back an open transaction. Returns 0, or -1 if there is no connection. */
static int transaction_open(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg->open || pg->failed)
        pg_transaction_rollback(store);
    if (pg_ensure(store))
        return -1;
    forget(pg);
    pg->open = true;
    return 0;
}

int pg_transaction_begin(struct store *store, bool write)
{
    struct pg_store *pg = pg_of(store);

    if (write && pg->open && pg->turn == PG_NEXT && !pg->failed)
        pg->turn = PG_NEAR;
    else if (transaction_open(store))
        return -1;
    pg_feed_clear(store);
    pg->writes = write;
    if (write ? write_begin(store) : read_begin(store)) {
        /* Where a transaction sees one moment, that of its room is too early. */
        pg->no_rooms |= pg->turn == PG_NEAR && store->conflict;
        pg_transaction_rollback(store); /* it may hold the lock already */
        return -1;
    }
    pg->looked = true;
    return 0;
}

int pg_transaction_begin_work(struct store *store)
{
    return transaction_open(store) ? -1 : begin_send(store, PG_BEGIN_WRITE);
}

int pg_transaction_begin_aside(struct store *store)
{
    return transaction_open(store) ? -1 : begin_send(store, PG_BEGIN_ASIDE);
}

const PGresult *pg_transaction_aside(struct store *store, enum pg_statement which,
                                     const char *format, ...)
{
    va_list args;
    bool bad;

    store->again = false;
    if (pg_transaction_begin_aside(store))
        return NULL;
    va_start(args, format);
    bad =
        pg_ask_list(store, which, format, args) || pg_send(store, PG_COMMIT, "") || pg_wait(store);
    va_end(args);
    if (bad) {
        pg_transaction_rollback(store);
        return NULL;
    }
    forget(pg_of(store));
    pg_share_give(store);
    return pg_answer(store, 0);
}

int pg_transaction_commit(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    bool renew = pg->writes && lease_due(store);
    bool count = pg->writes && pg->dirty;

    if (pg->failed)
        return -1;
    if (count && pg_feed_flush(store))
        return -1;
    if (count &&
        pg_send(store, PG_COUNT, "iiiiii", pg->changes_now + 1, pg->last_bot, pg->last_result,
                pg->last_action, pg->last_announced, pg->bot_changes + pg->bots_dirty))
        return -1;
    if (renew && pg_ask(store, PG_LEASE_RENEW, "ssi", pg->lease, pg->holder, pg->lease_msec))
        return -1;
    if (pg_send(store, PG_COMMIT, "") || pg_wait(store))
        return -1;
    if (renew)
        pg_transaction_leased(store, pg_answer(store, 0));
    /* pg_transaction_changed must still report commits from before our begin. */
    if (count) {
        pg->changes += 1;
        pg->changes_ours = pg->changes_now + 1;
        pg->seen_result = pg->last_result;
    }
    forget(pg);
    pg_share_give(store);
    return 0;
}

void pg_transaction_bot_changes(struct store *store, int64_t bot_id)
{
    struct pg_store *pg = pg_of(store);

    pg->dirty = true;
    pg->bots_dirty |= bot_id <= pg->known_bot; /* a new one is read anyway */
}

int64_t pg_transaction_bots_mark(const struct store *store)
{
    return ((const struct pg_store *)store)->bot_changes;
}

int pg_transaction_changed(struct store *store, bool *changed)
{
    struct pg_store *pg = pg_of(store);

    if (pg->turn == PG_NEXT) { /* the commits that are seen there are not counted */
        *changed = true;
        return 0;
    }
    if (!pg->looked) {
        const PGresult *row = pg_query(store, PG_CHANGES, "");
        if (!row)
            return -1;
        pg->changes_now = PQntuples(row) == 1 ? pg_int(row, 0, 0) : pg->changes;
    }
    *changed = pg->changes_now != pg->changes;
    pg->changes = pg->changes_now;
    return 0;
}
