/* test_pg_store.c - properties of a remote database only: its own clock, other programs' tables,
 * lost connections, leases. Needs a server, in AVONDALE_TEST_STORE=postgresql://...?..., except
 * for the tests without one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"
#if __has_include("libpq-fe.h")
#include "postgres/pg.h"
#endif

static void test_clock_must_agree(void **state)
{
    const struct place *place = *state;
    struct store *store;
    struct ladder_error error;
    char url[700];
    if (!place->server)
        skip();
    sql(place, "CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
               " $$ SELECT pg_catalog.clock_timestamp() - interval '40 s' $$");
    snprintf(url, sizeof url, "%s,pg_catalog", place->url);
    assert_int_equal(store_open(&store, url, 0, &error), STORE_REFUSED);
    if (!strstr(error.text, "clock is 40 s before the database's"))
        fail_msg("%s", error.text);
    sql(place, "CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
               " $$ SELECT pg_catalog.clock_timestamp() + interval '20 s' $$");
    assert_int_equal(store_open(&store, url, 0, &error), 0);
    store_close(store);
}

static void test_foreign_tables_are_refused(void **state)
{
    const struct place *place = *state;
    struct store *store;
    struct ladder_error error;
    if (!place->server)
        skip();
    sql(place, "CREATE TABLE ladder (rungs INTEGER)");
    assert_int_equal(store_open(&store, place->url, 0, &error), STORE_REFUSED);
    assert_non_null(strstr(error.text, "not one of avondale's"));
    sql(place, "DROP TABLE ladder; CREATE TABLE record (groove INTEGER)");
    assert_int_equal(store_open(&store, place->url, 0, &error), STORE_REFUSED);
    assert_non_null(strstr(error.text, "record"));
    assert_int_equal(store_open(&store, place->url, STORE_MUST_EXIST, &error), STORE_REFUSED);
    /* A migration that fails halfway leaves the schema as it was. */
    sql(place, "DROP TABLE record; CREATE VIEW snapshot_part AS SELECT 1 AS id");
    assert_true(store_open(&store, place->url, 0, &error) < 0);
    assert_int_equal(store_open(&store, place->url, STORE_MUST_EXIST, &error), STORE_REFUSED);
}

