/* test_auction.c - the phases blind, auction and raise (rules 4). */
#include "play.h"

static void assert_contract(const struct play *play, const char *name, seat_t by)
{
    assert_string_equal(call_name(play->game.contract.call), name);
    assert_int_equal(play->game.contract.by, by);
}

/* Back at the deal, before any action. */
static void assert_passed_out(const struct play *play, seat_t dealer, unsigned deal,
                              unsigned attempt)
{
    assert_int_equal(play->game.phase, PHASE_DEAL);
    assert_int_equal(play->game.turn, SEAT_NONE);
    assert_int_equal(play->game.last.outcome, HAND_PASSED_OUT);
    assert_int_equal(play->game.last.contract.call, CALL_PASS);
    assert_int_equal(play->game.hands_played, 0);
    assert_int_equal(play->game.dealer, dealer);
    assert_int_equal(play->game.deal_number, deal);
    assert_int_equal(play->game.attempt, attempt);
}

static void a_seat_that_passed_is_out(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    assert_due(&play, 0, "auction");
    play_words(&play, "6S pass 6C pass");
    assert_due(&play, 0, "auction");
    play_words(&play, "7D 8S");
    assert_due(&play, 0, "auction");
    play_words(&play, "pass");
    assert_due(&play, 2, "discard");
    assert_contract(&play, "8S", 2);
    assert_int_equal(play.game.contract.partner, 0);
}

static void the_last_seat_may_still_call(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "pass pass pass");
    assert_due(&play, 3, "auction");
    play_words(&play, "6NT");
    assert_contract(&play, "6NT", 3);
}

static void misere_waits_for_a_seven(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    assert_false(play_may(&play, "misere"));
    assert_true(play_may(&play, "open-misere"));
    play_words(&play, "6NT");
    assert_false(play_may(&play, "misere"));
    play_words(&play, "7S");
    assert_true(play_may(&play, "misere"));
    play_words(&play, "misere");
    assert_legal(&play, "pass 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D open-misere 10H 10NT");
    play_refused(&play, "8S");
    play_refused(&play, "misere");
}

/* A special call is not a bid of its rank: waiting seats may not call over it. */
static void a_special_call_is_no_bid_of_eight(void **state)
{
    struct play play;
    (void)state;
    play_start(&play,
               ruleset("wikipedia", "calls=misere open-misere", "from.misere=any",
                       "from.open-misere=eight", NULL),
               3);
    play_words(&play, "misere");
    assert_false(play_may(&play, "open-misere"));
    play_words(&play, "8C");
    assert_true(play_may(&play, "open-misere"));
}

static void passed_out_the_same_dealer_deals_twice_more(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 2);
    play_words(&play, "pass pass pass pass");
    assert_passed_out(&play, 2, 1, 1);
    play_deal(&play, NULL, NULL);
    play_words(&play, "pass pass pass pass");
    assert_passed_out(&play, 2, 1, 2);
    play_deal(&play, NULL, NULL);
    play_words(&play, "pass pass pass pass");
    assert_passed_out(&play, 3, 2, 0);
    play_deal(&play, NULL, NULL);
    assert_due(&play, 0, "auction");
    play_words(&play, "pass pass pass pass");
    assert_passed_out(&play, 3, 2, 1);
}

static void all_pass_next_passes_the_deal(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "all_pass=next", NULL), 3);
    play_words(&play, "pass pass pass pass");
    assert_passed_out(&play, 0, 2, 0);
}

static void passed_out_no_trump_is_played(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "all_pass=no-trump", NULL), 1);
    play_words(&play, "pass pass pass pass");
    assert_due(&play, 2, "play");
    assert_int_equal(play.game.contract.call, CALL_PASS);
    assert_int_equal(cardset_count(play.game.kitty), 3);
    play_out(&play);
    assert_int_equal(play.game.last.outcome, HAND_PLAYED);
    assert_int_equal(play.game.hands_played, 1);
    assert_int_equal(play.game.scores[0] + play.game.scores[1], 100);
    assert_int_equal(play.game.dealer, 2);
}

