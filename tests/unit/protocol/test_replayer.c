/* test_replayer.c - the report of differences. */
#include "replayed.h"

static void test_all_differences(void **state)
{
    json_t *json = sample("wikipedia", 15);

    (void)state;
    json_array_set_new(json_object_get(hand_of(json, 0), "tricks"), 0, json_integer(11));
    json_array_set_new(json_object_get(hand_of(json, 1), "delta"), 1, json_integer(7));
    json_object_set_new(json_object_get(json, "result"), "reason", json_string("bust"));
    char *line = json_dumps(json, 0);
    struct told one = replay_line(line, strlen(line), false),
                all = replay_line(line, strlen(line), true);
    assert_int_equal(one.reports, 1);
    assert_int_equal(all.reports, 3);
    assert_int_equal(all.result, 3);
    free(line);
    json_decref(json);
}

/* The report has no control characters, whatever the record holds. */
static void test_reports_are_ascii(void **state)
{
    json_t *json = sample("wikipedia", 17);

    (void)state;
    json_object_set_new(json_object_get(json_object_get(json, "ruleset"), "options"), "\033[2J\n",
                        json_string("\033[2J\n"));
    struct told told = replay_json(json);
    assert_int_not_equal(told.result, 0);
    for (const char *c = told.text; *c; c++)
        assert_in_range(*c, ' ', '~');
    json_decref(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_differences),
        cmocka_unit_test(test_reports_are_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
