/* test_page_standings.c - the page of the standings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "await.h"
#include "web_fixture.h"

static void test_standings_page(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/standings"), 200);
    assert_non_null(strstr(body(), "Nobody is on the ladder yet"));
    struct ladder_result result = duel("g-000001", "ann", "bob", 2);
    snprintf(result.ruleset, sizeof result.ruleset, "<script>alert('x')</script>&\"");
    snprintf(result.reason, sizeof result.reason, "\"><b>");
    submit(fixture, result, NULL);
    assert_int_equal(ask(fixture, "GET", "/"), 200);
    assert_null(strstr(body(), "<script"));
    assert_null(strstr(body(), "<b>"));
    assert_non_null(strstr(body(), "&lt;script&gt;alert(&#039;x&#039;)&lt;/script&gt;&amp;&quot;"));
    assert_non_null(strstr(body(), "href=\"/game/g-000001\""));
    assert_non_null(strstr(body(), "href=\"/bot/ann\""));
    assert_non_null(strstr(body(), "1520.0<span class=\"q\" title=\"provisional\">?</span>"));
    const char *ann = strstr(body(), "ann"), *bob = strstr(body(), "bob");
    assert_true(ann && bob && ann < bob);
}

/* The ladder with most players is the first tab, whichever has most results; the tab of the
 * shown ladder is marked. */
static void test_tabs(void **state)
{
    const struct fixture *fixture = *state;
    struct ladder_result result;
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    assert_int_equal(ask(fixture, "GET", "/standings"), 200);
    assert_null(strstr(body(), "class=\"tabs\"")); /* there is only one ladder */
    submit(fixture, duel("g-2", "ann", "bob", 2), NULL);
    submit(fixture, duel("g-3", "ann", "bob", 1), NULL);
    for (int i = 0; i < 2; i++) {
        result = duel(i ? "g-4" : "g-5", i ? "ann" : "cy", i ? "cy" : "di", 2);
        snprintf(result.ruleset, sizeof result.ruleset, "two-handed-table");
        submit(fixture, result, NULL);
    }
    assert_int_equal(ask(fixture, "GET", "/standings"), 200);
    const char *tabs = strstr(body(), "class=\"tabs\"");
    assert_non_null(tabs);
    const char *large = strstr(tabs, "<span>3</span>"), *small = strstr(tabs, "<span>2</span>");
    assert_true(large && small && large < small);
    assert_non_null(strstr(tabs, "aria-current=\"page\""));
    assert_non_null(strstr(body(), "2 seats, each for itself"));
    assert_non_null(strstr(tabs, "two-handed-table, each alone <span>3</span>"));
    /* a requested ladder is shown alone */
    assert_int_equal(ask(fixture, "GET", "/standings?ladder=two-handed-table.solo-2"), 200);
    assert_null(strstr(body(), "Playing now"));
    assert_non_null(strstr(
        body(),
        "\"Ladder two-handed-table, each alone\"")); /* the columns that a phone leaves out */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_standings_page, setup, teardown),
        cmocka_unit_test_setup_teardown(test_tabs, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
