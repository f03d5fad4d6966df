/* test_solve_quick.c - tricks that are certain without a search. */
#include "solved.h"

static void test_ten_tricks(void **state)
{
    (void)state;
    struct play play =
        begin(ruleset("wikipedia", NULL), spades, "4D RJ 4H", WINS("8NT", "4D:4H:RJ"));
    struct solve_result result = solved(&play);
    assert_int_equal(result.goal, SOLVE_TRICKS);
    assert_int_equal(result.hands, 5);
    assert_int_equal(result.wants, 1);
    assert_int_equal(result.value, 10);
    assert_int_equal(result.count, 10);
    assert_int_equal(result.cards[0].card, card("5S"));
    assert_int_equal(result.cards[9].card, card("AS"));
    for (int i = 4; i < 10; i++)
        assert_int_equal(result.cards[i].value, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ten_tricks),
    };
    return cmocka_run_group_tests_name("solve", tests, set_up, tear_down);
}