static void auction_once_ends_after_the_last_seat(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "auction=once", NULL), 3);
    play_words(&play, "7H pass pass");
    assert_due(&play, 3, "auction");
    play_words(&play, "7NT");
    assert_contract(&play, "7NT", 3);
}

static void inkles_outrank_but_cannot_win(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("american", NULL), 3);
    play_words(&play, "6H");
    assert_false(play_may(&play, "6D"));
    play_words(&play, "6NT");
    char text[2048];
    assert_ptr_equal(strstr(play_legal(&play, text, sizeof text), "pass 7S 7C"), text);
    play_words(&play, "pass pass");
    assert_passed_out(&play, 3, 1, 1);

    play_deal(&play, NULL, NULL);
    play_words(&play, "pass pass");
    assert_false(play_may(&play, "6NT")); /* the third seat may not inkle */
    play_words(&play, "7S pass");
    assert_contract(&play, "7S", 2);

    /* A higher call than an inkle of the same seat's partner wins as usual. */
    play_start(&play, ruleset("american", NULL), 3);
    play_words(&play, "6NT pass 7S pass");
    assert_contract(&play, "7S", 2);
}

static void a_new_denomination_readmits_all_seats(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "rebid=new-denomination", NULL), 3);
    play_words(&play, "6S pass pass 6C 7S");
    assert_due(&play, 3, "auction"); /* spades earlier: seats 1 and 2 stay out */
    play_words(&play, "7D");
    assert_due(&play, 0, "auction"); /* clubs earlier: they are in */
    play_words(&play, "pass");
    assert_due(&play, 1, "auction");
    play_words(&play, "7H pass pass"); /* its first call other than pass: seat 0 stays out */
    assert_contract(&play, "7H", 1);
}

static void with_rebid_always_a_seat_may_call_after_a_pass(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "rebid=always", NULL), 3);
    play_words(&play, "pass pass 6S pass pass");
    assert_due(&play, 1, "auction");
    play_words(&play, "6C pass pass");
    assert_due(&play, 0, "auction");
    play_words(&play, "pass");
    assert_contract(&play, "6C", 1);

    play_start(&play, ruleset("wikipedia", "rebid=always", NULL), 3);
    play_words(&play, "pass pass pass pass");
    assert_passed_out(&play, 3, 1, 1);
}

static void the_winner_may_raise_once(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "raise=yes", NULL), 3);
    play_words(&play, "6S pass pass pass");
    assert_due(&play, 0, "raise");
    play_refused(&play, "6S");
    play_words(&play, "8C");
    assert_due(&play, 0, "discard");
    assert_contract(&play, "8C", 0);

    play_start(&play, ruleset("wikipedia", "raise=yes", NULL), 3);
    play_words(&play, "6S pass pass pass pass");
    assert_contract(&play, "6S", 0);

    play_start(&play, ruleset("wikipedia", "raise=yes", NULL), 3);
    play_words(&play, "10NT pass pass pass");
    assert_due(&play, 0, "discard"); /* no call is higher */
}

static void a_raise_in_another_denomination_reopens(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("francis", NULL), 3);
    play_words(&play, "6S pass pass pass");
    assert_due(&play, 0, "discard"); /* no other seat called: no raise */

    play_start(&play, ruleset("francis", NULL), 3);
    play_words(&play, "6S 6C pass pass pass");
    assert_due(&play, 1, "raise");
    play_words(&play, "7C"); /* the same denomination ends the auction */
    assert_contract(&play, "7C", 1);

    play_start(&play, ruleset("francis", NULL), 3);
    play_words(&play, "6S 6C pass pass pass 7D");
    assert_due(&play, 2, "auction"); /* all are in again, from the winner's left */
    play_words(&play, "pass 7H pass pass");
    assert_due(&play, 3, "raise");
    play_words(&play, "pass");
    assert_contract(&play, "7H", 3);
}

