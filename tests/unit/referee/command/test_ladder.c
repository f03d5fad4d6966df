/* test_ladder.c - `ladder` passes its arguments to the shell of the ladder. */
#include "command_run.h"

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(ladder_main, "ladder --store sqlite:/nonexistent/db top", "/nonexistent/db");
    command_refused(ladder_main, "ladder --store other:x top", "sqlite:PATH");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
