/* pg_store.c - the ladder's store in a PostgreSQL database: schema, opening, closing. */
#include "postgres/pg.h"
#include "base/clock.h"
#include "store/store_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CLOCK_MSEC_MAX = 30000 }; /* the most that our clock may differ from the database's */

/* --------------------------------------------------------------------------------- the schema */

/* Times in the log are those of daemons, leases those of the database: the clocks must agree. */
static int clock_check(struct store *store, PGconn *conn, struct ladder_error *error)
{
    int64_t theirs = 0, before = clock_wall_msec();

    if (pg_run(store, conn, "SELECT " PG_NOW_MSEC, &theirs))
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

/* Runs SQL from the heap; NULL: there was no memory for it. */
static int run_made(struct store *store, PGconn *conn, char *sql, int64_t *number)
{
    int status = sql ? pg_run(store, conn, sql, number) : pg_say(store, "out of memory");
    free(sql);
    return status;
}

/* Each version is noted when it is reached: where changes of a schema commit by themselves, whoever
 * comes next goes on from there. */
static int migrate(struct store *store, PGconn *conn, int64_t from)
{
    int64_t ignored = 0;
    char sql[64];

    if (pg_run(store, conn, pg_schema_keys, &ignored))
        return STORE_FAILED;
    for (int i = 0; i < pg_migration_count; i++) {
        const struct pg_migration *step = &pg_migrations[i];
        int64_t wanted = 1;
        if (step->to <= from)
            continue;
        if (step->when && pg_run(store, conn, step->when, &wanted))
            return STORE_FAILED;
        if (wanted && pg_run(store, conn, step->sql, &ignored))
            return STORE_FAILED;
        if (i + 1 < pg_migration_count && pg_migrations[i + 1].to == step->to)
            continue;
        snprintf(sql, sizeof sql, "UPDATE ladder SET avondale_version = %d", step->to);
        if (pg_run(store, conn, sql, &ignored))
            return STORE_FAILED;
    }
    return pg_partition_make(store, conn, false) ||
                   run_made(store, conn, pg_record_dictionary_insert(), &ignored) ||
                   pg_run(store, conn, "COMMIT", &ignored)
               ? STORE_FAILED
               : 0;
}

/* Whether there is a table `ladder`, and the name of another that we would make: "" for none. */
static int tables_look(struct store *store, PGconn *conn, bool *there, char other[64])
{
    PGresult *result = PQexec(conn, pg_schema_tables);

    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1) {
        (void)pg_fail(store, result);
        PQclear(result);
        return -1;
    }
    *there = pg_int(result, 0, 0) > 0;
    snprintf(other, 64, "%s", PQgetvalue(result, 0, 1));
    PQclear(result);
    return 0;
}

static void table_foreign(const struct store *store, const char *table, struct ladder_error *error)
{
    snprintf(error->text, sizeof error->text, "%.140s: its table '%.60s' is not one of avondale's",
             store->name, table);
}

/* Migrates the schema in one transaction. Relatives of PostgreSQL commit some changes of a schema
 * by themselves; a schema that is half there is gone on with. */
static int schema_update(struct store *store, PGconn *conn, unsigned flags,
                         struct ladder_error *error)
{
    int64_t version = 0, ignored = 0;
    char other[64];
    bool there;

