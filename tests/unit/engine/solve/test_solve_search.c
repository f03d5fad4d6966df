/* test_solve_search.c - the result of best play by all hands, in positions that a person can
 * solve. */
#include "solved.h"

static void test_finesse(void **state)
{
    (void)state;
    /* Whichever hand leads a spade, the king is caught under ace and queen; playing the ace too
     * soon gives it a trick. */
    static const char *const hands[] = {"5S 6S 5C", "8S KS 7C", "AS QS 6C", "9S 10S 8C"};
    struct play play = ending(ruleset("wikipedia", NULL), "8NT pass pass pass", hands);
    assert_values(&play, "5S:2 6S:2 5C:2");
    play_words(&play, "5S 8S");
    assert_values(&play, "QS:2 AS:1");
}

static void test_ruff(void **state)
{
    (void)state;
    /* The partner ruffs the second club; leading the low club first wastes the trump on it. */
    static const char *const hands[] = {"AC 5C 7D", "6C 7C 8D", "8C 5H AD", "9C 10C 9D"};
    struct play play = ending(ruleset("wikipedia", NULL), "8H pass pass pass", hands);
    assert_values(&play, "5C:2 AC:3 7D:3");
}

static void test_misere(void **state)
{
    (void)state;
    struct ruleset rules = ruleset("wikipedia", "from.misere=any", NULL);
    static const char *const hands[] = {"5S 9S 6C", "6S 10S 7C", NULL, "7S 8S 5C"};
    struct play play = ending(rules, "misere pass pass pass", hands);
    struct solve_result result = solved(&play);
    assert_int_equal(result.goal, SOLVE_NO_TRICK);
    assert_int_equal(result.hands, 5);
    assert_values(&play, "5S:0 9S:0 6C:1");
    play_words(&play, "9S");
    result = solved(&play);
    assert_int_equal(result.wants, 0);
    play.game.won[0] = 1;
    assert_values(&play, "6S:0 10S:0");
}

static void test_exactly_five(void **state)
{
    (void)state;
    struct ruleset rules = ruleset("wikipedia", "calls=hi-lo", NULL);
    static const char *const hands[] = {"5S AS 6C", "6S 10S 7C", NULL, "7S 8S 8C"};
    struct play play = ending(rules, "hi-lo pass pass pass", hands);
    play.game.won[0] = 4;
    play.game.won[1] = 3;
    assert_values(&play, "5S:1 AS:1 6C:1");
}

static void test_table_hands(void **state)
{
    (void)state;
    struct play play;
    play_begin(&play, ruleset("two-handed-table", NULL), 1);
    play_deal(&play, NULL, NULL);
    play_words(&play, "8H pass");
    play_default_while(&play, PHASE_DISCARD);
    struct solve_result result;
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 200000, &result), ENGINE_OK);
    assert_int_equal(result.hands, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finesse),     cmocka_unit_test(test_ruff),
        cmocka_unit_test(test_misere),      cmocka_unit_test(test_exactly_five),
        cmocka_unit_test(test_table_hands),
    };
    return cmocka_run_group_tests_name("solve", tests, set_up, tear_down);
}