/* Once and reopened: on the terms of `rounds`, so the winner's left may call more than once. */
static void a_reopened_auction_goes_round(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "auction=once", "raise=reopen", NULL), 3);
    play_words(&play, "6S 6C pass pass 7D");
    assert_due(&play, 2, "auction");
    play_words(&play, "7H pass pass");
    assert_due(&play, 1, "auction");
    play_words(&play, "7NT");
    assert_due(&play, 2, "auction");
    play_words(&play, "pass");
    assert_due(&play, 1, "raise");
}

static void the_dealer_must_bid(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "all_pass=dealer-bids", NULL), 3);
    play_words(&play, "pass pass pass");
    play_refused(&play, "pass");
    struct action standard;
    default_action(&play.game, &play.rules, &standard);
    assert_string_equal(call_name(standard.call), "6S");
    play_words(&play, "6S");
    assert_contract(&play, "6S", 3);

    play_start(&play, ruleset("wikipedia", "all_pass=dealer-bids", NULL), 3);
    play_words(&play, "pass 6S pass pass"); /* there is a bid: the dealer may pass */
    assert_contract(&play, "6S", 1);

    /* Inkles cannot win, so they release no dealer. */
    play_start(&play, ruleset("american", "all_pass=dealer-bids", NULL), 3);
    play_words(&play, "6S 6NT pass");
    play_refused(&play, "pass");
    play_words(&play, "7S");
    assert_contract(&play, "7S", 3);
}

/* Two players with inkles: the dealer is one of the first two, and its inkle cannot win. */
static void a_dealer_may_inkle_itself_out(void **state)
{
    struct play play;
    (void)state;
    play_start(
        &play,
        ruleset("two-handed-dead", "auction=once", "inkles=yes", "all_pass=dealer-bids", NULL), 1);
    play_words(&play, "pass");
    play_refused(&play, "pass");
    play_words(&play, "6S");
    assert_passed_out(&play, 0, 2, 0);
}

static void a_banned_seat_only_passes(void **state)
{
    struct play play;
    (void)state;
    play_begin(&play, ruleset("ralph", NULL), 3);
    play.game.bans = 1 << 0;
    play_deal(&play, NULL, NULL);
    assert_legal(&play, "pass");
    play_refused(&play, "6S");
    play_words(&play, "pass");
    assert_true(play_may(&play, "6S"));
    play_words(&play, "pass pass pass");
    assert_int_equal(play.game.bans, 1); /* passed out: the ban is not used up */
    assert_int_equal(play.game.last.bans, 1);

    play_begin(&play, ruleset("ralph", "all_pass=dealer-bids", NULL), 3);
    play.game.bans = 1 << 3;
    play_deal(&play, NULL, NULL);
    play_words(&play, "pass pass pass");
    assert_legal(&play, "pass");
    play_words(&play, "pass");
    assert_passed_out(&play, 0, 2, 0); /* and the deal passes */
    assert_int_equal(play.game.bans, 1 << 3);

    play_begin(&play, ruleset("perfect", "ban=3", NULL), 3);
    play.game.bans = 1 << 0;
    play_deal(&play, NULL, NULL);
    assert_due(&play, 0, "blind");
    assert_legal(&play, "look");
    play_refused(&play, "blind-misere");
}

static void blind_misere_is_called_before_a_card_is_seen(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("perfect", NULL), 3);
    assert_due(&play, 0, "blind");
    assert_legal(&play, "look blind-misere");
    assert_events(&play, 0, "deal");
    play_words(&play, "look");
    assert_events(&play, 0, "action");
    play_words(&play, "look look");
    assert_due(&play, 3, "blind");
    play_words(&play, "look");
    assert_due(&play, 0, "auction");
    assert_events(&play, 1, "action cards:5C+6C+7C+8C+9C+10C+JC+QC+KC+AC");
    assert_events(&play, SEAT_PUBLIC, "action");
    assert_false(play_may(&play, "blind-misere"));
    play_refused(&play, "look");

    play_start(&play, ruleset("perfect", NULL), 3);
    play_words(&play, "look blind-misere");
    assert_contract(&play, "blind-misere", 1);
    assert_due(&play, 1, "discard"); /* no call outranks it */
    assert_events(&play, 0, "action cards:5S+6S+7S+8S+9S+10S+JS+QS+KS+AS contract kitty:3");
    assert_events(&play, 1, "action cards:5C+6C+7C+8C+9C+10C+JC+QC+KC+AC contract kitty:KH+AH+RJ");
}

