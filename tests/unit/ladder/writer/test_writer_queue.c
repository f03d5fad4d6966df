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

/* A loop takes a few at a time, so that bots are heard between them. */
static void test_a_few_at_a_time(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct seen *seen = calloc(1, sizeof *seen);
    uint64_t seed = 12;
    for (int i = 0; i < 10; i++) {
        struct ladder_result result = random_result(&seed, i);
        assert_int_equal(writer_queue_submit(ladder, &result, on_done, seen), 0);
    }
    writer_queue_wait(ladder);
    for (int count = 4; count <= 12; count += 4) {
        assert_true(readable(ladder, 0));
        writer_queue_dispatch_some(ladder, 4);
        assert_int_equal(seen->count, count < 10 ? count : 10);
    }
    assert_false(readable(ladder, 0));
    for (int i = 0; i < 10; i++)
        assert_int_equal(strtol(seen->games[i] + 2, NULL, 10), i);
    /* What comes later is behind them. */
    struct ladder_result next = duel("again", "b0", "b1", 2);
    assert_int_equal(writer_queue_submit(ladder, &next, on_done, seen), 0);
    writer_queue_wait(ladder);
    writer_queue_dispatch_some(ladder, 4);
    assert_string_equal(seen->games[10], "again");
    assert_false(readable(ladder, 0));
    writer_close(ladder);
    free(seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_order_and_bounds, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_few_at_a_time, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
