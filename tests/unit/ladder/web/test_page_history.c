/* test_page_history.c - the page of a bot's whole history: a picture with words, a row a result. */
#include "web_bots.h"

static void a_history_is_a_picture_and_a_table(void **state)
{
    const struct fixture *fixture = *state;
    char game[16];
    for (int i = 0; i < 4; i++) {
        snprintf(game, sizeof game, "g-%d", i);
        play(fixture, game, i == 3 ? "two-handed-dead" : "two-handed-draw", "ann", "bob", i);
    }
    assert_int_equal(ask(fixture, "GET", "/bot/ann/history?ladder=two-handed-draw.solo-2"), 200);
    assert_non_null(strstr(body(), "aria-current=\"page\">two-handed-draw"));
    assert_non_null(strstr(body(), "href=\"/bot/ann/history?ladder=two-handed-dead.solo-2\">"));
    assert_non_null(strstr(body(), "Online rating of ann in two-handed-draw, each alone: from "));
    assert_non_null(strstr(body(), "<circle class=\"dot\""));
    assert_non_null(strstr(body(), "<a href=\"/game/g-2\">3</a>"));
    assert_null(strstr(body(), "/game/g-3"));
    assert_int_equal(ask(fixture, "GET", "/bot/ann/history?limit=1"), 200);
    assert_non_null(strstr(body(), ">Older results</a>"));
    assert_int_equal(ask(fixture, "GET", "/bot/ann/history?ladder=none"), 404);
    assert_int_equal(ask(fixture, "GET", "/bot/nobody/history"), 404);
    assert_int_equal(ask(fixture, "GET", "/bot/ann"), 200);
    assert_non_null(strstr(body(), "href=\"/bot/ann/history\""));
}

static int rows_of(const char *page)
{
    int rows = -1; /* the head */
    for (; (page = strstr(page, "<tr>")); page++)
        rows++;
    return rows;
}

/* Without a limit the page has 200 rows; one that is given holds, whatever it is. */
static void a_limit_holds_if_it_is_given(void **state)
{
    const struct fixture *fixture = *state;
    char game[16];
    for (int i = 0; i < 52; i++) {
        snprintf(game, sizeof game, "g-%d", i);
        play(fixture, game, "two-handed-draw", "ann", "bob", i);
    }
    static const struct {
        const char *path;
        int rows;
    } asked[] = {{"/bot/ann/history", 52},
                 {"/bot/ann/history?limit=50", 50},
                 {"/bot/ann/history?limit=51", 51},
                 {"/bot/ann/history?limit=52", 52}};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        assert_int_equal(ask(fixture, "GET", asked[i].path), 200);
        assert_int_equal(rows_of(body()), asked[i].rows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_limit_holds_if_it_is_given, setup, teardown),
        cmocka_unit_test_setup_teardown(a_history_is_a_picture_and_a_table, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
