/* store_postgres.c - the ladder's store in a PostgreSQL database: opening, transactions. */
#include "store/store_postgres.h"
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CLOCK_MSEC_MAX = 30000 }; /* how far our clock may be from the database's */

/* --------------------------------------------------------------------------------- the schema */

/* Runs SQL on a connection that is not in pipeline mode; the first number of what comes back. */
static int run(struct store *store, PGconn *conn, const char *sql, int64_t *number)
{
    PGresult *result = PQexec(conn, sql);
    ExecStatusType said = PQresultStatus(result);
    int status = 0;

    if (said == PGRES_TUPLES_OK && PQntuples(result) == 1)
        *number = pg_int(result, 0, 0);
    else if (said != PGRES_COMMAND_OK && said != PGRES_TUPLES_OK)
        status = pg_fail(store, result);
    PQclear(result);
    return status;
}

/* Times in the log come from the clocks of daemons, leases from the database's: they must agree. */
static int clock_check(struct store *store, PGconn *conn, struct ladder_error *error)
{
    int64_t theirs = 0, before = clock_wall_msec();

    if (run(store, conn, "SELECT " PG_NOW_MSEC, &theirs))
        return STORE_FAILED;
    int64_t ours = before + (clock_wall_msec() - before) / 2;
    if (llabs(ours - theirs) <= CLOCK_MSEC_MAX)
        return 0;
    snprintf(error->text, sizeof error->text,
             "%.160s: this machine's clock is %lld s %s the database's; 30 are allowed",
             store->name, (long long)((llabs(ours - theirs) + 500) / 1000),
             ours > theirs ? "before" : "behind");
    return STORE_REFUSED;
}

static int migrate(struct store *store, PGconn *conn, int64_t from)
{
    int64_t ignored = 0;
    char sql[64];

    for (; from < pg_version_newest; from++) {
        if (run(store, conn, pg_migrations[from], &ignored))
            return STORE_FAILED;
    }
    snprintf(sql, sizeof sql, "UPDATE ladder SET avondale_version = %d", pg_version_newest);
    return run(store, conn, sql, &ignored) || run(store, conn, "COMMIT", &ignored) ? STORE_FAILED
                                                                                   : 0;
}

/* Brings the schema up to date in one transaction; a new one is never half there. */
static int schema_update(struct store *store, PGconn *conn, unsigned flags,
                         struct ladder_error *error)
{
    int64_t there = 0, version = 0, ignored = 0;

    if (run(store, conn,
            "SELECT count(*) FROM information_schema.tables"
            " WHERE table_schema = current_schema() AND table_name = 'ladder'",
            &there))
        return STORE_FAILED;
    if (!there && flags & STORE_MUST_EXIST) {
        snprintf(error->text, sizeof error->text, "%.200s: there is no ladder in it", store->name);
        return STORE_REFUSED;
    }
    if (run(store, conn, "BEGIN", &ignored))
        return STORE_FAILED;
    if (there && run(store, conn, "SELECT avondale_version FROM ladder FOR UPDATE", &version))
        goto foreign;
    if (version < 0 || version > pg_version_newest) {
        snprintf(error->text, sizeof error->text,
                 "%.160s: schema version %lld is newer than this avondale knows (%d)", store->name,
                 (long long)version, pg_version_newest);
        goto refused;
    }
    if (version == pg_version_newest)
        return run(store, conn, "ROLLBACK", &ignored);
    store->migrated = version > 0;
    if (migrate(store, conn, version) == 0)
        return 0;
    (void)run(store, conn, "ROLLBACK", &ignored);
    return STORE_FAILED;
foreign:
    if (store->again || PQstatus(conn) != CONNECTION_OK)
        return STORE_FAILED;
    snprintf(error->text, sizeof error->text, "%.160s: its table 'ladder' is not one of avondale's",
             store->name);
refused:
    (void)run(store, conn, "ROLLBACK", &ignored);
    return STORE_REFUSED;
}

/* ------------------------------------------------------------------------------- open, close */

static void postgres_close(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg->conn) {
        store_rollback(store);
        if (pg->exclusive)
            pg_lease_end(store);
    }
    pg_lose(store);
    for (int i = 0; i < pg->kept_count; i++)
        PQclear(pg->kept[i]);
    free(pg->url);
    free(store->name);
    free(pg);
}

static int connection_open(struct store *store, unsigned flags, struct ladder_error *error)
{
    PGconn *conn = pg_connect(store);
    if (conn && flags & STORE_READ_ONLY) /* a store of this process has looked at it */
        return pg_use(store, conn) ? STORE_FAILED : 0;
    int status = conn ? clock_check(store, conn, error) : STORE_FAILED;

    if (status == 0)
        status = schema_update(store, conn, flags, error);
    /* Two that make the schema at once: one of them fails, and now finds it there. */
    if (status == STORE_FAILED && conn && PQstatus(conn) == CONNECTION_OK)
        status = schema_update(store, conn, flags, error);
    if (status == 0 && run(store, conn, "SELECT changes FROM ladder", &pg_of(store)->changes))
        status = STORE_FAILED;
    if (status == 0)
        return pg_use(store, conn) ? STORE_FAILED : 0;
    PQfinish(conn);
    return status;
}

