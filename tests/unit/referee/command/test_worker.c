/* test_worker.c - the arguments of `worker`. */
#include "command_run.h"

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(worker_main, "worker --store sqlite:/tmp/x --jobs many", "--jobs=many");
    command_refused(worker_main, "worker --store sqlite:/tmp/x --name a/b", "--name=a/b");
    command_refused(worker_main, "worker --store sqlite:/tmp/x --lease 0", "--lease=0");
    command_refused(worker_main, "worker --store other:x", "sqlite:PATH");
}

static void help_is_printed(void **state)
{
    (void)state;
    assert_int_equal(command_run(worker_main, "worker --help"), 0);
    assert_non_null(strstr(command_out, "usage: avondale worker"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_named),
        cmocka_unit_test(help_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
