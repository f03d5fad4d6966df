/* test_small_table.c - running games as small tables: each seat's bid and tricks, and nothing of
 * a hand before spectators may see it. */
#include "web_streams.h"

static const char bid[] = "{\"phase\":\"auction\",\"contract\":null,\"scores\":[0,0],\"hands\":[{"
                          "\"won\":0},{\"won\":0}],\"trick\":[],"
                          "\"news\":[{\"k\":\"deal\",\"seat\":0},{\"k\":\"action\",\"seat\":0,"
                          "\"hand\":0,\"phase\":\"auction\","
                          "\"action\":\"8H\"},{\"k\":\"action\",\"seat\":1,\"hand\":1,\"phase\":"
                          "\"auction\",\"action\":\"<i>\"}]}";
static const char won[] =
    "{\"phase\":\"play\",\"contract\":{\"call\":\"8H\",\"by\":0},\"scores\":[0,0],\"hands\":[{"
    "\"won\":1},{\"won\":0}],"
    "\"trick\":[{\"hand\":0,\"card\":\"10H\"}],\"news\":[{\"k\":\"contract\",\"contract\":{"
    "\"call\":\"8H\",\"by\":0}},"
    "{\"k\":\"trick\",\"seat\":0,\"hand\":0},{\"k\":\"trick\",\"seat\":0,\"hand\":9}]}";

static void test_bid_and_taken(void **state)
{
    const struct fixture *fixture = *state;
    struct live_table *table = open_table(fixture, "g-1");
    assert_int_equal(ask(fixture, "GET", "/live"), 200); /* from here on spectators get it */
    assert_null(strstr(body(), "class=\"mark"));
    assert_true(live_wanted(table) != 0);
    add(table, bid);
    assert_int_equal(ask(fixture, "GET", "/live"), 200);
    assert_non_null(strstr(body(), "said </span><span class=\"card red\">8\u2665</span>"));
    assert_non_null(strstr(body(), "said </span>&lt;i&gt;"));
    add(table, won);
    assert_int_equal(ask(fixture, "GET", "/"), 200); /* on the first page, too */
    assert_non_null(strstr(body(), "plays </span><span class=\"card red\">8\u2665</span>"));
    assert_non_null(strstr(body(), "taken\">1<span"));
    assert_non_null(strstr(body(), "taken\">0<span"));
    assert_non_null(
        strstr(body(), "<span class=\"chip\"><span class=\"card red\">10\u2665</span>"));
    assert_null(strstr(body(), "&lt;i&gt;")); /* the auction is over */
    add(table, "{\"news\":[{\"k\":\"deal\",\"seat\":1}],\"hands\":[{\"won\":0}],\"trick\":7}");
    assert_int_equal(ask(fixture, "GET", "/live"), 200);
    assert_null(strstr(body(), "class=\"mark"));
    assert_null(strstr(body(), "chip"));
    live_close(table, INT64_MAX / 2);
}

/* Where spectators get a hand only when it is over, the small table has nothing of it before:
 * neither the list nor the first page is a way around the delay. */
static void test_the_delay_of_spectators_holds(void **state)
{
    static const char *const pages[] = {"/live", "/"};
    static const int32_t scores[LADDER_SEATS_MAX] = {160, 20};
    const struct fixture *fixture = *state;
    struct live_table *table = open_table(fixture, "g-1");
    assert_int_equal(ask(fixture, "GET", "/live"), 200);
    add(table, bid);
    add(table, won);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(fixture, "GET", pages[i]), 200);
        assert_non_null(strstr(body(), "small-felt"));
        assert_null(strstr(body(), "8\u2665"));
        assert_null(strstr(body(), "10\u2665"));
        assert_null(strstr(body(), "class=\"mark"));
    }
    live_hand_over(table, scores, 0);
    assert_int_equal(ask(fixture, "GET", "/live"), 200);
    assert_non_null(strstr(body(), "plays </span><span class=\"card red\">8\u2665</span>"));
    live_close(table, INT64_MAX / 2);
}

static int setup_delayed(void **state)
{
    live_delay_msec = LIVE_HAND;
    return setup(state);
}

static int teardown_delayed(void **state)
{
    live_delay_msec = 0;
    return teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bid_and_taken, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_delay_of_spectators_holds, setup_delayed,
                                        teardown_delayed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
