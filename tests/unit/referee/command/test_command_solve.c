/* test_command_solve.c - `solve` prints the result of best play. */
#include "command_run.h"

static void a_deal_has_a_table(void **state)
{
    (void)state;
    assert_int_equal(command_run(solve_main, "solve AS/5D/6C/7H"), 0);
    assert_non_null(strstr(command_out, "3   0   0   1   1    1"));
}

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(solve_main, "solve", "DEAL");
    command_refused(solve_main, "solve AS/AS/6C/7H", "AS");
    command_refused(solve_main, "solve --contract 11NT AS/5D/6C/7H", "11NT");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deal_has_a_table),
        cmocka_unit_test(bad_input_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
