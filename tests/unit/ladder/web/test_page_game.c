/* test_page_game.c - the page of a game. */
#include "web_json.h"
#include "data/json_value.h"
#include "store/store_retention.h"

static void test_game(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), "watchable");
    submit(fixture, duel("g-2", "ann", "bob", 2), NULL);
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    assert_non_null(strstr(body(), "<span class=\"card red\">10\u2665</span>"));
    assert_non_null(strstr(body(), "<span class=\"card red\">Joker as \u2660</span>"));
    assert_non_null(strstr(body(), "discard <span class=\"card black\">Q\u2660</span>"));
    assert_non_null(strstr(body(), "<td class=\"won\">"));
    assert_non_null(strstr(body(), "(late&lt;)"));
    assert_non_null(strstr(body(), "Hand 2: no contract yet, cut off"));
    assert_non_null(strstr(body(), " of <strong>bob</strong> (time&lt;)"));
    assert_non_null(strstr(body(), "href=\"/api/v1/games/g-1/hints?hand=1\""));
    assert_null(strstr(body(), "hints?hand=2")); /* no action happened there */
    assert_null(strstr(body(), "<em>"));
    assert_null(strstr(body(), "<u>"));
    assert_int_equal(ask(fixture, "GET", "/game/g-2"), 200);
    assert_non_null(strstr(body(), "No record of this game is kept."));
    json_t *game = ask_json(fixture, "/api/v1/games/g-1", 200);
    assert_true(json_is_true(json_object_get(game, "record")));
    assert_int_equal(json_array_size(json_object_get(game, "players")), 2);
    json_decref(game);
    json_decref(ask_json(fixture, "/api/v1/games/g-1/watch", 200));
    json_decref(ask_json(fixture, "/api/v1/games/g-2/watch", 404));
}

/* The page says whether a record never existed or was deleted. */
static void test_record_that_left(void **state)
{
    const struct fixture *fixture = *state;
    struct store *store;
    struct ladder_error error;
    submit(fixture, duel("g-1", "ann", "bob", 2), "watchable");
    submit(fixture, duel("g-2", "ann", "bob", 2), NULL);
    assert_int_equal(store_open(&store, fixture->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_retention_drop(store, 2, true), 1);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    assert_non_null(strstr(body(), "is no longer kept here"));
    assert_int_equal(ask(fixture, "GET", "/game/g-2"), 200);
    assert_non_null(strstr(body(), "No record of this game is kept."));
    json_t *game = ask_json(fixture, "/api/v1/games/g-1", 200);
    assert_true(json_is_false(json_object_get(game, "record")));
    assert_true(json_is_true(json_object_get(game, "record_left")));
    json_decref(game);
    for (int i = 0; i < 3; i++) {
        static const char *const ways[] = {"/api/v1/games/g-1/record", "/api/v1/games/g-1/watch",
                                           "/api/v1/games/g-1/hints?hand=1"};
        json_decref(ask_json(fixture, ways[i], 404));
        assert_non_null(strstr(body(), "was deleted"));
    }
    json_decref(ask_json(fixture, "/api/v1/games/g-2/record", 404));
    assert_null(strstr(body(), "was deleted"));
}

/* The number of a game leads to it, too, and its page links to its neighbours, or to the list at
 * the ends. */
static void test_neighbours(void **state)
{
    static const char *const ways[][2] = {{"/game/g-1/next", "/game/g-2"},
                                          {"/game/g-2/previous", "/game/g-1"},
                                          {"/game/g-2/next", "/games"},
                                          {"/game/g-1/previous", "/games"},
                                          {"/game/none/next", "/games"}};
    const struct fixture *fixture = *state;
    char path[32], to[80];
    submit(fixture, duel("g-1", "ann", "bob", 2), "watchable");
    submit(fixture, duel("g-2", "cy", "bob", 1), NULL);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        snprintf(to, sizeof to, "Location: %s\r", ways[i][1]);
        assert_int_equal(ask(fixture, "GET", ways[i][0]), 303);
        assert_non_null(strstr(reply, to));
    }
    json_t *game = ask_json(fixture, "/api/v1/games/g-2", 200);
    snprintf(path, sizeof path, "/game/%d", (int)json_value_number(game, "seq"));
    json_decref(game);
    assert_int_equal(ask(fixture, "GET", path), 303);
    assert_non_null(strstr(reply, "Location: /game/g-2\r"));
    assert_int_equal(ask(fixture, "GET", "/game/0"), 404);
    assert_int_equal(ask(fixture, "GET", "/game/99999999999999999999"), 404);
    assert_int_equal(ask(fixture, "GET", "/game/g-2"), 200);
    assert_non_null(strstr(body(), "<h1>cy ")); /* the winner comes first */
    assert_non_null(strstr(body(), " : bob "));
}

