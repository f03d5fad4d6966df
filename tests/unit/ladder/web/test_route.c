/* test_route.c - the answers of the pages and the interface: lists, bots, games, typing errors,
 * cached pages. */
#include "web_json.h"

static void test_missing(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const missing[] = {"/api/v1/bots/nobody",      "/api/v1/bots/nobody/results",
                                          "/api/v1/games/none",       "/api/v1/games/none/watch",
                                          "/api/v1/games/none/hints", "/api/v1/rules/none",
                                          "/api/v2/standings",        "/api/"};
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        json_t *value = ask_json(fixture, missing[i], 404);
        assert_true(json_is_string(json_object_get(value, "error")));
        json_decref(value);
    }
    assert_int_equal(ask(fixture, "GET", "/nothing"), 404);
    assert_non_null(strstr(body(), "href=\"/connect\"")); /* a link to continue */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_missing, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
