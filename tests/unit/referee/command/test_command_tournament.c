/* test_command_tournament.c - the arguments of `tournament`. */
#include "command_run.h"

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(tournament_main, "tournament", "FILE.ini");
    command_refused(tournament_main, "tournament /nonexistent.ini --jobs 0", "--jobs");
}

static void help_and_keys_are_printed(void **state)
{
    (void)state;
    assert_int_equal(command_run(tournament_main, "tournament --help"), 0);
    assert_non_null(strstr(command_out, "usage: avondale tournament"));
    assert_int_equal(command_run(tournament_main, "tournament --keys"), 0);
    assert_non_null(strstr(command_out, "round-robin"));
    assert_non_null(strstr(command_out, "head-to-head"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_named),
        cmocka_unit_test(help_and_keys_are_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
