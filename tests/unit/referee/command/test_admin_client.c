/* test_admin_client.c - `admin` asks a daemon, and reports if there is none. */
#include "command_run.h"

static void an_absent_daemon_is_named(void **state)
{
    (void)state;
    assert_int_equal(command_run(admin_client_main, "admin --socket /nonexistent/admin show stats"),
                     3);
    assert_non_null(strstr(command_err, "no daemon answers at /nonexistent/admin"));
    assert_int_equal(command_out[0], 0);
}

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(admin_client_main, "admin --nothing", "nothing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_absent_daemon_is_named),
        cmocka_unit_test(bad_input_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