static int postgres_open(struct store **out, const char *url, unsigned flags,
                         const struct ladder_node *node, struct ladder_error *error)
{
    char *name = NULL;

    if (pg_url_parse(url, &name, error))
        return STORE_REFUSED;
    struct pg_store *pg = calloc(1, sizeof *pg);
    if (!pg || !(pg->url = strdup(url))) {
        snprintf(error->text, sizeof error->text, "out of memory");
        free(name);
        free(pg);
        return STORE_FAILED;
    }
    pg->base.kind = &store_postgres;
    pg->base.name = name;
    pg->read_only = flags & STORE_READ_ONLY;
    pg->patience_msec = node || flags & STORE_IMPATIENT ? PG_NODE_MSEC : PG_ALONE_MSEC;
    int status = connection_open(&pg->base, flags, error);
    if (status == 0 && flags & STORE_EXCLUSIVE)
        status = pg_lease_take(&pg->base, node, error);
    if (status) {
        if (!error->text[0])
            snprintf(error->text, sizeof error->text, "%.250s", pg->base.error);
        store_close(&pg->base);
        return status;
    }
    *out = &pg->base;
    return 0;
}

/* ------------------------------------------------------------------------------- transactions */

static void forget(struct pg_store *pg)
{
    pg->open = pg->writes = pg->dirty = pg->looked = false;
    pg->expected_count = pg->expected_next = 0;
}

/* Reads what is counted on from here: the numbers, the heads of the chain, whose lease it is. */
static int write_begin(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg_send(store, PG_BEGIN_WRITE, "") || pg_ask(store, PG_LOCK, "") ||
        pg_ask(store, PG_RESULT_HEAD, "") || pg_ask(store, PG_ACTION_HEAD, "") ||
        (pg->exclusive && pg_ask(store, PG_LEASE_HOLDER, "s", pg->lease)) || pg_wait(store))
        return -1;
    const PGresult *row = pg_answer(store, 0), *result = pg_answer(store, 1),
                   *action = pg_answer(store, 2);
    if (PQntuples(row) != 1) {
        pg->failed = true;
        return pg_say(store, "the row of table 'ladder' is gone");
    }
    pg->changes_now = pg_int(row, 0, 0);
    pg->last_bot = pg_int(row, 0, 1);
    pg->last_result = pg_int(row, 0, 2);
    pg->last_action = pg_int(row, 0, 3);
    pg->last_announced = pg_int(row, 0, 4);
    memset(pg->result_head, 0, CHAIN_BYTES);
    memset(pg->action_head, 0, CHAIN_BYTES);
    pg->head_seq = PQntuples(result) ? pg_int(result, 0, 0) : 0;
    if (PQntuples(result))
        (void)pg_hash(result, 0, 1, pg->result_head);
    if (PQntuples(action))
        (void)pg_hash(action, 0, 0, pg->action_head);
    if (!pg->exclusive)
        return 0;
    const PGresult *lease = pg_answer(store, 3);
    const char *holder = PQntuples(lease) ? PQgetvalue(lease, 0, 0) : NULL;
    return holder && strcmp(holder, pg->holder) == 0 ? 0 : pg_lease_lost(store, holder);
}

static int read_begin(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg_lease_due(store) && pg_lease_renew(store))
        return -1;
    if (pg_send(store, PG_BEGIN_READ, "") || pg_ask(store, PG_CHANGES, "") || pg_wait(store))
        return -1;
    if (PQntuples(pg_answer(store, 0)) == 1)
        pg->changes_now = pg_int(pg_answer(store, 0), 0, 0);
    return 0;
}

/* What was open before is rolled back. 0; -1: no connection. */
static int transaction_open(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg->open || pg->failed)
        store_rollback(store);
    if (pg_ensure(store))
        return -1;
    forget(pg);
    pg->open = true;
    return 0;
}

static int postgres_begin(struct store *store, bool write)
{
    struct pg_store *pg = pg_of(store);

    if (transaction_open(store))
        return -1;
    pg->writes = write;
    if (write ? write_begin(store) : read_begin(store)) {
        store_rollback(store); /* it may hold the lock already */
        return -1;
    }
    pg->looked = true;
    return 0;
}

int pg_begin_work(struct store *store)
{
    return transaction_open(store) ? -1 : pg_send(store, PG_BEGIN_WRITE, "");
}

