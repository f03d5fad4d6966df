/* test_command_rank.c - the standings and the lines about a bot. */
#include "shell_commands.h"

static void test_results(void **state)
{
    (void)state;
    play(300); /* more than a page */
    assert_int_equal(run(true, "top"), 0);
    json_t *top = parse(out);
    size_t count = json_array_size(top);
    assert_in_range(count, 8, 12);
    bool provisional_seen = false;
    json_int_t rating = INT64_MAX;
    for (size_t i = 0; i < count; i++) {
        const json_t *bot = json_array_get(top, i);
        bool provisional = json_is_true(json_object_get(bot, "provisional"));
        json_int_t own = json_integer_value(json_object_get(bot, "rating_milli"));
        assert_true(provisional || !provisional_seen);
        if (provisional != provisional_seen)
            rating = INT64_MAX;
        assert_true(own <= rating);
        assert_int_equal(json_is_null(json_object_get(bot, "rank")), provisional);
        rating = own;
        provisional_seen = provisional;
    }
    json_decref(top);
    assert_int_equal(run(true, "top 3"), 0);
    top = parse(out);
    assert_int_equal(json_array_size(top), 3);
    json_decref(top);
    assert_int_equal(run(false, "history b0"), 0);
    assert_non_null(strstr(out, "not rated: aborted"));
    assert_non_null(strstr(out, " -> "));
    assert_int_equal(run(false, "recompute"), 0);
    assert_string_equal(out, "300 results, 12 bots: 0 differ\n");
    assert_int_equal(run(false, "void g-100"), 0);
    assert_non_null(strstr(out, "g-100 is void"));
    assert_int_equal(run(true, "recompute"), 0);
    json_t *audit = parse(out);
    assert_int_equal(json_integer_value(json_object_get(audit, "differ")), 0);
    json_decref(audit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_results, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
