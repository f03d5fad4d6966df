/* test_command_log.c - the commands that print the log. */
#include "shell_commands.h"

static void test_export(void **state)
{
    (void)state;
    play(40);
    assert_int_equal(run(false, "export"), 0);
    int count = 0;
    for (char *line = strtok(out, "\n"); line; line = strtok(NULL, "\n")) {
        json_t *value = parse(line);
        char game[24];
        snprintf(game, sizeof game, "g-%d", count++);
        assert_string_equal(json_string_value(json_object_get(value, "game")), game);
        assert_int_equal(json_integer_value(json_object_get(value, "seq")), count);
        assert_true(json_array_size(json_object_get(value, "seats")) >= 2);
        json_decref(value);
    }
    assert_int_equal(count, 40);
    assert_int_equal(run(false, "export --records"), 0);
    assert_memory_equal(out, "{\"game\":\"g-0\"}\n{\"game\":\"g-1\"}\n", 30);
}

static void test_full_output_is_an_error(void **state)
{
    (void)state;
    play(5);
    FILE *full = fopen("/dev/full", "w"), *null = fopen("/dev/null", "w");
    char *argv[] = {(char[]){"export"}};
    assert_int_equal(command_table_run(temp.url, 1, argv, false, full, null), 3);
    fclose(full);
    fclose(null);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_export, setup, teardown),
        cmocka_unit_test_setup_teardown(test_full_output_is_an_error, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
