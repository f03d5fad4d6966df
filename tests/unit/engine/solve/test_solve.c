/* The solver: positions whose value a person can see, and its errors. tests/sim/test_solve.c
 * checks values in general. */
#include "solved.h"

static void test_memory(void **state)
{
    (void)state;
    struct solver small;
    assert_int_equal(solve_bytes(4), 1024);
    assert_int_equal(solve_bytes(20), 64 << 20);
    assert_int_equal(solve_init(&small, memory, solve_bytes(4) - 1), ENGINE_ERROR_SPACE);
    assert_int_equal(solve_init(&small, memory, solve_bytes(4)), ENGINE_OK);
    /* Memory beyond a power of two of buckets is left unchanged. */
    memset(memory, 0x55, 3000);
    assert_int_equal(solve_init(&small, memory, 3000), ENGINE_OK);
    assert_int_equal(((const char *)memory)[2047], 0);
    assert_int_equal(((const char *)memory)[2048], 0x55);
    memset(memory, 0, 4096); /* the table of another solver */
}

static void test_other_phases_are_refused(void **state)
{
    (void)state;
    struct play play;
    struct solve_result result;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    assert_int_equal(solve_play(&solver, &play.game, &play.rules, 0, &result), ENGINE_ERROR_TURN);
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &result), ENGINE_ERROR_TURN);
}

static void test_value_alone(void **state)
{
    (void)state;
    struct play play =
        begin(ruleset("wikipedia", NULL), spades, "4D RJ 4H", WINS("8NT", "4D:4H:RJ"));
    struct solve_result result;
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &result), ENGINE_OK);
    assert_int_equal(result.value, 10);
    assert_int_equal(result.count, 0);
    assert_int_equal(result.cards[0].card, 0);
}

static void test_budget(void **state)
{
    (void)state;
    struct play play;
    struct solve_result result;
    play_begin(&play, ruleset("wikipedia", NULL), 3);
    play_deal(&play, NULL, NULL);
    play_words(&play, "7H pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    memset(memory, 0, solve_bytes(14));
    assert_int_equal(solve_play(&solver, &play.game, &play.rules, 3, &result), ENGINE_ERROR_SPACE);
    assert_true(result.nodes >= 3 && result.nodes <= 4);
    assert_int_equal(result.count, 0);
    /* A search that it gave up leaves no wrong values. */
    struct solve_result whole = solved(&play);
    struct solver fresh;
    void *other = malloc(solve_bytes(14));
    assert_non_null(other);
    assert_int_equal(solve_init(&fresh, other, solve_bytes(14)), ENGINE_OK);
    assert_int_equal(solve_play(&fresh, &play.game, &play.rules, 0, &result), ENGINE_OK);
    assert_int_equal(result.value, whole.value);
    assert_int_equal(result.count, whole.count);
    assert_memory_equal(result.cards, whole.cards, sizeof result.cards);
    free(other);
}

/* The next position of the same hand uses the known values; another hand uses none of them, also
 * after the generations have wrapped around. */
static void test_memory_of_a_hand(void **state)
{
    (void)state;
    static const char *const hands[HANDS_MAX] = {
        "5S 7S 4D 6D KS 5C 7C 9C JH KC", "6S 8S 10S 8H AS 6C 8C 10C QD AC",
        "9S JS 8D 10D QC 4H 6H QS 10H QH", "5D 7D 9D JD KD 5H 7H 9H JC KH"};
    struct play play = begin(ruleset("wikipedia", NULL), hands, "AD AH RJ", WINS("7H", "5S:4D:6D"));
    struct solve_result first, again, other;

    assert_int_equal(solve_init(&solver, memory, solve_bytes(14)), ENGINE_OK);
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &first), ENGINE_OK);
    assert_int_equal(solver.generation, 1);
    for (int i = 0; i < 4; i++) { /* a whole trick */
        struct action standard;
        default_action(&play.game, &play.rules, &standard);
        assert_int_equal(game_apply(&play.game, &play.rules, &standard, NULL), ENGINE_OK);
        assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &again), ENGINE_OK);
        assert_int_equal(solver.generation, 1);
    }
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &again), ENGINE_OK);
    assert_true(again.nodes <= 2);
    assert_true(first.nodes > 100);

    solver.generation = 8190;
    for (int i = 0; i < 4; i++) {
        struct game changed = play.game;
        changed.contract.call = call(i % 2 ? "7D" : "7H");
        changed.order = (uint8_t)(changed.order & 3) | (uint8_t)((i % 2 ? DENOM_D : DENOM_H) << 2);
        assert_int_equal(solve_value(&solver, &changed, &play.rules, 0, &other), ENGINE_OK);
        if (i % 2 == 0)
            assert_int_equal(other.value, again.value);
        assert_int_equal(solver.generation, i == 0 ? 8190 : i == 1 ? 8191 : i - 1);
    }
}

/* After solve_forget a search takes as many nodes as in a new solver. The table is small, so
 * entries replace each other. */
static void test_forgotten_results_are_searched_again(void **state)
{
    (void)state;
    static const char *const hands[HANDS_MAX] = {
        "5S 7S 4D 6D KS 5C 7C 9C JH KC", "6S 8S 10S 8H AS 6C 8C 10C QD AC",
        "9S JS 8D 10D QC 4H 6H QS 10H QH", "5D 7D 9D JD KD 5H 7H 9H JC KH"};
    struct play play = begin(ruleset("wikipedia", NULL), hands, "AD AH RJ", WINS("7H", "5S:4D:6D"));
    struct solve_result first, known, again;

    assert_int_equal(solve_init(&solver, memory, solve_bytes(8)), ENGINE_OK);
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &first), ENGINE_OK);
    for (int round = 0; round < 5; round++) {
        assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &known), ENGINE_OK);
        assert_true(known.nodes < first.nodes);
        solve_forget(&solver);
        assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &again), ENGINE_OK);
        assert_int_equal(again.nodes, first.nodes);
        assert_int_equal(again.value, first.value);
    }
}

static void test_joker_names(void **state)
{
    (void)state;
    /* The joker draws the last card over hand 0's own if it names diamonds. */
    static const char *const hands[] = {"KD 5C RJ", "AD 7C 8C", "6C 8S 9H", "10C 9S 10S"};
    struct play play = ending(ruleset("wikipedia", NULL), "8NT pass pass pass", hands);
    assert_values(&play, "5C:1 KD:1 RJ=S:1 RJ=C:1 RJ=D:2 RJ=H:1");
}

static void test_forced_by_claim(void **state)
{
    (void)state;
    static const char *const hands[] = {"5C AS KS", "AC 7D 8D", "6C 9D 10D", "8C JD QD"};
    struct play play =
        ending(ruleset("wikipedia", "claims=yes", NULL), "8NT pass pass pass", hands);
    play_words(&play, "claim:5C:AS:KS");
    assert_values(&play, "5C:0");
    assert_int_equal(solved(&play).value, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_other_phases_are_refused),
        cmocka_unit_test(test_value_alone),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_memory_of_a_hand),
        cmocka_unit_test(test_joker_names),
        cmocka_unit_test(test_forgotten_results_are_searched_again),
        cmocka_unit_test(test_forced_by_claim),
    };
    return cmocka_run_group_tests_name("solve", tests, set_up, tear_down);
}
