/* test_page_tournament.c - the pages of tournaments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first. */
#include <cmocka.h>

#include "web_cups.h"

static void a_tournament_is_listed_and_shown(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/tournaments"), 200);
    assert_non_null(strstr(body(), "<a href=\"/tournament/spring\">Cup &lt;script&gt;</a>"));
    assert_null(strstr(body(), "broken"));
    assert_int_equal(ask(fixture, "GET", "/tournament/spring"), 200);
    assert_non_null(strstr(body(), "<h1>Cup &lt;script&gt;</h1>"));
    assert_null(strstr(body(), "Cup <script>"));
    const char *ann = strstr(body(), "ann"), *bob = strstr(body(), "bob");
    assert_true(ann && bob && ann < bob);
    assert_int_equal(ask(fixture, "GET", "/tournament/broken"), 404);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_tournament_is_listed_and_shown, cups_setup,
                                        cups_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
