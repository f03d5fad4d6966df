/* test_writer_version.c - versions of a bot. */
#include "writer_cases.h"

/* A bot's version in its hello makes the same log entry as the shell: later results are the new
 * version's. */
static void test_versions(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct ladder_past pasts[4];
    struct ladder_bot bot;
    char label[LADDER_NAME_MAX + 1];
    struct ladder_result first = duel("g-1", "ann", "bob", 2),
                         second = duel("g-2", "ann", "bob", 2);
    assert_int_equal(writer_version_begin(ladder, "nobody", "v1"), -1);
    assert_int_equal(writer_queue_register(ladder, "ann"), 0);
    assert_int_equal(writer_version_begin(ladder, "ann", "not valid"), -1);
    assert_int_equal(writer_version_begin(ladder, "Ann", "v1"), 0);
    assert_true(writer_view_bot(ladder, "ann", &bot));
    assert_string_equal(bot.version, "v1"); /* at once */
    assert_int_equal(writer_queue_submit(ladder, &first, NULL, NULL), 0);
    assert_int_equal(writer_version_begin(ladder, "ann", "v1"), 0); /* nothing new */
    assert_int_equal(writer_version_begin(ladder, "ann", "v2"), 0);
    assert_int_equal(writer_queue_submit(ladder, &second, NULL, NULL), 0);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_int_equal(writer_view_pasts(ladder, "ann", pasts, 4), 2);
    assert_string_equal(pasts[0].version, "v1");
    assert_int_equal(pasts[0].number, 1);
    assert_int_equal(pasts[0].games, 1);
    assert_string_equal(pasts[1].version, "v2");
    assert_int_equal(pasts[1].number, 2);
    assert_int_equal(pasts[1].games, 1);
    assert_true(pasts[1].rating_milli > pasts[0].rating_milli); /* from the old one's rating on */
    writer_view_version_at(ladder, "ann", 1, label);
    assert_string_equal(label, "v1");
    writer_view_version_at(ladder, "ann", 2, label);
    assert_string_equal(label, "v2");
    writer_close(ladder);
    /* Another process reads the same. */
    ladder = temp_ladder(temp, true);
    assert_int_equal(writer_view_pasts(ladder, "ann", pasts, 4), 2);
    assert_string_equal(pasts[1].version, "v2");
    writer_close(ladder);
    assert_no_difference(temp, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_versions, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
