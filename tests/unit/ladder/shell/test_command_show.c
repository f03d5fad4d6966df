/* test_command_show.c - bots and games as the shell prints them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "shell_commands.h"

static void bots_are_listed_and_shown(void **state)
{
    (void)state;
    play(40);
    assert_int_equal(run(false, "list"), 0);
    assert_non_null(strstr(out, "australian"));
    assert_int_equal(run(true, "show b0"), 0);
    json_t *bot = parse(out);
    assert_string_equal(json_string_value(json_object_get(bot, "name")), "b0");
    json_decref(bot);
    assert_int_equal(run(false, "top 2"), 0);
    assert_int_equal(run(false, "history b0"), 0);
    assert_non_null(strstr(out, "g-"));
    assert_usage("show", "NAME");
    assert_int_not_equal(run(false, "show nobody"), 0);
    assert_non_null(strstr(err, "nobody"));
}

static void exports_are_in_the_order_of_the_log(void **state)
{
    int count = 0, last = -1;
    (void)state;
    play(40);
    assert_int_equal(run(true, "export"), 0);
    for (char *line = strtok(out, "\n"); line; line = strtok(NULL, "\n"), count++) {
        const char *game = strstr(line, "\"g-");
        assert_non_null(game);
        int number = atoi(game + 3);
        assert_true(number > last);
        last = number;
    }
    assert_int_equal(count, 40);
}

/* All exports say so in the same words. */
static void a_full_disk_is_named(void **state)
{
    static const char *const options[] = {NULL, "--records", "--csv", "--all"};
    (void)state;
    play(200);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        char *argv[] = {(char *)(uintptr_t) "export", (char *)(uintptr_t)options[i]};
        FILE *full = fopen("/dev/full", "w"), *told = fmemopen(err, sizeof err - 1, "w");
        assert_non_null(full);
        assert_int_equal(command_table_run(temp.url, options[i] ? 2 : 1, argv, false, full, told),
                         3);
        fclose(full);
        fclose(told);
        assert_string_equal(err,
                            "avondale ladder: cannot write the output: No space left on device\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bots_are_listed_and_shown, setup, teardown),
        cmocka_unit_test_setup_teardown(exports_are_in_the_order_of_the_log, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_disk_is_named, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
