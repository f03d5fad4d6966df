/* test_writer_season.c - purses of a season, and which bots can pay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "await.h"
#include "ladder_temp.h"
#include "log/replay.h"
#include "base/sign.h"

/* The seating's question: only the buy-in of an open season, in its own games, excludes a poor
 * bot. */
static void test_a_bot_that_cannot_pay_the_buy_in_is_excluded(void **state)
{
    (void)state;
    struct temp temp;
    struct ladder_error error;
    struct store *store;
    struct ladder *ladder;
    struct ladder_purse purses[4];
    struct ladder_season season;
    const int64_t now = 1700000000000;
    temp_init(&temp);
    assert_int_equal(store_open(&store, temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(
        store_log_entry_add(store, LOG_ENTRY_SEASON, 0, 1,
                            "one 1700000000000 1700000100000 10 6 two-handed-draw.solo-2"),
        0);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(writer_open(&ladder, temp.url, true, &error), 0);
    assert_true(
        writer_season_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now)); /* unknown yet */
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    writer_queue_wait(ladder);
    assert_int_equal(writer_season_purses(ladder, "ONE", purses, 4), 2);
    assert_string_equal(purses[0].name, "ann");
    assert_int_equal(purses[0].chips, 16);
    assert_int_equal(purses[1].chips, 4);
    assert_true(writer_season_can_pay(ladder, "ann", "two-handed-draw", 2, 2, now));
    assert_false(writer_season_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now));
    assert_true(writer_season_can_pay(ladder, "bob", "two-handed-draw", 2, 2,
                                      now + 100000)); /* it is over */
    assert_true(writer_season_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now - 1));
    assert_true(writer_season_can_pay(ladder, "bob", "two-handed-dead", 2, 2, now));
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_log_entry_add(store, LOG_ENTRY_CLOSE, 0, 2, "one 00"), 0);
    assert_int_equal(store_commit(store), 0);
    struct await limit = await_begin(10); /* it comes within a second */
    while (!writer_season_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now) &&
           await_step(&limit))
        ;
    assert_true(writer_season_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now));
    assert_true(writer_season_find(ladder, "one", &season));
    assert_true(season.over);
    writer_close(ladder);
    store_close(store);
    temp_fini(&temp);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_bot_that_cannot_pay_the_buy_in_is_excluded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
