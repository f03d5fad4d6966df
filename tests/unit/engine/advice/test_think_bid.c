/* test_think_bid.c - an expert's calls: legal, high with strong hands, low with poor ones. */
#include "seen_game.h"

/* The call of seat 0, the first of four, with this hand. */
static call_t first_call(const char *hand)
{
    static struct seen seen;
    struct play play;
    struct seen_turn turn;
    struct action chosen;
    struct think *think = thinker(24);
    play_start(&play, preset("wikipedia"), 3);
    seen_ask(&turn, &play.game, &play.rules);
    see(&(struct history){.play = play}, 0, &seen);
    seen.hand = cards(hand);
    think_decide(think, &seen, &turn, &chosen);
    assert_int_equal(chosen.kind, ACTION_CALL);
    assert_true(think->note.worlds > 0);
    return chosen.call;
}

static void strong_hands_bid_and_poor_ones_pass(void **state)
{
    (void)state;
    call_t strong = first_call("RJ JH JD AH KH QH 10H AS KS AC");
    assert_true(call_is_bid(strong) && call_denomination(strong) == DENOM_H);
    assert_int_equal(first_call("5S 7S 9S 6C 8C 10C 5D 7D 9D 10H"), CALL_PASS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strong_hands_bid_and_poor_ones_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
