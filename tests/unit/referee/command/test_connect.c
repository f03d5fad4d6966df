/* test_connect.c - the arguments of `connect`. */
#include "command_run.h"

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(connect_main, "connect", "HOST:PORT");
    command_refused(connect_main, "connect 127.0.0.1:1 --name x", "CMD");
    command_refused(connect_main, "connect 127.0.0.1:1 -- true", "--name");
    command_refused(connect_main, "connect 127.0.0.1:1 --name .x -- true", "--name=.x");
    command_refused(connect_main, "connect 127.0.0.1:1 --name x --games 65 -- true", "--games=65");
    command_refused(connect_main, "connect a:1,b:1,c --name x -- true", "a:1,b:1,c");
    command_refused(connect_main, "connect a:1 --name x --seek no -- true", "--seek");
    command_refused(connect_main, "connect a:1 --name x --tls-fingerprint 1 -- true",
                    "--tls-fingerprint=1");
}

static void a_token_is_not_repeated(void **state)
{
    (void)state;
    command_refused(connect_main, "connect a:1 --name x --token 5e --token-file f -- true",
                    "--token-file");
    assert_null(strstr(command_err, "5e"));
}

static void a_token_that_cannot_be_kept_is_found_before(void **state)
{
    (void)state;
    assert_int_equal(
        command_run(connect_main, "connect a:1 --name x --token-file /proc/version/x -- true"), 3);
    assert_non_null(strstr(command_err, "/proc/version/x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_named),
        cmocka_unit_test(a_token_is_not_repeated),
        cmocka_unit_test(a_token_that_cannot_be_kept_is_found_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
