/* test_match.c - the arguments of `match`. */
#include "command_run.h"

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(match_main, "match --bot a", "NAME=CMD");
    command_refused(match_main, "match --bot a=x --bot b=y --games 0", "--games=0");
    command_refused(match_main, "match --bot a=x --bot b=y --seed 0", "--seed=0");
    command_refused(match_main, "match --bot a=x --bot b=y --policy kind", "--policy=kind");
    command_refused(match_main, "match --bot a=/bin/true --bot b=/bin/true --resume", "--records");
    command_refused(match_main, "match --bot a=tcp://nowhere --bot b=y", "tcp://");
}

static void help_is_printed(void **state)
{
    (void)state;
    assert_int_equal(command_run(match_main, "match --help"), 0);
    assert_non_null(strstr(command_out, "usage: avondale match"));
    assert_non_null(strstr(command_out, "--games"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_named),
        cmocka_unit_test(help_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
