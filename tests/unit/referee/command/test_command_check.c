/* test_command_check.c - the arguments of `check`. */
#include "command_run.h"

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(check_main, "check", "CMD");
    command_refused(check_main, "check --hands 0 -- true", "--hands=0");
    command_refused(check_main, "check --time 0 -- true", "--time=0");
    command_refused(check_main, "check --ruleset nothing -- true", "nothing");
}

static void help_is_printed(void **state)
{
    (void)state;
    assert_int_equal(command_run(check_main, "check --help"), 0);
    assert_non_null(strstr(command_out, "usage: avondale check"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_named),
        cmocka_unit_test(help_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
