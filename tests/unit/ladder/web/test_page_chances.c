/* test_page_chances.c - the chances of a finished game as data: computed by another thread, once.
 */
#include "web_cups.h"

static void test_chances(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), "watchable");
    submit(fixture, duel("g-2", "ann", "bob", 2), NULL);
    submit(fixture, duel("g-3", "ann", "bob", 2), "something else");
    judged = 0;
    for (int i = 0; i < 3; i++) {
        json_t *chances = ask_json(fixture, "/api/v1/games/g-1/chances", 200);
        assert_int_equal(json_array_size(json_object_get(chances, "hands")), 2);
        json_decref(chances);
        assert_int_equal(judged, 1);
    }
    json_decref(ask_json(fixture, "/api/v1/games/g-2/chances", 404)); /* no record */
    assert_int_equal(judged, 1);
    json_decref(ask_json(fixture, "/api/v1/games/g-3/chances", 404)); /* no game */
    assert_int_equal(judged, 2);
    json_decref(ask_json(fixture, "/api/v1/games/none/chances", 404));
    json_decref(ask_json(fixture, "/api/v1/games/g-1/chances?hand=1", 400));
}

/* The same of a game of a tournament. Another game of the same name is another one. */
static void test_chances_of_a_cup(void **state)
{
    const struct fixture *fixture = *state;
    char path[200];
    judged = 0;
    for (int i = 0; i < 2; i++) {
        cup_records(fixture, 1, i == 0 ? "watchable" : "watchable again", path);
        for (int k = 0; k < 3; k++) {
            json_t *chances =
                ask_json(fixture, "/api/v1/tournaments/spring/games/t-000001/chances", 200);
            assert_int_equal(json_array_size(json_object_get(chances, "hands")), 2);
            json_decref(chances);
            assert_int_equal(judged, i + 1);
        }
    }
    json_decref(ask_json(fixture, "/api/v1/tournaments/spring/games/t-000002/chances", 404));
    json_decref(ask_json(fixture, "/api/v1/tournaments/none/games/t-000001/chances", 404));
    assert_int_equal(judged, 2);
    cup_records(fixture, 1, "no game", path);
    json_decref(ask_json(fixture, "/api/v1/tournaments/spring/games/t-000001/chances", 404));
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_chances_of_a_cup, cups_setup, cups_teardown),
        cmocka_unit_test_setup_teardown(test_chances, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
