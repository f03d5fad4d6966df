/* test_serve.c - the arguments of `serve`. */
#include "command_run.h"

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(serve_main, "serve --live-delay now", "live-delay");
    command_refused(serve_main, "serve --nothing", "nothing");
}

static void the_configuration_is_printed(void **state)
{
    (void)state;
    assert_int_equal(command_run(serve_main, "serve --print-config --time 1234"), 0);
    assert_non_null(strstr(command_out, "time"));
    assert_int_equal(command_run(serve_main, "serve --help"), 0);
    assert_non_null(strstr(command_out, "usage: avondale serve"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_named),
        cmocka_unit_test(the_configuration_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