static int postgres_commit(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    bool renew = pg->writes && pg_lease_due(store);
    bool count = pg->writes && pg->dirty;

    if (pg->failed)
        return -1;
    if (count && pg_send(store, PG_COUNT, "iiiii", pg->changes_now + 1, pg->last_bot,
                         pg->last_result, pg->last_action, pg->last_announced))
        return -1;
    if (renew && pg_send(store, PG_LEASE_RENEW, "ssi", pg->lease, pg->holder, pg->lease_msec))
        return -1;
    if (pg_send(store, PG_COMMIT, "") || pg_wait(store))
        return -1;
    if (renew)
        pg_lease_renewed(store);
    /* What others did before our begin is still to be seen by postgres_changed. */
    if (count)
        pg->changes += 1;
    forget(pg);
    return 0;
}

static void postgres_rollback(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    bool again = store->again;
    char error[sizeof store->error];

    /* The first error is the one to tell. */
    memcpy(error, store->error, sizeof error);
    if (pg->conn && pg->queue_count > 0)
        (void)pg_wait(store);
    pg->failed = false;
    if (pg->conn && pg->open && (pg_send(store, PG_ROLLBACK, "") || pg_wait(store)) && pg->conn)
        pg_lose(store);
    pg->failed = false;
    forget(pg);
    memcpy(store->error, error, sizeof error);
    store->again = again;
}

static int postgres_changed(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (!pg->looked) {
        const PGresult *row = pg_query(store, PG_CHANGES, "");
        if (!row)
            return -1;
        pg->changes_now = PQntuples(row) == 1 ? pg_int(row, 0, 0) : pg->changes;
    }
    bool changed = pg->changes_now != pg->changes;
    pg->changes = pg->changes_now;
    return changed;
}

/* ------------------------------------------------------------------------------- expectations */

struct pg_expected *pg_expected_find(struct pg_store *pg, const char *game)
{
    /* They are met in the order they were told in, nearly always. */
    for (int i = 0; i < pg->expected_count; i++) {
        int at = (pg->expected_next + i) % pg->expected_count;
        if (strcmp(pg->expected[at].game, game) == 0) {
            pg->expected_next = at;
            return &pg->expected[at];
        }
    }
    return NULL;
}

static int postgres_expect(struct store *store, const char *const *games, int count)
{
    struct pg_store *pg = pg_of(store);
    char *list = malloc((size_t)count * (LADDER_GAME_ID_MAX + 3) + 3), *at = list;

    pg->expected_count = pg->expected_next = 0;
    if (!list)
        return pg_say(store, "out of memory");
    *at++ = '{';
    for (int i = 0; i < count && pg->expected_count < PG_EXPECTED_MAX; i++) {
        if (!result_game_valid(games[i]))
            continue; /* whoever adds it will be told */
        struct pg_expected *expected = &pg->expected[pg->expected_count++];
        memset(expected, 0, sizeof *expected);
        snprintf(expected->game, sizeof expected->game, "%s", games[i]);
        at += sprintf(at, "%s\"%s\"", at[-1] == '{' ? "" : ",", expected->game);
    }
    strcpy(at, "}");
    int status = pg_ask(store, PG_RESULT_EXPECT, "s", list) ||
                         pg_ask(store, PG_GAME_EXPECT, "s", list) || pg_wait(store)
                     ? -1
                     : 0;
    free(list);
    if (status) {
        pg->expected_count = 0;
        return -1;
    }
    const PGresult *results = pg_answer(store, 0), *announced = pg_answer(store, 1);
    for (int i = 0; i < PQntuples(results); i++) {
        struct pg_expected *expected = pg_expected_find(pg, PQgetvalue(results, i, 0));
        if (expected)
            expected->seq = pg_int(results, i, 1);
    }
    for (int i = 0; i < PQntuples(announced); i++) {
        struct pg_expected *expected = pg_expected_find(pg, PQgetvalue(announced, i, 0));
        if (expected)
            expected->announced = true;
    }
    pg->expected_next = 0;
    return 0;
}

const struct store_kind store_postgres = {
    .work = &pg_work,
    .open = postgres_open,
    .close = postgres_close,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .changed = postgres_changed,
    .expect = postgres_expect,
    .bot_add = pg_bot_add,
    .bot_token = pg_bot_token,
    .result_add = pg_result_add,
    .action_add = pg_action_add,
    .game_add = pg_game_add,
    .game_drop = pg_game_drop,
    .games_open = pg_games_open,
    .games_orphaned = pg_games_orphaned,
    .bot_cache = pg_bot_cache,
    .result_cache = pg_result_cache,
    .bots = pg_bots,
    .actions = pg_actions,
    .results = pg_results,
    .results_before = pg_results_before,
    .games = pg_games,
    .bot_find = pg_bot_find,
    .result_find = pg_result_find,
    .record = pg_record,
    .seeks = &pg_seeks,

    .document_add = pg_document_add,
    .document = pg_document,
};
