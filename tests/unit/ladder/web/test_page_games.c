/* test_page_games.c - the page of games that have ended. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "web_json.h"

static void the_newest_game_is_first(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/games"), 200);
    assert_non_null(strstr(body(), "No game has ended yet."));
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    submit(fixture, duel("g-2", "cy", "ann", 1), NULL);
    assert_int_equal(ask(fixture, "GET", "/games"), 200);
    const char *first = strstr(body(), "/game/g-2"), *second = strstr(body(), "/game/g-1");
    assert_true(first && second && first < second);
    /* cy and ann share the first place; ann won against bob */
    assert_non_null(strstr(body(), "<a href=\"/bot/cy\">cy</a> <strong>250</strong>"));
    const char *ann = strstr(second, "<a href=\"/bot/ann\">ann</a> <strong>500</strong> <span "
                                     "class=\"soft\">+20.0</span> : ");
    const char *bob = strstr(second, "<a href=\"/bot/bob\">bob</a> <strong>0</strong> <span "
                                     "class=\"soft\">-20.0</span>");
    assert_true(ann && bob && ann < bob);
    assert_non_null(strstr(body(), "two-handed-draw"));
    assert_null(strstr(body(), "No game has ended yet."));
}

/* If the second seat won it comes first. */
static void the_winner_is_listed_first(void **state)
{
    const struct fixture *fixture = *state;
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    result.scores[0] = -40;
    result.scores[1] = 500;
    result_ranks(&result, 2, -1);
    submit(fixture, result, NULL);
    assert_int_equal(ask(fixture, "GET", "/games"), 200);
    const char *ann = strstr(body(), "<strong>-40</strong>"),
               *bob = strstr(body(), "<strong>500</strong>");
    assert_true(ann && bob && bob < ann);
}

static void a_forfeit_names_its_bot(void **state)
{
    const struct fixture *fixture = *state;
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    snprintf(result.reason, sizeof result.reason, "forfeit");
    submit(fixture, result, NULL);
    assert_int_equal(ask(fixture, "GET", "/games"), 200);
    assert_non_null(strstr(body(), "<td>forfeit of bob</td>"));
}

/* The page selects the same games as the data, which it links to. */
static void a_selection_is_json_too(void **state)
{
    static const struct {
        const char *query;
        size_t games;
    } choices[] = {{"", 2},
                   {"?bot=ann", 2},
                   {"?bot=cy", 1},
                   {"?bot=ann&against=bob", 1},
                   {"?ladder=two-handed-draw.solo-2", 2},
                   {"?until=2000-01-01", 0}};
    const struct fixture *fixture = *state;
    char path[100];
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    submit(fixture, duel("g-2", "cy", "ann", 1), NULL);
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        snprintf(path, sizeof path, "/api/v1/recent%s", choices[i].query);
        json_t *value = ask_json(fixture, path, 200);
        assert_int_equal(json_array_size(json_object_get(value, "games")), choices[i].games);
        json_decref(value);
    }
    json_decref(ask_json(fixture, "/api/v1/recent?bot=nobody", 404));
    json_decref(ask_json(fixture, "/api/v1/recent?ladder=none", 404));
    json_decref(ask_json(fixture, "/api/v1/recent?until=never", 400));
    assert_int_equal(ask(fixture, "GET", "/games?bot=cy"), 200);
    assert_non_null(strstr(body(), "/api/v1/recent?bot=cy"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_newest_game_is_first, setup, teardown),
        cmocka_unit_test_setup_teardown(the_winner_is_listed_first, setup, teardown),
        cmocka_unit_test_setup_teardown(a_forfeit_names_its_bot, setup, teardown),
        cmocka_unit_test_setup_teardown(a_selection_is_json_too, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
