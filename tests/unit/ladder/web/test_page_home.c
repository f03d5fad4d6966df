/* test_page_home.c - the first page: the leaders, how to take part, and its text on an empty
 * ladder. */
#include "web_bots.h"

static void an_empty_page_says_what_to_do(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/"), 200);
    assert_non_null(strstr(body(), "Nobody plays just now. <a href=\"/play\">"));
    assert_non_null(strstr(body(), "the first bots to play lead. <a href=\"/connect\">"));
    assert_non_null(strstr(body(), "--connect arena&lt;1&gt;:5500"));
    assert_non_null(strstr(body(), "No game has ended yet"));
}

static void the_largest_ladders_have_their_leaders(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const rules[] = {"one", "two", "three", "four"};
    char game[24], bot[24];
    for (int ladder = 0; ladder < 4; ladder++) { /* the later ones have more bots */
        for (int i = 0; i < 4 + ladder; i++) {
            snprintf(game, sizeof game, "g-%d-%d", ladder, i);
            snprintf(bot, sizeof bot, "b%d", i);
            play(fixture, game, rules[ladder], "ann", bot, 0);
        }
    }
    assert_int_equal(ask(fixture, "GET", "/"), 200);
    const char *four = strstr(body(), "/standings?ladder=four.solo-2\">four, each alone"),
               *three = strstr(body(), "/standings?ladder=three.solo-2"),
               *two = strstr(body(), "/standings?ladder=two.solo-2");
    assert_true(four && three > four && two > three);
    assert_null(strstr(body(), "ladder=one.solo-2"));
    int leaders = 0;
    for (const char *at = four; at < three; leaders++) {
        at = strstr(at + 1, "<th scope=\"row\"");
        assert_non_null(at);
    }
    assert_int_equal(leaders - 1, 5); /* and the first of the next */
    assert_non_null(strstr(body(), "<h2>Latest games</h2>"));
    assert_int_equal(ask(fixture, "GET", "/?ladder=one.solo-2"), 200);
    assert_non_null(strstr(body(), "<h1>Standings</h1>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_empty_page_says_what_to_do, setup, teardown),
        cmocka_unit_test_setup_teardown(the_largest_ladders_have_their_leaders, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
