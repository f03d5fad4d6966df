/* test_writer_queue.c - results are stored in order, and the queue has a limit. */
#include "writer_cases.h"

static void test_order_and_bounds(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct seen *seen = calloc(1, sizeof *seen);
    uint64_t seed = 11;
    int accepted = 0;
    /* Completions that were not dispatched count, so the limit is reached whatever the thread
     * does meanwhile. */
    for (int i = 0; i < 4200; i++) {
        struct ladder_result result = random_result(&seed, i);
        if (writer_queue_submit(ladder, &result, on_done, seen) == 0)
            accepted++;
        else
            assert_true(i >= 4096);
    }
    assert_int_equal(accepted, 4096);
    writer_queue_wait(ladder);
    assert_true(readable(ladder, 0)); /* reported before the wait ends, */
    assert_int_equal(seen->count, 0); /* never from another thread, */
    writer_queue_dispatch(ladder);
    assert_false(readable(ladder, 0)); /* and only once */
    assert_int_equal(seen->count, 4096);
    for (int i = 0; i < 4096; i++) {
        char game[24];
        snprintf(game, sizeof game, "g-%d", i);
        assert_string_equal(seen->games[i], game);
        assert_int_equal(seen->status[i], 0);
    }
    struct ladder_result next = duel("again", "b0", "b1", 2);
    assert_int_equal(writer_queue_submit(ladder, &next, on_done, seen), 0);
    writer_close(ladder);
    assert_int_equal(seen->count, 4097); /* closing finishes the queue */
    assert_no_difference(temp, 4097);
    free(seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_order_and_bounds, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
