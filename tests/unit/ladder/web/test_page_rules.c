/* test_page_rules.c - the page of the rules, and the allowed phrases. */
#include "web_json.h"

static void test_rules_and_words(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/rules"), 200);
    assert_non_null(strstr(body(), "&lt;i&gt;As"));
    assert_int_equal(ask(fixture, "GET", "/rules/plain"), 200);
    assert_non_null(strstr(body(), "tr&lt;umps</th><td class=\"w\"><span class=\"card "
                                   "red\">Joker</span> <span class=\"card red\">J"));
    assert_non_null(strstr(body(), "&lt;2&gt;"));
    assert_non_null(strstr(body(), "How &lt;many&gt;."));
    assert_non_null(strstr(body(), "<th scope=\"row\">6</th><td class=\"n\">40</td>"));
    assert_non_null(strstr(body(), "mis&lt;re</th><td class=\"n\">250</td><td>6NT</td>"));
    assert_null(strstr(body(), "jacks high"));
    assert_int_equal(ask(fixture, "GET", "/connect"), 200);
    assert_non_null(strstr(body(), "--connect arena&lt;1&gt;:5500"));
    assert_null(strstr(body(), "{bots}"));
    assert_int_equal(ask(fixture, "GET", "/about"), 200);
    assert_int_equal(ask(fixture, "GET", "/history"), 200);
}

/* What programs escape is read; what is no text, or too long, is refused by name. */
static void test_custom_rules(void **state)
{
    const struct fixture *fixture = *state;
    char address[3000] = "/api/v1/play/rules/plain?options=";

    assert_int_equal(ask(fixture, "GET", "/api/v1/play/rules/plain"), 200);
    assert_non_null(strstr(body(), "\"of the arena\""));
    assert_non_null(strstr(body(), "\"error\":\"\""));
    assert_int_equal(ask(fixture, "GET", "/api/v1/play/rules/plain?options=a=1,b%3D2%2cc=x/y+%20z"),
                     200);
    assert_non_null(strstr(body(), "\"error\":\"a=1,b=2,c=x/y+ z\""));
    assert_int_equal(ask(fixture, "GET", "/api/v1/play/rules/else?options=a=1"), 404);
    assert_int_equal(ask(fixture, "GET", "/api/v1/play/rules/plain?options=a%00b"), 400);
    assert_non_null(strstr(body(), "options: expected NAME=VALUE"));
    assert_int_equal(ask(fixture, "GET", "/api/v1/play/rules/plain?options=a%0ab"), 400);
    assert_int_equal(ask(fixture, "GET", "/api/v1/play/rules/plain?options="), 400);
    assert_int_equal(ask(fixture, "GET", "/api/v1/play/rules/plain?option=a"), 400);
    size_t start = strlen(address);
    memset(address + start, 'a', 2000);
    assert_int_equal(ask(fixture, "GET", address), 200);
    address[start + 2000] = 'a';
    assert_int_equal(ask(fixture, "GET", address), 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_custom_rules, setup, teardown),
        cmocka_unit_test_setup_teardown(test_rules_and_words, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