static void signals_outrank_nothing(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "no_calls=yes", "jack_nt=extra", NULL), 3);
    play_words(&play, "6H");
    char text[2048];
    assert_ptr_equal(strstr(play_legal(&play, text, sizeof text), "pass 6NO 6NT 6JNT 7S"), text);
    play_words(&play, "6NO");
    play_refused(&play, "6NT");
    play_refused(&play, "6JNT");
    play_refused(&play, "6NO");
    play_words(&play, "7S pass pass pass");
    assert_contract(&play, "7S", 2);

    play_start(&play, ruleset("wikipedia", "jack_nt=extra", NULL), 3);
    play_words(&play, "6JNT pass pass pass");
    assert_contract(&play, "6JNT", 0);
}

static void the_lowest_bid_may_be_a_seven(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "min_level=7", "calls=none", NULL), 3);
    play_refused(&play, "6NT");
    play_words(&play, "7S");
}

static void partners_sit_clockwise(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("six-handed", NULL), 5);
    play_words(&play, "pass 6S pass pass pass pass");
    assert_int_equal(play.game.contract.partner, 3);
    play_start(&play, ruleset("six-handed-cutthroat", NULL), 5);
    play_words(&play, "pass 6S pass pass pass pass");
    assert_int_equal(play.game.contract.partner, 4);
    play_start(&play, ruleset("three-handed", NULL), 2);
    play_words(&play, "pass 6S pass");
    assert_int_equal(play.game.contract.partner, SEAT_NONE);
}

/* "6S" is a card too, but not in this phase; and calls that the ruleset lacks are not legal. */
static void only_calls_are_legal(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("no-misere", NULL), 3);
    play_refused(&play, "misere");
    play_refused(&play, "open-misere");
    play_refused(&play, "6JNT");
    play_refused(&play, "6NO");
    play_refused(&play, "4D");
    play_refused(&play, "look");
    play_refused(&play, "discard:5S:6S:7S");
    play_refused(&play, "no");
    play_words(&play, "6S");
    assert_int_equal(play.events.items[0].action.kind, ACTION_CALL);
    assert_int_equal(play.events.items[0].count, 0);
}

/* rules 4, `inkles`: "Such a call counts for outranking but cannot win: the contract goes to the
 * highest call that can win, also where an inkle outranks it. With nothing but inkles and passes
 * the hand is passed out." */
static void an_inkle_voids_no_call(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("american", "from.misere=any", "above.misere=6S", NULL), 3);
    play_words(&play, "misere 6C pass");
    assert_legal(&play, "pass 7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D "
                        "open-misere 10H 10NT"); /* the calls that outrank the inkle */
    play_words(&play, "pass");
    assert_contract(&play, "misere", 0);

    play_start(&play, ruleset("american", "scoring=original", NULL), 3);
    play_words(&play, "7S 6C pass pass"); /* 60, 80 */
    assert_contract(&play, "7S", 0);

    play_start(&play, ruleset("american", "scoring=original", "all_pass=next", NULL), 3);
    play_words(&play, "6S 6C pass pass");
    assert_passed_out(&play, 0, 2, 0);
}

/* rules 4, `all_pass`: "as long as nobody made a call that can win, the dealer may not pass". */
static void over_a_call_that_can_win_the_dealer_may_pass(void **state)
{
    struct play play;
    struct ruleset rules = ruleset("american", "scoring=original", "all_pass=dealer-bids", NULL);
    (void)state;
    play_start(&play, rules, 3);
    play_words(&play, "7S 6C pass");
    assert_true(play_may(&play, "pass"));
    play_words(&play, "pass");
    assert_contract(&play, "7S", 0);
    play_start(&play, rules, 3);
    play_words(&play, "6S 6C pass");
    assert_false(play_may(&play, "pass"));
}

