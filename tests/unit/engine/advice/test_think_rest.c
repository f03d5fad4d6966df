/* test_think_rest.c - slams, and the card that a partner gives for one. */
#include "seen_game.h"

/* Expert's decision on a slam in hearts with this hand and kitty. */
static enum action_kind ask_slam(struct think *think, const char *hand)
{
    static struct seen game;
    struct seen_turn turn = {.phase = PHASE_SLAM, .hand = 1, .ms = -1, .legal_count = 2};
    struct action action;

    memset(&game, 0, sizeof game);
    game.rules = preset("everything");
    game.seat = 1;
    game.hand = cards(hand);
    game.high = CALL_BID(7, DENOM_H);
    game.high_by = 1;
    game.contract = (struct contract){.call = CALL_BID(7, DENOM_H),
                                      .by = 1,
                                      .partner = 3,
                                      .breach = SEAT_NONE,
                                      .partner_card = CARD_NONE};
    turn.legal[0].kind = ACTION_SLAM;
    turn.legal[1].kind = ACTION_NO;
    think->note.count = 2;
    think_decide(think, &game, &turn, &action);
    return (enum action_kind)action.kind;
}

static void a_slam_is_for_strong_hands(void **state)
{
    static const char sure[] = "BJ RJ JH JD AH KH QH 10H 9H AS AC AD 4S 5S 4C 5C";
    static const char poor[] = "BJ JD AH KH QH 9H 8H 10S 9S 10C 9C 10D 9D 4S 5S 4C";
    struct think *think = thinker(12);
    (void)state;
    assert_int_equal(ask_slam(think, sure), ACTION_SLAM);
    assert_true(think->note.worlds > 0 && think->note.chance[0] > think->note.chance[1]);
    assert_int_equal(ask_slam(think, poor), ACTION_NO);
    think->version = 1;
    assert_int_equal(ask_slam(think, sure), ACTION_NO);
}

/* The partner of a slam gives its best card; basic gives its worst. */
static void a_slam_gets_the_best_card(void **state)
{
    static struct seen game;
    struct seen_turn turn = {.phase = PHASE_GIVE, .hand = 3, .ms = -1, .choose = 1};
    struct think *think = thinker(2);
    struct action action;
    (void)state;
    memset(&game, 0, sizeof game);
    game.rules = preset("everything");
    game.seat = 3;
    game.hand = turn.from = cards("4H JD AS AC KC 5D 6D 7D 8D 9D");
    game.contract = (struct contract){
        .call = CALL_BID(7, DENOM_H), .by = 1, .partner = 3, .slam = 1, .breach = SEAT_NONE};
    think_decide(think, &game, &turn, &action);
    assert_true(action.kind == ACTION_GIVE && action.count == 1);
    assert_int_equal(action.cards[0], CARD(SUIT_D, RANK_J));
    think->version = 1;
    think_decide(think, &game, &turn, &action);
    assert_int_not_equal(action.cards[0], CARD(SUIT_D, RANK_J));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slam_is_for_strong_hands),
        cmocka_unit_test(a_slam_gets_the_best_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
