/* test_seats.c - which seat decides for a hand, and the side of a hand. */
#include "cards.h"

#include "seats.h"

static struct game contracted(const char *word, seat_t by, seat_t partner)
{
    struct game game;
    memset(&game, 0, sizeof game);
    game.contract.call = call(word);
    game.contract.by = by;
    game.contract.partner = partner;
    return game;
}

static void seats_go_round(void **state)
{
    struct ruleset three = ruleset("three-handed", NULL);
    (void)state;
    assert_int_equal(seat_next(&three, 0), 1);
    assert_int_equal(seat_next(&three, 2), 0);
}

static void a_seat_decides_for_its_hand(void **state)
{
    struct ruleset rules = ruleset("wikipedia", NULL);
    struct game game = contracted("misere", 1, 3);
    (void)state;
    for (unsigned hand = 0; hand < 4; hand++) {
        assert_int_equal(seats_hand_owner(&game, &rules, hand), hand);
        assert_int_equal(seats_hand_side(&rules, hand), hand & 1);
    }
}

static void both_hands_of_a_misere_may_be_the_contractors(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "misere_hands=both", NULL);
    struct game misere = contracted("misere", 1, 3), bid = contracted("7H", 1, 3);
    (void)state;
    assert_true(seats_play_both_hands(&misere, &rules));
    assert_int_equal(seats_hand_owner(&misere, &rules, 3), 1);
    assert_int_equal(seats_hand_owner(&misere, &rules, 2), 2);
    assert_false(seats_play_both_hands(&bid, &rules));
    assert_int_equal(seats_hand_owner(&bid, &rules, 3), 3);
    /* Where partners exchange cards each plays its own hand. */
    struct game exchange = contracted("shields", 1, 3);
    assert_false(seats_play_both_hands(&exchange, &rules));
}

static void table_hands_are_their_owners(void **state)
{
    struct ruleset rules = ruleset("two-handed-table", NULL);
    struct game game = contracted("6S", 0, SEAT_NONE);
    (void)state;
    assert_int_equal(seats_hand_owner(&game, &rules, 2), 0);
    assert_int_equal(seats_hand_owner(&game, &rules, 3), 1);
    assert_int_equal(seats_hand_side(&rules, 2), rules.side_of[0]);
    assert_int_equal(seats_hand_side(&rules, 3), rules.side_of[1]);
}

static void the_contractors_side(void **state)
{
    struct ruleset pairs = ruleset("wikipedia", NULL), five = ruleset("five-handed", NULL);
    struct game game = contracted("8D", 1, 3);
    (void)state;
    assert_int_equal(seats_of_contractor(&game, &pairs), 1 << 1 | 1 << 3);
    assert_int_equal(seats_of_contractor(&game, &five), 1 << 1 | 1 << 3);
    game.contract.partner = 4;
    assert_int_equal(seats_of_contractor(&game, &pairs), 1 << 1 | 1 << 3);
    assert_int_equal(seats_of_contractor(&game, &five), 1 << 1 | 1 << 4);
    game.contract.partner = SEAT_NONE;
    assert_int_equal(seats_of_contractor(&game, &five), 1 << 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_go_round),
        cmocka_unit_test(a_seat_decides_for_its_hand),
        cmocka_unit_test(both_hands_of_a_misere_may_be_the_contractors),
        cmocka_unit_test(table_hands_are_their_owners),
        cmocka_unit_test(the_contractors_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
