/* pg_seek.c - seeks of nodes in a PostgreSQL database. */
#include "postgres/pg.h"
#include "store/store_seek.h"

#include <stdio.h>
#include <string.h>

/* Each is a transaction of its own: the connection may be one that reads otherwise, and a server
 * may have another isolation by default. */
static int seek_put(struct store *store, const struct seek_offer *offer)
{
    return pg_transaction_aside(store, PG_SEEK_PUT, "sssiiiii", offer->bot, offer->node,
                                offer->rulesets, (int64_t)offer->rated, (int64_t)offer->pair,
                                (int64_t)offer->games, (int64_t)offer->rating,
                                (int64_t)offer->carried)
               ? 0
               : -1;
}

static int seek_end(struct store *store, const char *bot, const char *node)
{
    return pg_transaction_aside(store, PG_SEEK_END, "ss", bot, node) ? 0 : -1;
}

static int seek_clear(struct store *store, const char *node)
{
    return pg_transaction_aside(store, PG_SEEK_CLEAR, "s", node) ? 0 : -1;
}

static void offer_read(const PGresult *rows, int row, struct seek_offer *offer)
{
    memset(offer, 0, sizeof *offer);
    pg_text(rows, row, 0, offer->bot, sizeof offer->bot);
    pg_text(rows, row, 1, offer->node, sizeof offer->node);
    pg_text(rows, row, 2, offer->rulesets, sizeof offer->rulesets);
    offer->rated = pg_int(rows, row, 3) != 0;
    offer->pair = pg_int(rows, row, 4) != 0;
    offer->games = (int)pg_int(rows, row, 5);
    offer->rating = (int)pg_int(rows, row, 6);
}

static int seek_page(struct store *store, struct seek_offer *offers, int max)
{
    const PGresult *rows = pg_transaction_aside(store, PG_SEEK_PAGE, "i", (int64_t)max);
    int count = rows ? PQntuples(rows) : -1;

    for (int i = 0; i < count; i++) {
        offer_read(rows, i, &offers[i]);
        offers[i].waited_msec = pg_int(rows, i, 7);
    }
    return count;
}

/* The rows of a statement that claims, asked in a transaction that stays open if there is one. */
static int take_claimed(struct store *store, bool failed, struct seek_offer *claimed,
                        char life[CLUSTER_LIFE_BYTES])
{
    int status = failed || pg_wait(store) ? STORE_FAILED : 0;

    if (status == 0) {
        const PGresult *rows = pg_answer(store, 0);
        if (PQntuples(rows) == 0) {
            status = STORE_NONE;
        } else {
            offer_read(rows, 0, claimed);
            claimed->carried = pg_int(rows, 0, 7) != 0;
            pg_text(rows, 0, 8, life, CLUSTER_LIFE_BYTES);
        }
    }
    if (status)
        pg_transaction_rollback(store);
    return status;
}

static int seek_claim(struct store *store, const char *node, const struct seek_want *want,
                      const char *ticket, struct seek_offer *claimed, char life[CLUSTER_LIFE_BYTES])
{
    char word[80];

    snprintf(word, sizeof word, " %s ", want->ruleset);
    store->again = false;
    bool failed = pg_transaction_begin_aside(store) ||
                  pg_ask(store, PG_SEEK_CLAIM, "sssiii", node, ticket, word, (int64_t)want->rated,
                         (int64_t)want->rating, want->waited_msec);
    return take_claimed(store, failed, claimed, life);
}

static int seek_call(struct store *store, const char *node, const char *bot, const char *ticket,
                     struct seek_offer *claimed, char life[CLUSTER_LIFE_BYTES])
{
    store->again = false;
    bool failed =
        pg_transaction_begin_aside(store) || pg_ask(store, PG_SEEK_CALL, "sss", node, ticket, bot);
    return take_claimed(store, failed, claimed, life);
}

