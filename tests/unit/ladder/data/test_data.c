/* test_data.c - results and games as data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "web_json.h"

static void a_game_lists_its_seats(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    submit(fixture, duel("g-2", "cy", "bob", 1), NULL);
    json_t *game = ask_json(fixture, "/api/v1/games/g-1", 200);
    assert_string_equal(json_string_value(json_object_get(game, "game")), "g-1");
    assert_string_equal(json_string_value(json_object_get(game, "ruleset")), "two-handed-draw");
    assert_int_equal(json_array_size(json_object_get(game, "players")), 2);
    json_decref(game);
    json_decref(ask_json(fixture, "/api/v1/games/g-3", 404));
    json_t *results = ask_json(fixture, "/api/v1/bots/cy/results", 200);
    const json_t *list = json_object_get(results, "games");
    assert_int_equal(json_array_size(list), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "game")), "g-2");
    json_decref(results);
    json_decref(ask_json(fixture, "/api/v1/bots/di/results", 404));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_game_lists_its_seats, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
