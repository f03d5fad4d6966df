/* test_page_live.c - the pages of running games. */
#include "web_streams.h"

/* The pages show the same; names are escaped as everywhere. */
static void test_pages(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/live"), 200);
    assert_non_null(strstr(body(), "Nobody plays just now"));
    struct live_table *table = open_table(fixture, "g-1");
    assert_int_equal(ask(fixture, "GET", "/live"), 200);
    assert_non_null(strstr(body(), "href=\"/live/g-1\""));
    assert_null(strstr(body(), "<script>ann"));
    assert_int_equal(ask(fixture, "GET", "/live/g-1"), 200);
    assert_non_null(strstr(body(), "What may be told comes"));
    assert_null(strstr(body(), "<script>ann"));
    add(table, "{\"contract\":null,\"scores\":[0,0],\"hands\":[{\"count\":10,\"cards\":\"\","
               "\"won\":0}],\"trick\":[{"
               "\"hand\":0,\"card\":\"10H\"}],\"news\":[{\"k\":\"action\",\"seat\":0,\"phase\":"
               "\"auction\",\"action\":\"<b>\"}]}");
    assert_int_equal(ask(fixture, "GET", "/live/g-1"), 200);
    assert_non_null(strstr(body(), "10\u2665"));
    assert_non_null(strstr(body(), "&lt;b&gt;"));
    assert_null(strstr(body(), "<b><b>"));
    live_close(table, INT64_MAX / 2);
    assert_int_equal(ask(fixture, "GET", "/live/g-1"), 404);
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    assert_int_equal(ask(fixture, "GET", "/live/g-1"), 200);
    assert_non_null(strstr(body(), "href=\"/game/g-1\""));
}

/* A table that is over is kept while it has spectators; its page leads to that of the game. */
static void test_page_of_a_game_that_is_over(void **state)
{
    const struct fixture *fixture = *state;
    struct live_table *table = open_table(fixture, "g-1");
    assert_int_equal(ask(fixture, "GET", "/live/g-1"), 200);
    live_close(table, 0);
    assert_int_equal(ask(fixture, "GET", "/live/g-1"), 200);
    assert_non_null(strstr(body(), "Under way"));
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    assert_int_equal(ask(fixture, "GET", "/live/g-1"), 200);
    assert_null(strstr(body(), "Under way"));
    assert_non_null(strstr(body(), "href=\"/game/g-1\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_page_of_a_game_that_is_over, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