/* rules 4, `inkles`: "With auction=rounds (raise=no, min_level=6) every level-6 bid of every seat
 * is an inkle. With nothing but inkles and passes the hand is passed out." */
static void in_rounds_every_six_is_an_inkle(void **state)
{
    struct play play;
    struct ruleset rules = ruleset("wikipedia", "inkles=yes", "from.misere=any", "above.misere=6S",
                                   "all_pass=next", NULL);
    (void)state;
    play_start(&play, rules, 3);
    play_words(&play, "pass pass 6S 6C 6D 6H pass");
    assert_passed_out(&play, 0, 2, 0);

    play_start(&play, rules, 3);
    play_words(&play, "misere 6C pass pass");
    assert_due(&play, 0, "auction"); /* outbid, so it may call again */
    play_words(&play, "pass");
    assert_contract(&play, "misere", 0);

    play_start(&play, rules, 3);
    play_words(&play, "6S misere 6D 6H 6NT pass pass 7S pass");
    assert_contract(&play, "7S", 3);
}

/* rules 4, `inkles`: "the first two seats, and only they, may bid at level 6"; `win`: "as yes, but
 * such a call can win". */
static void an_inkle_that_can_win_wins(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("american", "inkles=win", NULL), 3);
    play_words(&play, "pass 6C");
    assert_false(play_may(&play, "6D"));
    assert_true(play_may(&play, "7S"));
    play_words(&play, "pass pass");
    assert_contract(&play, "6C", 1);
}

/* rules 4, `raise`: "any: the winner may raise again and again, until it passes. Nothing higher to
 * call: no raise." */
static void the_winner_may_raise_until_it_passes(void **state)
{
    struct play play;
    struct ruleset rules = ruleset("wikipedia", "raise=any", NULL);
    (void)state;
    play_start(&play, rules, 3);
    play_words(&play, "6S pass pass pass");
    assert_due(&play, 0, "raise");
    play_refused(&play, "6S");
    play_words(&play, "6H 7H");
    assert_due(&play, 0, "raise");
    play_words(&play, "8D pass");
    assert_contract(&play, "8D", 0);

    play_start(&play, rules, 3);
    play_words(&play, "6S pass pass pass 10NT");
    assert_due(&play, 0, "discard");
    assert_contract(&play, "10NT", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_that_passed_is_out),
        cmocka_unit_test(the_last_seat_may_still_call),
        cmocka_unit_test(misere_waits_for_a_seven),
        cmocka_unit_test(a_special_call_is_no_bid_of_eight),
        cmocka_unit_test(passed_out_the_same_dealer_deals_twice_more),
        cmocka_unit_test(all_pass_next_passes_the_deal),
        cmocka_unit_test(passed_out_no_trump_is_played),
        cmocka_unit_test(auction_once_ends_after_the_last_seat),
        cmocka_unit_test(inkles_outrank_but_cannot_win),
        cmocka_unit_test(an_inkle_voids_no_call),
        cmocka_unit_test(over_a_call_that_can_win_the_dealer_may_pass),
        cmocka_unit_test(in_rounds_every_six_is_an_inkle),
        cmocka_unit_test(an_inkle_that_can_win_wins),
        cmocka_unit_test(the_winner_may_raise_until_it_passes),
        cmocka_unit_test(a_new_denomination_readmits_all_seats),
        cmocka_unit_test(with_rebid_always_a_seat_may_call_after_a_pass),
        cmocka_unit_test(the_winner_may_raise_once),
        cmocka_unit_test(a_raise_in_another_denomination_reopens),
        cmocka_unit_test(a_reopened_auction_goes_round),
        cmocka_unit_test(the_dealer_must_bid),
        cmocka_unit_test(a_dealer_may_inkle_itself_out),
        cmocka_unit_test(a_banned_seat_only_passes),
        cmocka_unit_test(blind_misere_is_called_before_a_card_is_seen),
        cmocka_unit_test(signals_outrank_nothing),
        cmocka_unit_test(the_lowest_bid_may_be_a_seven),
        cmocka_unit_test(partners_sit_clockwise),
        cmocka_unit_test(only_calls_are_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
