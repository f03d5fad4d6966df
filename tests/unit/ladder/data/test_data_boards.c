/* test_data_boards.c - a bot's curves, ladder by ladder. */
#include "web_json.h"

/* A bot that plays two games has two curves, each with an error that begins anew. */
static void test_curves_by_ladder(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const expected[][2] = {{"two-handed-dead.solo-2", "g-1"},
                                              {"two-handed-dead.solo-2", "g-3"},
                                              {"two-handed-draw.solo-2", "g-0"},
                                              {"two-handed-draw.solo-2", "g-2"},
                                              {"two-handed-draw.solo-2", "g-4"}};
    for (int k = 0; k < 6; k++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", k);
        struct ladder_result result = duel(game, "ann", "bob", 2);
        if (k % 2)
            snprintf(result.ruleset, sizeof result.ruleset, "two-handed-dead");
        if (k == 5) /* not rated: of no curve */
            snprintf(result.unrated, sizeof result.unrated, "aborted");
        submit(fixture, result, NULL);
    }
    struct ladder_result newest = duel("g-6", "ann", "bob", 2);
    snprintf(newest.ruleset, sizeof newest.ruleset, "two-handed-dead");
    submit(fixture, newest, NULL);
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200),
           *curve = json_object_get(bot, "curve");
    assert_int_equal(json_array_size(curve), 6);
    assert_string_equal(json_string_value(json_object_get(json_array_get(curve, 2), "game")),
                        "g-6");
    json_array_remove(curve, 2);
    for (size_t i = 0; i < 5; i++) {
        const json_t *point = json_array_get(curve, i);
        assert_string_equal(json_string_value(json_object_get(point, "ladder")), expected[i][0]);
        assert_string_equal(json_string_value(json_object_get(point, "game")), expected[i][1]);
    }
    assert_true(json_equal(json_object_get(json_array_get(curve, 0), "error95"),
                           json_object_get(json_array_get(curve, 2), "error95")));
    json_decref(bot);
    assert_int_equal(ask(fixture, "GET", "/bot/ann"), 200);
    /* The ladder of the page comes first. */
    char first[64];
    json_t *about = ask_json(fixture, "/api/v1/bots/ann", 200);
    snprintf(first, sizeof first, "Online rating of ann in %s: ",
             json_string_value(
                 json_object_get(json_array_get(json_object_get(about, "ladders"), 0), "title")));
    json_decref(about);
    assert_int_equal(ask(fixture, "GET", "/bot/ann"), 200);
    const char *title = strstr(body(), "<title id=\"curve-title-0\">");
    assert_non_null(title);
    assert_ptr_equal(strstr(title, "Online rating"), strstr(body(), first));
    assert_non_null(strstr(body(), "in two-handed-dead, each alone: "));
    assert_non_null(strstr(body(), "in two-handed-draw, each alone: "));
    assert_non_null(strstr(body(), "<title id=\"curve-title-1\">"));
    assert_null(strstr(body(), "curve-title-2"));
}

/* The error of a rating falls from the spread of all ratings to the value at which K lets it
 * settle. */
static void test_error_band(void **state)
{
    const struct fixture *fixture = *state;
    double before = 1e9;
    const json_t *point;
    size_t i;
    for (int k = 0; k < 40; k++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", k);
        submit(fixture, duel(game, "ann", "bob", k % 2 ? 2 : 0), NULL);
    }
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200);
    assert_int_equal(json_array_size(json_object_get(bot, "curve")), 40);
    json_array_foreach(json_object_get(bot, "curve"), i, point)
    {
        double error = json_number_value(json_object_get(point, "error95"));
        assert_true(error < before);
        before = error;
    }
    /* K = 20 settles at 1.96 * sqrt(K / (2 q)) = 82. */
    assert_true(before > 82 && before < 200);
    json_decref(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_curves_by_ladder, setup, teardown),
        cmocka_unit_test_setup_teardown(test_error_band, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