    if (tables_look(store, conn, &there, other))
        return STORE_FAILED;
    if (!there && flags & STORE_MUST_EXIST) {
        snprintf(error->text, sizeof error->text, "%.200s: there is no ladder in it", store->name);
        return STORE_REFUSED;
    }
    if (!there && other[0]) {
        table_foreign(store, other, error);
        return STORE_REFUSED;
    }
    if (pg_run(store, conn, "BEGIN", &ignored))
        return STORE_FAILED;
    if (there && pg_run(store, conn, "SELECT avondale_version FROM ladder FOR UPDATE", &version))
        goto foreign;
    if (version < 0 || version > pg_version_newest) {
        snprintf(error->text, sizeof error->text,
                 "%.160s: schema version %lld is newer than this avondale knows (%d)", store->name,
                 (long long)version, pg_version_newest);
        goto refused;
    }
    int64_t dictionaries = 0;
    if (version == pg_version_newest &&
        run_made(store, conn, pg_record_dictionary_count(), &dictionaries))
        goto failed;
    if (dictionaries > 0)
        return pg_run(store, conn, "ROLLBACK", &ignored);
    store->migrated = version > 0 && version < pg_version_newest;
    if (migrate(store, conn, version) == 0)
        return 0;
failed:
    (void)pg_run(store, conn, "ROLLBACK", &ignored);
    return STORE_FAILED;
foreign:
    if (store->again || PQstatus(conn) != CONNECTION_OK)
        return STORE_FAILED;
    table_foreign(store, "ladder", error);
refused:
    (void)pg_run(store, conn, "ROLLBACK", &ignored);
    return STORE_REFUSED;
}

/* ------------------------------------------------------------------------------- open, close */

static void postgres_close(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (pg->conn) {
        pg_transaction_rollback(store);
        if (pg->exclusive)
            pg_lease_end(store);
    }
    pg_lose(store);
    pg_share_leave(store);
    for (int i = 0; i < pg->kept_count; i++)
        PQclear(pg->kept[i]);
    store_record_fini(store);
    pg_batch_fini(store);
    pg_feed_fini(store);
    pg_foresee_clear(store);
    free(pg->url);
    free(store->name);
    free(pg);
}

/* All that a connection must find, as often as it meets others meanwhile: two that make the tables
 * at once, or a server that answers with conflicts. */
static int tables_ready(struct store *store, PGconn *conn, unsigned flags,
                        struct ladder_error *error)
{
    int64_t ignored;

    for (int tries = 0;;) {
        store->again = false;
        int status = clock_check(store, conn, error);
        if (status == 0)
            status = schema_update(store, conn, flags, error);
        if (status == 0 &&
            pg_run(store, conn, "SELECT changes FROM ladder", &pg_of(store)->changes))
            status = STORE_FAILED;
        store->again |= tries == 0;
        if (status != STORE_FAILED || PQstatus(conn) != CONNECTION_OK)
            return status;
        if (!store_retry(store, &tries))
            return status;
        char text[sizeof store->error]; /* the first error is the one to tell */
        memcpy(text, store->error, sizeof text);
        (void)pg_run(store, conn, "ROLLBACK", &ignored);
        memcpy(store->error, text, sizeof text);
    }
}

static int connection_open(struct store *store, unsigned flags, struct ladder_error *error)
{
    struct pg_store *pg = pg_of(store);

    if (pg->share) { /* a store of this process has looked at it */
        int reached = pg_ensure(store);
        pg_share_give(store);
        return reached ? STORE_FAILED : 0;
    }
    pg->looks_for_pool = !pg->pooled && !(flags & STORE_READ_ONLY);
    PGconn *conn = pg_connect(store);
    if (pg->pool_found) {
        snprintf(error->text, sizeof error->text, "%.250s", store->error);
        return STORE_REFUSED;
    }
    pg->looks_for_pool = false;
    if (conn && flags & STORE_READ_ONLY) /* a store of this process has looked at it */
        return pg_use(store, conn) ? STORE_FAILED : 0;
    int status = conn ? tables_ready(store, conn, flags, error) : STORE_FAILED;
    if (status == 0)
        return pg_use(store, conn) ? STORE_FAILED : 0;
    PQfinish(conn);
    return status;
}

