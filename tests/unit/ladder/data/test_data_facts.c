/* test_data_facts.c - facts on a bot from its results, and how long they are cached. */
#include "web_json.h"

static const char record_of_ann[] =
    "{\"hands\":[{\"contract\":{\"call\":\"8H\",\"by\":0},\"delta\":[300,20],\"steps\":[[0,"
    "\"auction\",\"8H\"],[1,\"auction\",\"pass\"],[0,\"play\",\"AH\"]],\"ms\":[10,500,30],"
    "\"faults\":[[0,0,\"late\"],[1,1,\"illegal\"]]},{\"contract\":{\"call\":\"8H\",\"by\":0},"
    "\"delta\":[-300,20],\"steps\":[],\"faults\":[[null,9,\"x\"],7]},7],\"faults\":[[2,0,"
    "\"late\"]]}";

static void test_bot(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), record_of_ann);
    submit(fixture, duel("g-2", "bob", "ann", 2), "no JSON");
    submit(fixture, duel("g-3", "ann", "cy", 1), NULL);
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200);
    const json_t *think = json_object_get(bot, "think"), *faults = json_object_get(bot, "faults");
    const json_t *contract = json_array_get(json_object_get(bot, "contracts"), 0);
    assert_int_equal(json_array_size(json_object_get(bot, "curve")), 3);
    assert_int_equal(json_array_size(json_object_get(bot, "opponents")), 2);
    assert_int_equal(json_array_size(json_object_get(bot, "partners")), 0);
    assert_int_equal(json_array_size(json_object_get(bot, "seats")), 2);
    assert_int_equal(integer_at(bot, "records"), 1);
    assert_int_equal(integer_at(think, "decisions"), 2);
    assert_int_equal(integer_at(think, "worst_ms"), 30);
    assert_int_equal(integer_at(contract, "hands"), 2);
    assert_int_equal(integer_at(contract, "made"), 1);
    const json_t *best = json_array_get(json_object_get(bot, "best"), 0);
    assert_string_equal(json_string_value(json_object_get(best, "game")), "g-1");
    assert_true(integer_at(best, "seq") > 0);
    assert_int_equal(json_array_size(faults), 1);
    assert_int_equal(integer_at(json_array_get(faults, 0), "count"), 2);
    json_decref(bot);
    assert_int_equal(ask(fixture, "GET", "/bot/ann"), 200);
    assert_non_null(strstr(body(), "<polyline class=\"curve\""));
    assert_null(strstr(body(), "style="));
}

/* Facts are cached until the next result. */
static void test_bot_again(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), record_of_ann);
    for (int i = 0; i < 3; i++) {
        json_t *bot = ask_json(fixture, "/api/v1/bots/ANN", 200);
        assert_int_equal(integer_at(bot, "records"), 1);
        json_decref(bot);
    }
    submit(fixture, duel("g-2", "ann", "bob", 2), record_of_ann);
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200);
    assert_int_equal(json_array_size(json_object_get(bot, "curve")), 2);
    assert_int_equal(integer_at(bot, "records"), 2);
    json_decref(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bot, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bot_again, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
