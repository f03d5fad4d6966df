/* test_command_bot.c - bots, tokens, owners, versions. */
#include "shell_commands.h"

static void test_bots(void **state)
{
    (void)state;
    assert_int_equal(run(false, "add ann"), 0);
    assert_int_equal(strlen(out), 65);
    char first[80];
    snprintf(first, sizeof first, "%.79s", out);
    assert_int_equal(run(true, "token Ann"), 0);
    json_t *value = parse(out);
    assert_string_equal(json_string_value(json_object_get(value, "name")), "ann");
    const char *token = json_string_value(json_object_get(value, "token"));
    assert_int_equal(strlen(token), 64);
    assert_memory_not_equal(token, first, 64);
    json_decref(value);
    assert_int_equal(run(false, "add bob --owner ann --json"), 0);
    json_decref(parse(out));
    assert_int_equal(run(true, "show bob"), 0);
    value = parse(out);
    assert_string_equal(json_string_value(json_object_get(value, "owner")), "ann");
    assert_int_equal(json_integer_value(json_object_get(value, "rating_milli")), 1500000);
    assert_true(json_is_true(json_object_get(value, "provisional")));
    json_decref(value);
    assert_null(strstr(out, first)); /* a token is shown only once */
    assert_int_equal(run(false, "ban bob"), 0);
    assert_usage("ban bob", "banned already");
    assert_int_equal(run(false, "show bob"), 0);
    assert_non_null(strstr(out, "banned  yes"));
    assert_int_equal(run(false, "top"), 0);
    assert_null(strstr(out, "bob"));
    assert_null(strstr(out, "ann")); /* on no ladder yet */
}

static void test_versions(void **state)
{
    (void)state;
    play(100);
    assert_usage("version b1", "expected NAME LABEL");
    assert_usage("version b1 <v>", "version '<v>'");
    assert_usage("version nobody v2", "no bot named");
    assert_int_equal(run(false, "version b1 v2"), 0);
    assert_string_equal(out, "b1 is version v2 from now on\n");
    assert_int_equal(run(false, "reference b2"), 0);
    assert_int_equal(run(true, "standings"), 0);
    json_t *value = parse(out);
    const json_t *rows = json_object_get(value, "standings"), *row;
    size_t i;
    int seen = 0;
    json_array_foreach(rows, i, row)
    {
        const char *name = json_string_value(json_object_get(row, "name"));
        if (strcmp(name, "b1") == 0) {
            assert_string_equal(json_string_value(json_object_get(row, "version")), "v2");
            assert_int_equal(json_integer_value(json_object_get(row, "games")), 0);
            assert_true(json_is_true(json_object_get(row, "provisional")));
            seen++;
        }
        assert_int_equal(json_is_true(json_object_get(row, "reference")), strcmp(name, "b2") == 0);
        seen += strcmp(name, "b2") == 0;
    }
    assert_int_equal(seen, 2);
    json_decref(value);
    assert_int_equal(run(false, "standings"), 0);
    assert_non_null(strstr(out, "reference b2: online "));
    assert_non_null(strstr(out, "seed 100, 1000 resamples"));
    assert_int_equal(run(false, "reference b2 --off"), 0);
    assert_int_equal(run(false, "standings"), 0);
    assert_null(strstr(out, "reference b2"));
    assert_usage("standings --ladder nothing", "no ladder 'nothing'");
    assert_int_equal(run(false, "list"), 0);
    assert_non_null(strstr(out, "australian.solo-2"));
    assert_int_equal(run(false, "top 2 --ladder=australian.solo-2"), 0);
    assert_int_equal(run(false, "recompute --verify"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bots, setup, teardown),
        cmocka_unit_test_setup_teardown(test_versions, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
