/* test_page_waiting.c - the pages show why a bot waits. */
#include "web_bots.h"

/* On a ladder without games the page shows which bots wait and why. */
static void test_waits(void **state)
{
    const struct fixture *fixture = *state;
    static struct web_waits waits = {
        .count = 2,
        .rows = {{.ruleset = "two-handed-draw",
                  .waiting = 34,
                  .needs = 2,
                  .longest_sec = 600,
                  .whys = {{"share", "<it> has played too much", 4}, {"owners", "one owner", 30}},
                  .why_count = 2},
                 {.ruleset = "wikipedia",
                  .waiting = 1,
                  .needs = 4,
                  .longest_sec = 7,
                  .whys = {{"players", "too few", 1}},
                  .why_count = 1}},
        .waiter_count = 2,
        .waiters = {{"ann", 1, 600, "share", "<it> has played too much"},
                    {"bob", 3, 7, "players", "too few"}}};
    play(fixture, "g-1", "two-handed-draw", "ann", "bob", 0);
    web_server_set_waits(fixture->web, &waits);
    json_t *value = ask_json(fixture, "/api/v1/waiting", 200);
    const json_t *rows = json_object_get(value, "rulesets"), *bots = json_object_get(value, "bots");
    assert_int_equal(json_array_size(rows), 2);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(rows, 0), "waiting")), 34);
    assert_int_equal(json_array_size(json_object_get(json_array_get(rows, 0), "whys")), 2);
    assert_int_equal(json_array_size(json_object_get(json_array_get(bots, 1), "rulesets")), 2);
    assert_string_equal(text(json_array_get(bots, 0), "why"), "share");
    json_decref(value);
    assert_int_equal(ask(fixture, "GET", "/live"), 200);
    assert_non_null(strstr(body(), "<th scope=\"col\">Why, bots</th><th scope=\"col\" "
                                   "class=\"n\">Bots</th>"));
    assert_non_null(
        strstr(body(), "30: one owner</td><td class=\"n\">34</td><td class=\"n\">2</td>"));
    assert_non_null(strstr(body(), "4: &lt;it&gt; has played too much; 30: one owner"));
    assert_non_null(strstr(body(), "<a href=\"/bot/bob\">bob</a> and 32 more"));
    assert_non_null(strstr(body(), ">wikipedia</th>"));
    assert_int_equal(ask(fixture, "GET", "/standings"), 200); /* of its own ruleset */
    assert_non_null(strstr(body(), "30: one owner"));
    assert_non_null(strstr(body(), "10 min"));
    assert_null(strstr(body(), ">wikipedia</th>"));
    assert_int_equal(ask(fixture, "GET", "/bot/ann"), 200);
    assert_non_null(
        strstr(body(), "It waits for a game since 10 min: &lt;it&gt; has played too much."));
    waits.count = waits.waiter_count = 0;
    web_server_set_waits(fixture->web, &waits);
    assert_int_equal(ask(fixture, "GET", "/live"), 200);
    assert_null(strstr(body(), "Waiting for a game"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_waits, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
