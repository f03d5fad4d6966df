/* test_page_file.c - pages whose text is a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first. */
#include <cmocka.h>

#include "web_json.h"

static void where_bots_connect_stands_in_the_text(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/connect"), 200);
    assert_non_null(strstr(body(), "arena&lt;1&gt;:5500"));
    assert_null(strstr(body(), "{bots}"));
    assert_non_null(strstr(body(), "</html>"));
    assert_int_equal(ask(fixture, "GET", "/about"), 200);
    assert_null(strstr(body(), "{bots}"));
    assert_non_null(strstr(body(), "</html>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(where_bots_connect_stands_in_the_text, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
