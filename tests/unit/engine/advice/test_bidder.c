/* test_bidder.c - how the networks value calls: their inputs, and that these are the same from
 * every seat. The Python tests compare the inputs with those of the training. */
#include "seen_game.h"

#include "bidder.h"

static void bidder_knows_one_kind_of_game(void **state)
{
    struct ruleset rules = preset("wikipedia");
    (void)state;
    assert_true(bidder_knows(&rules));
    for (int i = 0; i < preset_count(); i++) {
        rules = preset(preset_name(i));
        if (rules.players != 4 || rules.deck != DECK_43 || rules.side_count != 2)
            assert_false(bidder_knows(&rules));
    }
    rules = preset("five-kitty");
    assert_false(bidder_knows(&rules));
}

/* The calls of seat 0, the first of four, with this hand, and their gains. */
static void ask(const char *hand, struct seen *seen, struct seen_turn *turn, double *gains)
{
    struct play play;
    play_start(&play, preset("wikipedia"), 3);
    seen_ask(turn, &play.game, &play.rules);
    see(&(struct history){.play = play}, 0, seen);
    seen->hand = cards(hand);
    bidder_gains(seen, turn, gains);
}

static int best_of(const struct seen_turn *turn, const double *gains)
{
    int best = 0;
    for (int i = 0; i < turn->legal_count; i++)
        best = gains[i] > gains[best] ? i : best;
    return best;
}

static void strong_hands_gain_by_a_bid_and_poor_ones_do_not(void **state)
{
    static struct seen seen;
    struct seen_turn turn;
    double gains[LEGAL_LIST_MAX];
    (void)state;
    ask("RJ JH JD AH KH QH 10H AS KS AC", &seen, &turn, gains);
    int best = best_of(&turn, gains);
    assert_true(gains[best] > 0.05 && call_denomination(turn.legal[best].call) == DENOM_H);
    assert_true(turn.legal[0].call == CALL_PASS && gains[0] == 0);
    ask("5S 7S JS 6C 8C QC 5D 7D QD 10H", &seen, &turn, gains);
    best = best_of(&turn, gains);
    assert_true(turn.legal[best].call == CALL_PASS || gains[best] < 0.02);
}

/* The networks value two bids of each denomination and no others, and no gain exceeds a whole
 * match. */
static void networks_value_the_lowest_bids(void **state)
{
    static struct seen seen;
    struct seen_turn turn;
    double gains[LEGAL_LIST_MAX];
    int weighed = 0;
    (void)state;
    ask("RJ JH JD AH 4C 5C 6C 7S 8S 4D", &seen, &turn, gains);
    for (int i = 0; i < turn.legal_count; i++) {
        call_t call = turn.legal[i].call;
        assert_true(gains[i] == -2 || (gains[i] >= -1 && gains[i] <= 1));
        assert_int_equal(gains[i] != -2,
                         call == CALL_PASS || !call_is_bid(call) || call_level(call) <= 7);
        weighed += gains[i] != -2;
    }
    assert_true(weighed >= 11);
}

/* The same auction, turned by one seat, and so to the other side. */
static void every_seat_sees_the_same(void **state)
{
    static struct seen seen, turned;
    struct seen_turn turn;
    double gains[LEGAL_LIST_MAX], again[LEGAL_LIST_MAX];
    (void)state;
    ask("RJ JH JD AH 4C 5C 6C 7S 8S 4D", &seen, &turn, gains);
    seen.scores[0] = 120;
    seen.scores[1] = -340;
    seen.calls[seen.call_count++] = (struct seen_call){1, CALL_BID(6, DENOM_S)};
    seen.calls[seen.call_count++] = (struct seen_call){2, CALL_PASS};
    seen.calls[seen.call_count++] = (struct seen_call){3, CALL_BID(6, DENOM_D)};
    seen.high = CALL_BID(6, DENOM_D);
    seen.high_by = 3;
    bidder_gains(&seen, &turn, gains);
    turned = seen;
    turned.seat = 1;
    turned.high_by = 0;
    turned.scores[0] = seen.scores[1];
    turned.scores[1] = seen.scores[0];
    for (int i = 0; i < seen.call_count; i++)
        turned.calls[i].seat = (seat_t)((seen.calls[i].seat + 1) & 3);
    bidder_gains(&turned, &turn, again);
    assert_memory_equal(gains, again, sizeof gains[0] * (size_t)turn.legal_count);
    turned.scores[0] = 490; /* the scores matter */
    bidder_gains(&turned, &turn, again);
    assert_memory_not_equal(gains, again, sizeof gains[0] * (size_t)turn.legal_count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bidder_knows_one_kind_of_game),
        cmocka_unit_test(strong_hands_gain_by_a_bid_and_poor_ones_do_not),
        cmocka_unit_test(networks_value_the_lowest_bids),
        cmocka_unit_test(every_seat_sees_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