static int seek_commit(struct store *store)
{
    if (pg_transaction_commit(store) == 0)
        return 0;
    pg_transaction_rollback(store);
    return STORE_FAILED;
}

static int seek_sight(struct store *store, const char *node, struct seek_sight *sight)
{
    const PGresult *rows = pg_transaction_aside(store, PG_NODE_SIGHT, "s", node);

    memset(sight, 0, sizeof *sight);
    if (!rows)
        return -1;
    if (PQntuples(rows) == 0)
        return 0;
    sight->alive = pg_int(rows, 0, 0) != 0;
    pg_text(rows, 0, 1, sight->life, sizeof sight->life);
    sight->until_msec = pg_int(rows, 0, 2);
    return 0;
}

static int seek_leaves(struct store *store, const char *node, const char *address)
{
    return pg_transaction_aside(store, PG_NODE_LEAVES, "ss", node, address) ? 0 : -1;
}

static int seek_sent(struct store *store, const char *node, struct seek_sent *sent, int max)
{
    const PGresult *rows = pg_transaction_aside(store, PG_SEEK_SENT, "si", node, (int64_t)max);
    int count = rows ? PQntuples(rows) : -1;

    for (int i = 0; i < count; i++) {
        memset(&sent[i], 0, sizeof sent[i]);
        pg_text(rows, i, 0, sent[i].bot, sizeof sent[i].bot);
        pg_text(rows, i, 1, sent[i].address, sizeof sent[i].address);
        pg_text(rows, i, 2, sent[i].ticket, sizeof sent[i].ticket);
    }
    return count;
}

static int seek_nodes(struct store *store, const char *node, char (*addresses)[SEEK_ADDRESS_BYTES],
                      int max)
{
    const PGresult *rows = pg_transaction_aside(store, PG_SEEK_NODES, "si", node, (int64_t)max);
    int count = rows ? PQntuples(rows) : -1;

    for (int i = 0; i < count; i++)
        pg_text(rows, i, 0, addresses[i], SEEK_ADDRESS_BYTES);
    return count;
}

/* A relative of PostgreSQL may not know it, and behind a pooler nobody would be told; that is no
 * failure. */
static int seek_listen(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    pg->life = 0;
    store->again = false;
    if (pg->pooled)
        return STORE_NONE;
    if (!pg_query(store, PG_LISTEN, ""))
        return store->again ? -1 : STORE_NONE;
    return pg->share && pg_share_listen(store) ? STORE_NONE : 0;
}

static int seek_notify(struct store *store)
{
    return pg_transaction_aside(store, PG_NOTIFY, "") ? 0 : -1;
}

static int seek_fd(struct store *store)
{
    const struct pg_store *pg = pg_of(store);

    return pg->share ? pg->watch_fd : pg->conn ? PQsocket(pg->conn) : -1;
}

static bool shared_drain(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg_share_take(store))
        return true; /* the next statement fails in the same way */
    if (pg->conn && PQconsumeInput(pg->conn) != 1)
        pg_lose(store);
    else
        pg_share_give(store);
    return pg_share_told(store);
}

static bool seek_drain(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    bool some = false;
    PGnotify *told;

    if (pg->share)
        return shared_drain(store);
    if (pg->conn && PQconsumeInput(pg->conn) != 1)
        pg_lose(store);
    while (pg->conn && (told = PQnotifies(pg->conn))) {
        some = true;
        PQfreemem(told);
    }
    return some;
}

const struct store_seeks pg_seeks = {
    .put = seek_put,
    .end = seek_end,
    .clear = seek_clear,
    .page = seek_page,
    .claim = seek_claim,
    .sent = seek_sent,
    .nodes = seek_nodes,
    .call = seek_call,
    .commit = seek_commit,
    .sight = seek_sight,
    .leaves = seek_leaves,
    .listen = seek_listen,
    .notify = seek_notify,
    .fd = seek_fd,
    .drain = seek_drain,
};
