/* test_writer_group.c - the fate of the other results of a group when one is bad, or none can be
 * stored. */
#include "writer_cases.h"

static void test_bad_result_fails_alone(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct seen seen = {0};
    struct ladder_result good = duel("g-1", "ann", "bob", 2), bad = duel("g-2", "ann", "bob", 2);
    bad.ranks[0] = 9;
    assert_int_equal(writer_queue_submit(ladder, &bad, on_done, &seen), 0);
    assert_int_equal(writer_queue_submit(ladder, &good, on_done, &seen), 0);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_true(seen.status[0] < 0);
    assert_non_null(strstr(seen.text, "rank"));
    assert_int_equal(seen.status[1], 0);
    writer_close(ladder);
    assert_no_difference(temp, 1);
}

/* The disk is full for a while: results of that time are reported as lost, later ones are
 * stored. */
static void test_full_disk(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct seen *seen = calloc(1, sizeof *seen);
    struct rlimit before, tight;
    uint64_t seed = 21;
    char *record = malloc(200001);
    uint64_t noise = 5; /* results are packed, and this one does not compress */
    for (int i = 0; i < 200000; i++) {
        noise = noise * UINT64_C(6364136223846793005) + 1442695040888963407;
        record[i] = (char)(1 + (noise >> 33) % 255);
    }
    record[200000] = '\0';
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 60; i++) {
        if (i == 20) { /* the journal can grow a little more, then no more writes */
            getrlimit(RLIMIT_FSIZE, &before);
            tight = before;
            tight.rlim_cur = 6 << 20;
            setrlimit(RLIMIT_FSIZE, &tight);
        }
        if (i == 50)
            setrlimit(RLIMIT_FSIZE, &before);
        struct ladder_result result = random_result(&seed, i);
        result.record = record;
        assert_int_equal(writer_queue_submit(ladder, &result, on_done, seen), 0);
        writer_queue_wait(ladder);
    }
    struct ladder_bot stored;
    struct ladder_row live[12], again;
    int total, live_count = writer_view_rows(ladder, NULL, 0, live, 12, &total);
    writer_close(ladder);
    int good = 0, failed = 0;
    for (int i = 0; i < 60; i++) {
        good += seen->status[i] == 0;
        failed += seen->status[i] < 0;
        if (i < 20 || i >= 50)
            assert_int_equal(seen->status[i], 0);
    }
    assert_true(failed > 0);
    assert_int_equal(good + failed, 60);
    assert_non_null(strstr(seen->text, temp->path));
    assert_no_difference(temp, good);
    /* And the thread's copy was rolled back as well. */
    ladder = temp_ladder(temp, true);
    for (int i = 0; i < live_count; i++) {
        assert_true(writer_view_bot(ladder, live[i].name, &stored));
        assert_true(writer_view_row(ladder, NULL, live[i].name, &again));
        assert_int_equal(live[i].rating_milli, again.rating_milli);
        assert_int_equal(live[i].games, again.games);
    }
    writer_close(ladder);
    free(record);
    free(seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bad_result_fails_alone, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_full_disk, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