/* A list of games names the bot that forfeited; of partners it knows only the side. */
static void test_forfeits(void **state)
{
    const struct fixture *fixture = *state;
    struct ladder_result result = duel("g-1", "ann", "bob", 1);
    snprintf(result.reason, sizeof result.reason, "forfeit");
    result_ranks(&result, 1, 1);
    submit(fixture, result, NULL);
    result = duel("g-2", "cy", "dan", 1);
    snprintf(result.reason, sizeof result.reason, "forfeit");
    result.seat_count = 4;
    for (int seat = 2; seat < 4; seat++) {
        snprintf(result.seats[seat].bot, sizeof result.seats[seat].bot, "e%d", seat);
        result.seats[seat].side = seat % 2;
    }
    result_ranks(&result, 2, 0);
    submit(fixture, result, NULL);
    assert_int_equal(ask(fixture, "GET", "/games"), 200);
    assert_non_null(strstr(body(), "<td>forfeit of bob</td>"));
    assert_non_null(strstr(body(), "<td>forfeit of cy, e2 (one of them)</td>"));
}

/* The page of a game is cached, and generated again when the past changed, here by a command
 * from the shell. */
static void test_game_is_kept(void **state)
{
    const struct fixture *fixture = *state;
    static char before[sizeof reply];
    char *voids[] = {"void", "g-1"}, *text = NULL;
    size_t bytes;
    submit(fixture, duel("g-1", "ann", "bob", 2), "watchable");
    watched = 0;
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    snprintf(before, sizeof before, "%s", body());
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    assert_string_equal(body(), before);
    assert_int_equal(watched, 1);
    FILE *out = open_memstream(&text, &bytes);
    assert_int_equal(command_table_run(fixture->temp.url, 2, voids, false, out, out), 0);
    fclose(out);
    free(text);
    submit(fixture, duel("g-2", "ann", "bob", 2), "watchable"); /* the writer sees both */
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    assert_int_equal(watched, 2);
    assert_string_not_equal(body(), before);
}

static void test_hints(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), "watchable");
    submit(fixture, duel("g-2", "ann", "bob", 2), NULL);
    static const char *const answers[][2] = {
        {"hints", "first"}, {"hints?hand=1", "first"}, {"hints?hand=2", "second"}};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "/api/v1/games/g-1/%s", answers[i][0]);
        json_t *hints = ask_json(fixture, path, 200);
        const json_t *hint = json_array_get(json_object_get(hints, "hints"), 0);
        assert_string_equal(json_string_value(json_object_get(hint, "why")), answers[i][1]);
        assert_int_equal(json_integer_value(json_object_get(hints, "hand")), i < 2 ? 1 : 2);
        json_decref(hints);
    }
    json_decref(ask_json(fixture, "/api/v1/games/g-1/hints?hand=3", 404));
    json_decref(ask_json(fixture, "/api/v1/games/g-2/hints", 404));
    json_decref(ask_json(fixture, "/api/v1/games/g-1/hints?hand=0", 400));
    json_decref(ask_json(fixture, "/api/v1/games/g-1/hints?limit=1", 400));
    json_decref(ask_json(fixture, "/api/v1/games/g-1/watch?hand=1", 400));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_game, setup, teardown),
        cmocka_unit_test_setup_teardown(test_record_that_left, setup, teardown),
        cmocka_unit_test_setup_teardown(test_neighbours, setup, teardown),
        cmocka_unit_test_setup_teardown(test_forfeits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_game_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hints, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
