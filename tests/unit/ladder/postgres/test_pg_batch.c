/* test_pg_batch.c - rows that are collected and sent together. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"
#if __has_include("libpq-fe.h")
#include "postgres/pg.h"

static int64_t count(struct store *store, enum pg_statement which, const char *game)
{
    const PGresult *rows = pg_query(store, which, "s", game);
    assert_non_null(rows);
    return PQntuples(rows);
}

/* A query sees earlier writes, although they were still waiting. */
static void test_rows_leave_before_the_next_statement(void **state)
{
    const struct place *place = *state;
    struct store_game game = {.result = duel("g-1", "ann", "bob", 2)};
    if (!place->server)
        skip();
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_game_add(store, &game), 0);
    assert_int_equal(pg_of(store)->queue_count, 0);
    assert_int_equal(count(store, PG_GAME_EXPECT, "{\"g-1\"}"), 1);
    store_rollback(store);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(count(store, PG_GAME_EXPECT, "{\"g-1\"}"), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* Rows that were rolled back are not sent later. */
static void test_a_rollback_forgets_rows(void **state)
{
    const struct place *place = *state;
    struct store_game game = {.result = duel("g-1", "ann", "bob", 2)};
    if (!place->server)
        skip();
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_game_add(store, &game), 0);
    store_rollback(store);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(count(store, PG_GAME_EXPECT, "{\"g-1\"}"), 0);
    store_rollback(store);
    store_close(store);
}

/* If a transaction writes a bot twice the last values count; any bytes and no bytes are stored. */
static void test_values_round_trip(void **state)
{
    const struct place *place = *state;
    static const char odd[] = "a{b}\"c\\,NULL'd";
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    struct log log;
    char *text = NULL;
    int64_t seq;
    if (!place->server)
        skip();
    log_open(&log, place);
    log_ann_and_bob(&log);
    result.record = odd;
    result.stake = 7;
    snprintf(result.unrated, sizeof result.unrated, "%s", odd);
    seq = log_result(&log, &result);
    struct standing *ann = &log.replay.standings.bots[0];
    ann->rating_milli = 1;
    assert_int_equal(store_bot_cache(log.store, ann), 0);
    ann->rating_milli = 2;
    assert_int_equal(store_bot_cache(log.store, ann), 0);
    assert_int_equal(store_commit(log.store), 0);
    assert_int_equal(store_begin(log.store, false), 0);
    struct store_result there;
    struct standing bot;
    assert_int_equal(store_results(log.store, 0, seq - 1, &there, 1), 1);
    assert_string_equal(there.result.unrated, odd);
    assert_int_equal(there.result.stake, 7);
    assert_true(there.chained && there.hashed);
    assert_int_equal(store_record(log.store, "g-1", &text), 0);
    assert_string_equal(text, odd);
    free(text);
    assert_int_equal(store_bot_find(log.store, ann->name, &bot), 0);
    assert_int_equal(bot.rating_milli, 2);
    store_rollback(log.store);
    store_close(log.store);
    replay_fini(&log.replay);
}

/* More rows than one statement holds. */
static void test_many_rows(void **state)
{
    const struct place *place = *state;
    enum { GAMES = 2500 };
    if (!place->server)
        skip();
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    for (int i = 0; i < GAMES; i++) {
        char name[16];
        snprintf(name, sizeof name, "g-%d", i);
        struct store_game game = {.result = duel(name, "ann", "bob", 2)};
        assert_int_equal(pg_batch_add(store, PG_BATCH_GAME, (int64_t)i + 1, name,
                                      game.result.ruleset, (int64_t)0, "", game.commitment, ""),
                         0);
    }
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(count(store, PG_GAME_EXPECT, "{\"g-0\",\"g-2047\",\"g-2048\",\"g-2499\"}"), 4);
    store_close(store);
}
#endif

int main(void)
{
#if __has_include("libpq-fe.h")
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_rows_leave_before_the_next_statement, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_rollback_forgets_rows, setup, teardown),
        cmocka_unit_test_setup_teardown(test_values_round_trip, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many_rows, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    return 77;
#endif
}
