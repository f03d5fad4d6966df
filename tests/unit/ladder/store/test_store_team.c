/* test_store_team.c - teams in a store: they follow from the log and its numbers alone. Runs on
 * an SQLite file; with AVONDALE_TEST_STORE=postgresql://...?... on that database, in a new
 * schema for each test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"

static struct ladder_result pairs_result(const char *game, const char *const names[4])
{
    struct ladder_result result = duel(game, names[0], names[1], 2);
    result.seat_count = 4;
    for (int seat = 0; seat < 4; seat++) {
        snprintf(result.seats[seat].bot, sizeof result.seats[seat].bot, "%s", names[seat]);
        result.seats[seat].side = seat % 2;
    }
    return result;
}

static int64_t stored_before(struct store *store, int64_t seq, int seat)
{
    struct store_result row;
    assert_int_equal(store_results(store, 0, seq - 1, &row, 1), 1);
    assert_int_equal(row.seq, seq);
    return row.change.seats[seat].before_milli;
}

/* A store from before pairs were teams: each bot has its own rating on the ladder of pairs, as
 * the numbers of the second game and of the bots show. The first open rebuilds its cache. */
static void test_pairs_of_an_older_store(void **state)
{
    const struct place *place = *state;
    struct log log;
    struct ladder_error error;
    struct replay_audit audit = {0};
    struct standing ann;
    log_open(&log, place);
    log_bot(&log, "ann", "first");
    log_bot(&log, "bob", "first");
    log_bot(&log, "cat", "first");
    log_bot(&log, "zoe", "");
    struct ladder_result one = pairs_result("g-1", (const char *[]){"ann", "zoe", "bob", "zoe"});
    struct ladder_result two = pairs_result("g-2", (const char *[]){"ann", "zoe", "cat", "zoe"});
    (void)log_result(&log, &one);
    int64_t seq = log_result(&log, &two);
    log_close(&log);
    sql(place,
        "UPDATE result_seat SET before_milli = 1520000, after_milli = 1536565 WHERE seq = 2 AND"
        " seat = 0; UPDATE result_seat SET after_milli = 1516565 WHERE seq = 2 AND seat = 2;"
        "UPDATE bot SET rating_milli = 1536565, games = 2, wins = 2, owners_met = 1 WHERE name ="
        " 'ann'");
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    replay_init(&log.replay);
    assert_int_equal(replay_recompute(&log.replay, store, false, &audit), 0);
    assert_int_equal(audit.differ, 2); /* as long as nothing marks it as an older one */
    store_close(store);
    replay_fini(&log.replay);

    sql(place, place->server ? "UPDATE ladder SET avondale_version = avondale_version - 1"
                             : TO_VERSION_8 "PRAGMA user_version = 5");
    store = opened(place, 0);
    assert_true(store_migrated(store));
    assert_int_equal(replay_upgrade(store, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    replay_init(&log.replay);
    assert_int_equal(replay_recompute(&log.replay, store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    assert_int_equal(stored_before(store, seq, 0), 1500000); /* a team of their own */
    assert_int_equal(stored_before(store, seq, 2), 1500000);
    assert_int_equal(stored_before(store, seq, 1), 1480000);
    assert_int_equal(store_bot_find(store, "ann", &ann), 0);
    assert_int_equal(ann.rating_milli, 1500000);
    assert_int_equal(ann.games, 0);
    store_close(store);
    replay_fini(&log.replay);
    store = opened(place, 0);
    assert_false(store_migrated(store)); /* only once */
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pairs_of_an_older_store, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
