/* test_command_table.c - the commands of the shell, and their arguments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "shell_commands.h"

static void arguments_and_options_are_those_of_the_table(void **state)
{
    (void)state;
    play(1);
    assert_usage("add", "NAME");
    assert_usage("add a b", "NAME");
    assert_usage("list --nothing", "--nothing");
    assert_usage("ban b0 --off", "--off");
    assert_usage("nothing", "nothing");
    assert_int_equal(run(false, "recompute --verify"), 0);
    assert_non_null(strstr(out, ": 0 differ"));
}

static void only_some_commands_make_a_store(void **state)
{
    (void)state;
    assert_int_not_equal(run(false, "list"), 0);
    assert_int_not_equal(access(temp.path, F_OK), 0);
    assert_int_equal(run(false, "add ann"), 0);
    assert_int_equal(access(temp.path, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(arguments_and_options_are_those_of_the_table, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(only_some_commands_make_a_store, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
