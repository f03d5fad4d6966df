/* test_command_work.c - jobs and workers from the shell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "shell_commands.h"
#include "work/work.h"

static void a_new_queue_lists_no_work(void **state)
{
    (void)state;
    play(1);
    assert_int_equal(run(false, "work list"), 0);
    assert_string_equal(out, "");
    assert_int_equal(run(false, "workers"), 0);
    assert_int_not_equal(run(false, "work drop nothing"), 0);
    assert_non_null(strstr(err, "nothing"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_queue_lists_no_work, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