static int postgres_open(struct store **out, const char *url, unsigned flags,
                         const struct ladder_node *node, struct ladder_error *error)
{
    char *name = NULL, *plain = strdup(url);
    struct pg_store *pg = calloc(1, sizeof *pg);
    int status = 0;

    if (!plain || !pg) {
        snprintf(error->text, sizeof error->text, "out of memory");
        status = STORE_FAILED;
    } else if (pg_pool_url(plain, &pg->pooled)) {
        snprintf(error->text, sizeof error->text,
                 "store: pool_mode: expected session or transaction");
        status = STORE_REFUSED;
    } else if (pg_url_parse(plain, &name, error)) {
        status = STORE_REFUSED;
    }
    if (status) {
        free(plain);
        free(pg);
        return status;
    }
    pg->url = plain;
    pg->told_fd = pg->watch_fd = -1;
    pg->base.kind = &store_postgres;
    pg->base.name = name;
    pg->read_only = flags & STORE_READ_ONLY;
    pg->patience_msec =
        node || flags & (STORE_IMPATIENT | STORE_SHARED) ? PG_NODE_MSEC : PG_ALONE_MSEC;
    if (flags & STORE_SHARED && pg_share_join(&pg->base)) {
        (void)pg_say(&pg->base, "out of memory");
        status = STORE_FAILED;
    }
    if (status == 0)
        status = connection_open(&pg->base, flags, error);
    int tries = 0;
    if (status == 0 && flags & STORE_EXCLUSIVE) {
        do
            status = pg_lease_take(&pg->base, node, error);
        while (status == STORE_FAILED && store_retry(&pg->base, &tries));
    }
    if (status) {
        if (!error->text[0])
            snprintf(error->text, sizeof error->text, "%.250s", pg->base.error);
        postgres_close(&pg->base);
        return status;
    }
    *out = &pg->base;
    return 0;
}

const struct store_kind store_postgres = {
    .work = &pg_work,
    .account = &pg_account,
    .calendar = &pg_calendar,
    .program = &pg_program,
    .hosting = &pg_hosting,
    .game_log = &pg_game_log,
    .news = &pg_news,
    .open = postgres_open,
    .close = postgres_close,
    .begin = pg_transaction_begin,
    .commit = pg_transaction_commit,
    .rollback = pg_transaction_rollback,
    .changed = pg_transaction_changed,
    .expect = pg_expect,
    .foresee = pg_foresee,
    .approach = pg_turn_approach,
    .bot_add = pg_rows_bot_add,
    .bot_token = pg_rows_bot_token,
    .result_add = pg_rows_result_add,
    .log_entry_add = pg_rows_log_entry_add,
    .game_add = pg_rows_game_add,
    .game_drop = pg_rows_game_drop,
    .games_open = pg_rows_games_open,
    .games_orphaned = pg_rows_games_orphaned,
    .bot_cache = pg_rows_bot_cache,
    .result_cache = pg_rows_result_cache,
    .bots_mark = pg_transaction_bots_mark,
    .bots = pg_rows_bots,
    .actions = pg_rows_log_entries,
    .results = pg_rows_results,
    .results_before = pg_rows_results_before,
    .results_at = pg_rows_results_at,
    .results_wanted = pg_rows_results_wanted,
    .games = pg_rows_games,
    .bot_find = pg_rows_bot_find,
    .result_find = pg_rows_result_find,
    .record = pg_record_find,
    .outlines = pg_record_outlines,
    .plain_records = pg_record_plain,
    .record_replace = pg_record_replace,
    .records_at = pg_record_at,
    .record_stray = pg_record_stray,
    .records_drop = pg_record_drop,
    .partition_drop = pg_partition_drop,
    .retention = pg_record_retention,
    .retention_archived = pg_record_archived,
    .shrink = pg_record_shrink,
    .sizes = pg_record_sizes,
    .seeks = &pg_seeks,

    .document_add = pg_rows_document_add,
    .document_put = pg_rows_document_put,
    .document = pg_rows_document,
    .snapshot_add = pg_snapshot_add,
    .snapshot = pg_snapshot_read,
};
