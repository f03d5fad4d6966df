/* test_sqlite_rows.c - rows of the log as pages, forwards and backwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/apply_result.h"
#include "store/store.h"

enum { RESULTS = 40 };

static void a_page_continues_after_the_last_row(void **state)
{
    static struct store_result page[RESULTS], back[RESULTS];
    const struct temp *temp = *state;
    struct store *store;
    struct ladder_error error;
    uint64_t seed = 11;
    int64_t after = 0, seq;
    int total = 0, count;
    struct ladder *ladder = temp_ladder(temp, false);
    for (int i = 0; i < RESULTS; i++) {
        struct ladder_result result = random_result(&seed, i);
        assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    }
    writer_close(ladder);
    assert_int_equal(store_open(&store, temp->url, STORE_READ_ONLY, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    while ((count = store_results(store, 0, after, page + total, 7)) > 0) {
        for (int i = 0; i < count; i++, total++) {
            char game[16];
            snprintf(game, sizeof game, "g-%d", total);
            assert_string_equal(page[total].result.game, game);
            assert_true(page[total].seq > after);
            after = page[total].seq;
        }
    }
    assert_int_equal(total, RESULTS);
    assert_int_equal(store_results_before(store, 0, INT64_MAX, back, RESULTS), RESULTS);
    for (int i = 0; i < RESULTS; i++)
        assert_int_equal(back[i].seq, page[RESULTS - 1 - i].seq);
    assert_int_equal(store_results_before(store, 0, page[3].seq, back, RESULTS), 3);
    assert_int_equal(store_result_find(store, "g-5", &seq), 0);
    assert_int_equal(seq, page[5].seq);
    assert_int_equal(store_result_find(store, "g-40", &seq), STORE_NONE);
    store_rollback(store);
    store_close(store);
}

static void a_bot_has_pages_of_its_own(void **state)
{
    static struct store_result page[8];
    const struct temp *temp = *state;
    struct store *store;
    struct standing bot;
    struct ladder_error error;
    struct ladder *ladder = temp_ladder(temp, false);
    for (int i = 0; i < 6; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, "ann", i % 3 ? "bob" : "cy", 2);
        assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    }
    writer_close(ladder);
    assert_int_equal(store_open(&store, temp->url, STORE_READ_ONLY, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_bot_find(store, "CY", &bot), 0);
    assert_string_equal(bot.name, "cy");
    assert_int_equal(store_results(store, bot.id, 0, page, 8), 2);
    assert_string_equal(page[1].result.game, "g-3");
    assert_string_equal(page[1].result.seats[0].bot, "ann");
    assert_int_equal(store_bot_find(store, "di", &bot), STORE_NONE);
    store_rollback(store);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_page_continues_after_the_last_row, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(a_bot_has_pages_of_its_own, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