static void test_a_lost_connection_may_be_tried_again(void **state)
{
    const struct place *place = *state;
    struct log log;
    struct result_change change;
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    int64_t seq = 0;
    if (!place->server)
        skip();
    log_open(&log, place);
    log_ann_and_bob(&log);
    (void)log_result(&log, &result);
    psql(place->server, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE application_name = 'avondale'");
    assert_int_equal(store_commit(log.store), -1);
    assert_true(store_again(log.store));
    assert_null(strchr(store_error(log.store), '\n'));
    store_rollback(log.store);
    assert_true(store_again(log.store));
    assert_int_equal(store_begin(log.store, true), 0);
    assert_int_equal(store_result_find(log.store, "g-1", &seq), STORE_NONE);
    assert_int_equal(replay_load(&log.replay, log.store, NULL, NULL), 0);
    assert_int_equal(log.replay.standings.count, 0);
    log_ann_and_bob(&log);
    assert_int_equal(log_result(&log, &result), 1);
    /* And in the middle of a read. */
    psql(place->server, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE application_name = 'avondale'");
    assert_int_equal(store_result_add(log.store, &result, &log.replay.standings, &change, &seq),
                     -1);
    assert_true(store_again(log.store));
    store_close(log.store);
    replay_fini(&log.replay);
}

#ifdef PG_NOW_MSEC
/* CockroachDB and YugabyteDB accept these statements according to their documents; neither is
 * installed here. They may refuse LISTEN: then nodes poll. */
static void test_no_word_that_relatives_refuse(void **state)
{
    static const char *const refused[] = {
        "ADVISORY",   "EXTENSION",  "SERIAL",      "SEQUENCE",  "NEXTVAL",  "TRIGGER",
        "LANGUAGE",   "CTID",       "XMIN",        " OID",      "UNLOGGED", "INHERITS",
        "LOCK TABLE", "DEFERR",     "CREATE TYPE", "DOMAIN",    "RULE ",    "TABLESPACE",
        "EXCLUDE ",   "GENERATED",  "COPY ",       "CURSOR",    "MERGE ",   "LATERAL",
        "TEMP ",      "PG_CATALOG", "NO KEY",      "SAVEPOINT",
    };
    (void)state;
    for (int i = 0; i < PG_STATEMENT_COUNT + pg_migration_count; i++) {
        const char *text =
            i < PG_STATEMENT_COUNT ? pg_sql[i] : pg_migrations[i - PG_STATEMENT_COUNT].sql;
        assert_non_null(text);
        if (i == PG_PARTITION_NEXT) /* sent where there are partitions, so not to them */
            continue;
        bool room = i == PG_TURN_ONE || i == PG_TURN_OTHER; /* it may be refused: pg_turn.c */
        for (size_t w = 0; w < sizeof refused / sizeof refused[0]; w++) {
            if (strcasestr(text, refused[w]) && !(room && strcmp(refused[w], "LOCK TABLE") == 0))
                fail_msg("%s: %s", refused[w], text);
        }
        /* CockroachDB (0A000): a statement inside WITH that changes rows must return some. */
        const char *with = strstr(text, " AS (UPDATE ");
        if (with && !strstr(with, "RETURNING"))
            fail_msg("no RETURNING: %s", text);
        bool tells = i == PG_LISTEN || i == PG_NOTIFY;
        assert_int_equal(strstr(text, "LISTEN") || strcasestr(text, "NOTIFY"), tells);
    }
}

/* A node that stood still with the lock has lost it, and what it would have stored: it is stored
 * again. */
static void test_a_transaction_that_stood_still_is_done_again(void **state)
{
    const struct place *place = *state;
    struct standing bot = {.name = "ann"};
    if (!place->server)
        skip();
    struct store *store = opened(place, 0), *other = opened(place, 0);
    struct pg_store *pg = pg_of(store);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(PQsendQueryParams(pg->conn,
                                       "SET LOCAL idle_in_transaction_session_timeout = 100", 0,
                                       NULL, NULL, NULL, NULL, 0),
                     1);
    pg->queue[pg->queue_count++].what = PG_SKIP;
    assert_int_equal(pg_wait(store), 0);
    assert_int_equal(store_begin(other, true), 0); /* the server has ended the transaction */
    assert_int_equal(store_bot_add(store, &bot, 1), STORE_FAILED);
    assert_true(store_again(store));
    store_rollback(store);
    assert_int_equal(store_commit(other), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_bot_add(store, &bot, 1), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(other);
    store_close(store);
}

/* A silent connection is given up, and its successor works. */
static void test_no_answer_is_a_lost_connection(void **state)
{
    const struct place *place = *state;
    char command[800];
    int status = 0;
    if (!place->server)
        skip();
    struct store *store = opened(place, 0);
    pg_of(store)->patience_msec = 1000;
    snprintf(command, sizeof command, "psql -qX -v ON_ERROR_STOP=1 '%s'", place->url);
    FILE *holder = popen(command, "w");
    assert_non_null(holder);
    fprintf(holder, "BEGIN; LOCK TABLE ladder;\n");
    fflush(holder);
    for (int tries = 0; status == 0 && tries < 100000; tries++) {
        status = store_begin(store, true);
        store_rollback(store);
    }
    assert_int_equal(status, -1);
    assert_true(store_again(store));
    if (!strstr(store_error(store), "no answer for 1 s"))
        fail_msg("%s", store_error(store));
    fprintf(holder, "ROLLBACK;\n");
    assert_int_equal(pclose(holder), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}
#endif

/* A bad row in the pipeline is reported at the commit, and the commit is not repeated. */
static void test_a_bad_row_is_reported_at_the_commit(void **state)
{
    const struct place *place = *state;
    struct log log;
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    int64_t seq = 0;
    if (!place->server)
        skip();
    log_open(&log, place);
    log_ann_and_bob(&log);
    log.replay.standings.bots[1].id = 77; /* no such bot */
    struct result_change change;
    assert_int_equal(apply_result(&log.replay.standings, &result, false, &change), 0);
    assert_int_equal(store_result_add(log.store, &result, &log.replay.standings, &change, &seq), 0);
    assert_int_equal(store_commit(log.store), -1);
    assert_false(store_again(log.store));
    assert_non_null(strstr(store_error(log.store), "null value"));
    store_rollback(log.store);
    assert_int_equal(store_begin(log.store, true), 0);
    assert_int_equal(store_result_find(log.store, "g-1", &seq), STORE_NONE);
    store_close(log.store);
    replay_fini(&log.replay);
}

/* As after a failover to a replica that lacks commits: it is refused for writing. */
static void test_an_older_copy_is_not_continued(void **state)
{
    const struct place *place = *state;
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    struct log log;
    if (!place->server)
        skip();
    log_open(&log, place);
    log_ann_and_bob(&log);
    (void)log_result(&log, &result);
    assert_int_equal(store_commit(log.store), 0);
    sql(place, "UPDATE ladder SET last_result = 0");
    assert_int_equal(store_begin(log.store, true), -1);
    assert_true(store_again(log.store));
    if (!strstr(store_error(log.store), "its last result is 0, and was 1: an older copy"))
        fail_msg("%s", store_error(log.store));
    sql(place, "UPDATE ladder SET last_result = 1");
    assert_int_equal(store_begin(log.store, true), 0);
    assert_int_equal(store_commit(log.store), 0);
    store_close(log.store);
    replay_fini(&log.replay);
}

static void test_a_daemon_without_the_lease_writes_nothing(void **state)
{
    const struct place *place = *state;
    struct ladder_error error;
    struct store *other;
    if (!place->server)
        skip();
    struct store *daemon = opened(place, STORE_EXCLUSIVE);
    sql(place, "UPDATE lease SET holder = '1 elsewhere b n r'");
    assert_true(store_open(&other, place->url, STORE_EXCLUSIVE, &error) < 0);
    assert_non_null(strstr(error.text, "process 1 of elsewhere"));
    assert_int_equal(store_begin(daemon, true), -1);
    assert_false(store_again(daemon));
    assert_non_null(strstr(store_error(daemon), "another avondale serves from it now (process 1)"));
    store_rollback(daemon);
    /* The end time of a lease that nobody renewed. */
    sql(place, "UPDATE lease SET until_msec = 0");
    other = opened(place, STORE_EXCLUSIVE);
    assert_int_equal(store_begin(daemon, true), -1);
    assert_int_equal(store_begin(other, true), 0);
    store_close(daemon); /* ends only its own lease */
    store_rollback(other);
    assert_int_equal(store_begin(other, true), 0);
    store_close(other);
}

static void test_several_nodes(void **state)
{
    const struct place *place = *state;
    const struct ladder_node a = {.name = "a"};
    struct ladder_error error;
    struct store *other;
    if (!place->server) {
        assert_int_equal(store_open_node(&other, place->url, &a, &error), STORE_REFUSED);
        assert_non_null(strstr(error.text, "a file serves one avondale"));
        return;
    }
    struct store *first = opened_node(place, "a"), *second = opened_node(place, "b");
    assert_true(store_open_node(&other, place->url, &a, &error) < 0);
    assert_non_null(strstr(error.text, "node a, process"));
    assert_true(store_open(&other, place->url, STORE_EXCLUSIVE, &error) < 0);
    struct store *both[] = {first, second};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(store_begin(both[i], true), 0);
        assert_int_equal(store_commit(both[i]), 0);
    }
    store_close(first);
    store_close(second);
    other = opened(place, STORE_EXCLUSIVE);
    assert_true(store_open_node(&second, place->url, &a, &error) < 0);
    store_close(other);
}

static void test_games_of_a_dead_node(void **state)
{
    const struct place *place = *state;
    struct store_game game = {.result = {.ruleset = "wikipedia", .seat_count = 2, .side_count = 2}};
    struct store_game found[4];
    if (!place->server)
        skip();
    game.result.seats[1].side = 1;
    strcpy(game.result.seats[0].bot, "ann");
    strcpy(game.result.seats[1].bot, "bob");
    struct store *nodes[] = {opened_node(place, "a"), opened_node(place, "b")};
    for (int i = 0; i < 2; i++) {
        snprintf(game.result.game, sizeof game.result.game, "g-%d", i);
        assert_int_equal(store_begin(nodes[i], true), 0);
        assert_int_equal(store_game_add(nodes[i], &game), 0);
        assert_int_equal(store_commit(nodes[i]), 0);
        assert_int_equal(store_begin(nodes[i], false), 0);
        assert_int_equal(store_games_open(nodes[i], found, 4), 1);
        assert_string_equal(found[0].result.game, game.result.game);
        assert_int_equal(store_games_orphaned(nodes[i], found, 4), 0);
        store_rollback(nodes[i]);
    }
    sql(place, "UPDATE lease SET until_msec = 0 WHERE name = 'node:a'");
    assert_int_equal(store_begin(nodes[1], false), 0);
    assert_int_equal(store_games_orphaned(nodes[1], found, 4), 1);
    assert_string_equal(found[0].result.game, "g-0");
    /* The new daemon may not void them at once: after an outage all leases have expired. */
    assert_int_equal(store_games_open(nodes[1], found, 4), 1);
    store_rollback(nodes[1]);
    store_close(nodes[0]);
    store_close(nodes[1]);
    struct store *alone = opened(place, STORE_EXCLUSIVE);
    assert_int_equal(store_begin(alone, false), 0);
    assert_int_equal(store_games_open(alone, found, 4), 2);
    store_close(alone);
}

static void test_no_password_in_an_error(void **state)
{
    static const char *const urls[] = {
        "postgresql://ann:hunter2@127.0.0.1:1/x",
        "postgresql://ann:hunter2@127.0.0.1:1/x?sslmode=hunter3",
        "postgresql://ann:hun@hunter2@127.0.0.1:1/x",
        "postgresql://ann:hunter2/x",
        "postgresql://ann:1/hunter2@127.0.0.1:1/x",
        "postgresql://ann:1?hunter2@127.0.0.1:1/x",
        "postgresql://ann:1#hunter2@127.0.0.1:1/x",
        "postgresql://ann:%hunter2@127.0.0.1:1/x",
        "postgresql://ann@127.0.0.1:1/x?password=hunter2",
        "postgresql://ann@127.0.0.1:1/x?pasword=hunter2",
        "postgresql://ann@127.0.0.1:1/x?password=%hunter2",
        "postgresql:/ann:hunter2@127.0.0.1:1/x",
        "pq://ann:hunter2@127.0.0.1:1/x",
    };
    (void)state;
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        struct store *store;
        struct ladder_error error;
        assert_true(store_open(&store, urls[i], 0, &error) < 0);
        assert_true(strlen(error.text) > 20);
        assert_null(strchr(error.text, '\n'));
        if (strstr(error.text, "hunter2"))
            fail_msg("%s: %s", urls[i], error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_clock_must_agree, setup, teardown),
        cmocka_unit_test_setup_teardown(test_foreign_tables_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_lost_connection_may_be_tried_again, setup, teardown),
#ifdef PG_NOW_MSEC
        cmocka_unit_test(test_no_word_that_relatives_refuse),
        cmocka_unit_test_setup_teardown(test_a_transaction_that_stood_still_is_done_again, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_no_answer_is_a_lost_connection, setup, teardown),
#endif
        cmocka_unit_test_setup_teardown(test_a_bad_row_is_reported_at_the_commit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_older_copy_is_not_continued, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_daemon_without_the_lease_writes_nothing, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_several_nodes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_games_of_a_dead_node, setup, teardown),
        cmocka_unit_test(test_no_password_in_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
