/* test_data_history.c - all parts of a bot's history are the whole, of one ladder or of all. */
#include "web_bots.h"

static void parts_are_the_whole(void **state)
{
    const struct fixture *fixture = *state;
    char game[16], address[120];
    for (int i = 0; i < 7; i++) {
        snprintf(game, sizeof game, "g-%d", i);
        play(fixture, game, i % 3 == 2 ? "two-handed-dead" : "two-handed-draw", "ann", "bob", i);
    }
    json_t *all = ask_json(fixture, "/api/v1/bots/ANN/history", 200);
    const json_t *points = json_object_get(all, "points");
    assert_int_equal(json_array_size(points), 7);
    assert_string_equal(text(json_array_get(points, 0), "game"), "g-6");
    assert_int_equal(json_array_size(json_object_get(all, "ladders")), 2);
    assert_true(json_is_null(json_object_get(all, "next")));
    json_decref(all);
    json_t *one = ask_json(fixture, "/api/v1/bots/ann/history?ladder=two-handed-draw.solo-2", 200);
    points = json_object_get(one, "points");
    assert_int_equal(json_array_size(points), 5);
    /* Each rating is where the next result begins. */
    for (size_t i = 0; i + 1 < 5; i++)
        assert_true(json_number_value(json_object_get(json_array_get(points, i), "before")) ==
                    json_number_value(json_object_get(json_array_get(points, i + 1), "rating")));
    int64_t after = -1;
    size_t seen = 0;
    do {
        size_t used =
            (size_t)snprintf(address, sizeof address,
                             "/api/v1/bots/ann/history?ladder=two-handed-draw.solo-2&limit=2");
        if (after >= 0)
            snprintf(address + used, sizeof address - used, "&after=%lld", (long long)after);
        json_t *part = ask_json(fixture, address, 200), *point;
        size_t i;
        json_array_foreach(json_object_get(part, "points"), i, point)
        {
            assert_true(json_equal(point, json_array_get(points, seen++)));
        }
        after = json_is_null(json_object_get(part, "next"))
                    ? -1
                    : json_integer_value(json_object_get(part, "next"));
        json_decref(part);
    } while (after >= 0);
    assert_int_equal(seen, 5);
    json_decref(one);
    json_decref(ask_json(fixture, "/api/v1/bots/nobody/history", 404));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(parts_are_the_whole, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
