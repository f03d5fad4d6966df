/* test_replay_additions.c - a writer's additions to a record have the right form, and agree with
 * the steps. */
#include "replayed.h"

/* A game with the text under a key of the game, or of its first hand; `what` NULL: it must
 * replay. */
static void assert_added(const char *key, bool of_hand, const char *value, const char *what)
{
    json_t *json = sample("wikipedia", 11), *added = json_loads(value, 0, NULL);

    assert_non_null(added);
    assert_int_equal(json_object_set_new(of_hand ? hand_of(json, 0) : json, key, added), 0);
    if (what) {
        assert_names(json, what);
        return;
    }
    assert_replays(replay_json(json));
    json_decref(json);
}

static void test_faults_of_a_hand(void **state)
{
    json_t *json = sample("wikipedia", 11), *steps = json_object_get(hand_of(json, 0), "steps");
    int first = (int)json_integer_value(json_array_get(json_array_get(steps, 0), 0));
    char value[64];

    (void)state;
    json_decref(json);
    snprintf(value, sizeof value, "[[null,2,\"gone\"],[0,%d,\"time\"]]", first);
    assert_added("faults", true, value, NULL);
    snprintf(value, sizeof value, "[[0,%d,\"time\"]]", (first + 1) % 4);
    assert_added("faults", true, value, "hand 1: faults: expected the seat that acts at step 1");
    static const char *const odd[] = {"[[0,0,\"tired\"]]",
                                      "[[0,0,\"none\"]]",
                                      "[[0,0,\"\"]]",
                                      "[[null,4,\"time\"]]",
                                      "[[999,0,\"time\"]]",
                                      "[[-1,0,\"time\"]]",
                                      "[[0,0]]",
                                      "[[null,0,null]]",
                                      "[7]"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        assert_added("faults", true, odd[i], "hand 1: faults: expected [step, seat, cause]");
    assert_added("faults", true, "{}", "hand 1: faults: expected a list");
}

static void test_faults_of_a_game(void **state)
{
    (void)state;
    assert_added("faults", false, "[[0,1,\"start\"],[1,3,\"gone\"],[2,0,\"exit\"]]", NULL);
    static const char *const odd[] = {
        "[[3,0,\"time\"]]", "[[99,0,\"time\"]]",   "[[1,0,\"tired\"]]",
        "[[1,4,\"time\"]]", "[[null,0,\"time\"]]", "[[1,0,\"time\"],[0,0,\"time\"]]",
        "[[1,0]]",          "[\"time\"]"};
    json_t *json = sample("wikipedia", 11);
    size_t hands = json_array_size(json_object_get(json, "hands"));
    json_decref(json);
    assert_int_equal(hands, 2);
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        assert_added("faults", false, odd[i], "faults: expected [hands, seat, cause]");
    assert_added("faults", false, "{}", "faults: expected a list");

    /* In an interrupted hand the fault belongs to the hand. */
    struct played played;
    played_start(&played, "wikipedia", NULL, 0, 8);
    played_deal(&played);
    played_step(&played, NULL, 1);
    char *line = played_line(&played);
    json = json_loads(line, 0, NULL);
    assert_replays(replay_json(json));
    json_object_set_new(json, "faults", json_loads("[[1,2,\"gone\"]]", 0, NULL));
    assert_names(json, "faults: expected the faults of hand 1 in it");
    free(line);
    played_end(&played);
}

static void test_chat_has_a_shape(void **state)
{
    (void)state;
    assert_added("chat", false,
                 "[[0,0,1,\"Hello!\"],[1,3,null,\"Well bid!\",\"zoe\"],[2,0,0,\"!\"]]", NULL);
    static const char *const odd[] = {"[[3,0,1,\"a\"]]",
                                      "[[1,999,1,\"a\"]]",
                                      "[[0,1,1,\"a\"]]",
                                      "[[1,0,4,\"a\"]]",
                                      "[[1,0,null,\"a\"]]",
                                      "[[1,0,1,\"\"]]",
                                      "[[1,0,1,\"a\",\"zoe\"]]",
                                      "[[1,0,null,\"a\",\"a b\"]]",
                                      "[[1,0,1,2]]",
                                      "[{}]"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        assert_added("chat", false, odd[i], "chat: expected [hand, step, seat, text]");
    assert_added("chat", false, "{}", "chat: expected a list");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults_of_a_hand),
        cmocka_unit_test(test_faults_of_a_game),
        cmocka_unit_test(test_chat_has_a_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
