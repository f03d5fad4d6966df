/* test_game.c - the phase machine: deals, plays, claims, how hands and games begin and end. In
 * deck order the hands of `wikipedia` are one suit each: 5S..AS, 5C..AC, 4D..KD, AD 4H..QH, and
 * the kitty KH AH RJ. */
#include "play.h"

static void names_are_those_of_the_records(void **state)
{
    (void)state;
    assert_string_equal(game_phase_name(PHASE_DEAL), "deal");
    assert_string_equal(game_phase_name(PHASE_EXPOSE), "expose");
    assert_string_equal(game_phase_name(PHASE_PARTNER), "partner");
    assert_string_equal(game_phase_name(PHASE_OVER), "over");
    assert_string_equal(game_reason_name(REASON_TARGET), "target");
    assert_string_equal(game_reason_name(REASON_ABORTED), "aborted");
    assert_string_equal(event_name(EVENT_DEAL), "deal");
    assert_string_equal(event_name(EVENT_OVER), "over");
    assert_string_equal(engine_error_text(ENGINE_OK), "ok");
    assert_string_equal(engine_error_text(ENGINE_ERROR_ILLEGAL), "not a legal action here");
    assert_non_null(engine_error_text(-1000));
    assert_non_null(engine_error_text(7));
}

static void actions_wait_for_a_deal(void **state)
{
    struct play play;
    struct legal legal, nothing;
    struct action pass = action("pass");
    (void)state;
    play_begin(&play, ruleset("wikipedia", NULL), 2);
    struct game before = play.game;
    play.events.count = 4;
    assert_int_equal(game_apply(&play.game, &play.rules, &pass, &play.events), ENGINE_ERROR_TURN);
    assert_int_equal(play.events.count, 0);
    assert_memory_equal(&before, &play.game, sizeof before);
    memset(&nothing, 0, sizeof nothing);
    game_legal(&play.game, &play.rules, &legal);
    assert_true(legal.cards == 0 && legal.calls == 0 && legal.words == 0);

    struct deal deal = play_make_deal(&play.rules, NULL, NULL);
    deal.hands[0][0] = deal.hands[1][0];
    assert_int_equal(game_deal(&play.game, &play.rules, &deal, &play.events), ENGINE_ERROR_DEAL);
    assert_memory_equal(&before, &play.game, sizeof before);
    play_deal(&play, NULL, NULL);
    before = play.game;
    deal = play_make_deal(&play.rules, NULL, NULL);
    assert_int_equal(game_deal(&play.game, &play.rules, &deal, &play.events), ENGINE_ERROR_TURN);
    assert_memory_equal(&before, &play.game, sizeof before);
}

static void a_hand_is_played_to_its_end(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "7S pass pass pass discard:KH:AH:5S RJ JC 4D AD");
    assert_events(&play, 3, "action:AD trick");
    assert_due(&play, 0, "play");
    play_refused(&play, "JC");
    play_out(&play);
    assert_int_equal(play.game.phase, PHASE_DEAL);
    assert_int_equal(play.game.last.outcome, HAND_PLAYED);
    assert_int_equal(play.game.last.tricks[0], 10);
    assert_int_equal(play.game.last.contract.partner, 2);
    assert_int_equal(play.game.scores[0], 250);
    assert_int_equal(play.game.dealer, 0);
    assert_int_equal(play.game.last.dealer, 3);
    assert_int_equal(play.game.deal_number, 2);
    assert_events(&play, SEAT_PUBLIC, "action:QH trick hand");
    /* Once more, and the score reaches the target. */
    play_deal(&play, NULL, NULL);
    play_words(&play, "pass pass pass 7H");
    play_out(&play);
    assert_int_equal(play.game.hands_played, 2);
}

static void the_game_ends_at_the_target(void **state)
{
    struct play play;
    struct deal deal;
    struct action pass = action("pass");
    (void)state;
    play_start(&play, ruleset("wikipedia", "target=250", NULL), 3);
    play_words(&play, "7S pass pass pass discard:KH:AH:5S RJ JC 4D AD");
    play_out(&play);
    assert_int_equal(play.game.phase, PHASE_OVER);
    assert_int_equal(play.game.turn, SEAT_NONE);
    assert_int_equal(play.game.reason, REASON_TARGET);
    assert_int_equal(play.game.winners, 1);
    assert_events(&play, 1, "action:QH trick hand over");
    deal = play_make_deal(&play.rules, NULL, NULL);
    assert_int_equal(game_deal(&play.game, &play.rules, &deal, NULL), ENGINE_ERROR_TURN);
    assert_int_equal(game_apply(&play.game, &play.rules, &pass, NULL), ENGINE_ERROR_TURN);
}

static void a_game_may_be_stopped(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "7S pass");
    game_stop(&play.game, &play.rules, REASON_FORFEIT, 1 << 1);
    assert_int_equal(play.game.phase, PHASE_OVER);
    assert_int_equal(play.game.turn, SEAT_NONE);
    assert_string_equal(game_reason_name((enum reason)play.game.reason), "forfeit");
    assert_int_equal(play.game.winners, 1 << 1);
}

static void a_misdeal_is_dealt_again(void **state)
{
    const char *const faceless[HANDS_MAX] = {"5S 6S 7S 8S 9S 10S 5C 6C 7C AC"};
    struct play play;
    (void)state;
    play_begin(&play, ruleset("wikipedia", "misdeal=no-face", "kitty_up=1", NULL), 1);
    play_deal(&play, faceless, NULL);
    assert_int_equal(play.game.phase, PHASE_DEAL);
    assert_int_equal(play.game.last.outcome, HAND_MISDEALT);
    assert_int_equal(play.game.dealer, 1);
    assert_int_equal(play.game.attempt, 1);
    assert_int_equal(play.game.redeals, 0);
    assert_int_equal(play.game.hands_played, 0);
    assert_events(&play, 0, "deal hand"); /* void: no seat sees a card */
    struct view view;
    view_make(&view, &play.game, &play.rules, 0);
    assert_true(view.hands[0] == 0 && view.kitty == 0);

    /* The ace prevents the misdeal where aces count, and so does the joker. */
    play_begin(&play, ruleset("wikipedia", "misdeal=no-ace-no-face", NULL), 1);
    play_deal(&play, faceless, NULL);
    assert_due(&play, 2, "auction");
    const char *const joker[HANDS_MAX] = {"5S 6S 7S 8S 9S 10S 5C 6C 7C RJ"};
    play_begin(&play, play.rules, 1);
    play_deal(&play, joker, NULL);
    assert_due(&play, 2, "auction");
    const char *const bare[HANDS_MAX] = {NULL, NULL, NULL, "5S 6S 7S 8S 9S 10S 5C 6C 7C 8C"};
    play_begin(&play, play.rules, 1);
    play_deal(&play, bare, NULL);
    assert_int_equal(play.game.last.outcome, HAND_MISDEALT);
}

/* No seat may look at dead and table hands. */
static void dead_hands_void_no_deal(void **state)
{
    const char *const dead[HANDS_MAX] = {NULL, NULL, "7S 8S 9S 10S 7C 8C 9C 10C 7D 8D"};
    const char *const table[HANDS_MAX] = {NULL, NULL, "5S 6S 7S 8S 9S 10S 5C 6C 7C 8C"};
    struct play play;
    (void)state;
    play_begin(&play, ruleset("two-handed-dead", "misdeal=no-face", NULL), 1);
    play_deal(&play, dead, NULL);
    assert_due(&play, 0, "auction");
    assert_cards(play.game.out, "7S 8S 9S 10S 7C 8C 9C 10C 7D 8D");
    play_begin(&play, ruleset("two-handed-table", "misdeal=no-face", NULL), 1);
    play_deal(&play, table, NULL);
    assert_due(&play, 0, "auction");
}

static void passed_out_deals_are_counted_apart_from_misdeals(void **state)
{
    const char *const faceless[HANDS_MAX] = {"5S 6S 7S 8S 9S 10S 5C 6C 7C AC"};
    struct play play;
    (void)state;
    play_begin(&play, ruleset("wikipedia", "misdeal=no-face", "redeals=1", NULL), 1);
    play_deal(&play, NULL, NULL);
    play_words(&play, "pass pass pass pass");
    play_deal(&play, faceless, NULL);
    assert_int_equal(play.game.attempt, 2);
    assert_int_equal(play.game.redeals, 1);
    play_deal(&play, NULL, NULL);
    play_words(&play, "pass pass pass pass"); /* the second in a row: the deal passes */
    assert_int_equal(play.game.dealer, 2);
    assert_int_equal(play.game.attempt, 0);
    assert_int_equal(play.game.redeals, 0);
}

static void table_hands_are_uncovered(void **state)
{
    /* Five cards face down, then five over them. Seat 1 owns hands 1 and 3. */
    const char *const hands[HANDS_MAX] = {
        "AS KS QS JS 10S 9S 8S 7S 6S 5S", "AC KC QC JC 10C 9C 8C 7C 6C 5C",
        "KD QD JD 10D 9D 8D 7D 6D 5D 4D", "4H 5H 6H 7H 8H 9H 10H JH QH KH"};
    struct play play;
    (void)state;
    play_begin(&play, ruleset("two-handed-table", NULL), 1);
    play_deal(&play, hands, NULL);
    assert_events(&play, 1,
                  "deal cards:5C+6C+7C+8C+9C+10C+JC+QC+KC+AC up:4D+5D+6D+7D+8D up:9H+10H+JH+QH+KH");
    play_words(&play, "6S pass discard:5S:6S:RJ");
    assert_due(&play, 0, "play");
    play_words(&play, "AS");
    assert_due(&play, 1, "play");
    assert_int_equal(play.game.hand_due, 1);
    play_words(&play, "JC"); /* the left bower: the only trump */
    assert_due(&play, 0, "play");
    assert_int_equal(play.game.hand_due, 2);
    play_refused(&play, "KD"); /* face down */
    play_words(&play, "8D");
    assert_due(&play, 1, "play");
    play_refused(&play, "4H");
    assert_int_equal(play.game.down_count[2], 5); /* not before the trick is complete */
    play_words(&play, "10H");
    assert_events(&play, SEAT_PUBLIC, "action:10H trick up:KD up:5H");
    assert_true(cardset_has(play.game.hands[2], card("KD")));
    assert_true(cardset_has(play.game.hands[3], card("5H")));
    assert_int_equal(play.game.down_count[3], 4);
    assert_due(&play, 1, "play"); /* the left bower won */
    assert_int_equal(play.game.hand_due, 1);
    play_out(&play);
    assert_int_equal(play.game.last.tricks[0] + play.game.last.tricks[1], 10);
    assert_int_equal(play.game.down_count[2] + play.game.down_count[3], 0);
}

static void open_hands_are_shown_in_time(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "open-misere pass pass pass discard:KH:AH:RJ");
    assert_events(&play, 1, "action:3");
    play_words(&play, "5S 5C");
    assert_int_equal(play.game.shown, 0);
    play_words(&play, "AD"); /* when the first trick is complete */
    assert_events(&play, 1, "action:AD trick show:6S+7S+8S+9S+10S+JS+QS+KS+AS");

    play_start(&play, ruleset("wikipedia", "open.open-misere=start", NULL), 3);
    play_words(&play, "open-misere pass pass pass discard:KH:AH:RJ");
    assert_events(&play, 1, "action:3 show:5S+6S+7S+8S+9S+10S+JS+QS+KS+AS");

    play_start(&play, ruleset("wikipedia", "calls=patastrophe", NULL), 3);
    play_words(&play, "patastrophe pass pass pass give:KH:AH:RJ discard:KH:AH:RJ 5S 5C 4D AD");
    assert_int_equal(play.game.shown, 1 << 0 | 1 << 2);
    play_start(&play, ruleset("wikipedia", "calls=shields", NULL), 3);
    play_words(&play, "shields pass pass pass give:KH:AH:RJ discard:KH:AH:RJ 5S 5C 4D AD");
    assert_int_equal(play.game.shown, 1 << 2);
    play_start(&play, ruleset("wikipedia", "calls=shields", "shields_hand=contractor", NULL), 3);
    play_words(&play, "shields pass pass pass give:KH:AH:RJ discard:KH:AH:RJ 5S 5C 4D AD");
    assert_int_equal(play.game.shown, 1 << 0);
}

static void a_led_joker_names_a_suit(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "7NT pass pass pass discard:5S:6S:7S");
    assert_legal(&play, "8S 9S 10S JS QS KS AS KH AH RJ=S RJ=C RJ=D RJ=H");
    play_refused(&play, "RJ");
    play_words(&play, "RJ=D 5C");
    assert_legal(&play, "4D 5D 6D 7D 8D 9D 10D JD QD KD");
    play_words(&play, "4D");
    assert_legal(&play, "AD");

    play_start(&play, play.rules, 3); /* with trumps the joker names no suit */
    play_words(&play, "7S pass pass pass discard:KH:AH:5S");
    play_refused(&play, "RJ=S");
    play_words(&play, "RJ");
}

static void a_true_claim_ends_the_hand(void **state)
{
    struct play play;
    struct ruleset rules = ruleset("wikipedia", "claims=yes", NULL);
    (void)state;
    play_start(&play, rules, 3);
    play_words(&play, "7S pass pass pass discard:KH:AH:5S");
    assert_legal(&play, "6S 7S 8S 9S 10S JS QS KS AS RJ claim");
    play_refused(&play, "claim:RJ:JS:AS"); /* some of its cards are missing */
    play_words(&play, "claim:RJ:JS:AS:KS:QS:10S:9S:8S:7S:6S");
    assert_int_equal(play.game.last.tricks[0], 10);
    assert_int_equal(play.game.last.delta[0], 250);
    assert_events(&play, 1, "action:6S+7S+8S+9S+10S+JS+QS+KS+AS+RJ claim hand");
    assert_int_equal(play.events.items[1].ok, 1);

    play_start(&play, rules, 3); /* not on a special call, not for a defender */
    play_words(&play, "open-misere pass pass pass discard:KH:AH:RJ");
    play_refused(&play, "claim:5S:6S:7S:8S:9S:10S:JS:QS:KS:AS");
    play_start(&play, rules, 3);
    play_words(&play, "pass pass pass 7H discard:4H:5H:AD QH");
    play_refused(&play, "claim:5S:6S:7S:8S:9S:10S:JS:QS:KS:AS");
}

static void a_void_claim_forces_its_first_card(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "claims=yes", NULL), 3);
    play_words(&play, "7S pass pass pass discard:KH:AH:5S");
    play_words(&play, "claim:AS:RJ:JS:KS:QS:10S:9S:8S:7S:6S"); /* the left bower is above the ace */
    assert_due(&play, 0, "play");
    assert_int_equal(play.events.items[1].ok, 0);
    assert_legal(&play, "AS");
    play_refused(&play, "RJ");
    play_refused(&play, "claim:AS:RJ:JS:KS:QS:10S:9S:8S:7S:6S");
    play_words(&play, "AS JC 4D AD");
    assert_due(&play, 1, "play");
    play_out(&play);
    assert_int_equal(play.game.last.delta[0] % 50, 140 % 50); /* less the 100 of the claim */
    assert_int_equal(play.game.claims_void, 1);
}

/* The claim covers only the remaining tricks. */
static void a_claim_may_come_late(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "claims=yes", NULL), 3);
    play_words(&play, "7S pass pass pass discard:5S:6S:7S KH 5C 4D 4H");
    assert_due(&play, 0, "play");
    play_words(&play, "claim:RJ:JS:AS:KS:QS:10S:9S:8S:AH");
    assert_int_equal(play.game.last.tricks[0], 10);
}

/* The no-trump hand that follows a passed-out auction: the dealer's left leads, from its own
 * hand. */
static void passed_out_no_trump_has_no_trumps(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "all_pass=no-trump", "claims=yes", NULL), 3);
    play_words(&play, "pass pass pass pass");
    assert_legal(&play, "5S 6S 7S 8S 9S 10S JS QS KS AS"); /* no claim without a contractor */
    play_words(&play, "5S AC 4D 4H");
    assert_due(&play, 0, "play");
    play_out(&play);
    assert_int_equal(play.game.last.contract.call, CALL_PASS);
    assert_int_equal(play.game.last.contract.by, SEAT_NONE);
    assert_int_equal(play.game.last.tricks[0], 10);
    assert_int_equal(play.game.last.delta[0], 100);
    assert_int_equal(play.game.last.delta[1], 0);
}

/* No state of the earlier hand remains. */
static void a_new_hand_keeps_no_state_of_the_last(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("everything", "floor=0", NULL), 3);
    play_words(&play, "look look look look pass 8NT pass pass slam");
    play_out(&play);
    assert_int_equal(play.game.phase, PHASE_DEAL);
    struct game fresh;
    game_init(&fresh, &play.rules, play.game.dealer);
    fresh.deal_number = play.game.deal_number;
    fresh.hands_played = play.game.hands_played;
    fresh.bans = play.game.bans;
    memcpy(fresh.scores, play.game.scores, sizeof fresh.scores);
    fresh.last = play.game.last;
    struct deal deal = play_make_deal(&play.rules, NULL, NULL);
    assert_int_equal(game_deal(&fresh, &play.rules, &deal, NULL), ENGINE_OK);
    play_deal(&play, NULL, NULL);
    struct legal one, other;
    game_legal(&fresh, &play.rules, &one);
    game_legal(&play.game, &play.rules, &other);
    assert_memory_equal(&one, &other, sizeof one);
    struct view mine, theirs;
    view_make(&mine, &fresh, &play.rules, 2);
    view_make(&theirs, &play.game, &play.rules, 2);
    assert_memory_equal(&mine, &theirs, sizeof mine);
}

/* Everything but the contract at hand: passes until a hand is passed out. */
static void pass_out(struct play *play)
{
    uint32_t deal = play->game.deal_number;
    while (play->game.deal_number == deal)
        play_words(play, "pass");
}

/* rules 4, `all_pass`: "same-pack: the deal passes and the cards are not shuffled: the new pack is
 * the cards of the hands from the old dealer's left clockwise, each hand in the order in which it
 * was dealt, then the kitty in the order in which it was dealt; the packets come from its front."
 */
static void passed_out_the_same_pack_is_dealt(void **state)
{
    struct play play;
    struct deal deal, due, shuffled;
    card_t sorted[CARDS_MAX];
    (void)state;
    play_begin(&play, ruleset("wikipedia", "all_pass=same-pack", NULL), 3);
    assert_false(game_same_pack(&play.game, &play.rules, &due));
    deck_cards(&play.rules, sorted);
    deck_deal(&deal, &play.rules, sorted, 3); /* seat 0: 5S 6S 7S, 5C..., in packets */
    assert_int_equal(game_deal(&play.game, &play.rules, &deal, &play.events), ENGINE_OK);
    pass_out(&play);
    assert_int_equal(play.game.dealer, 0);
    assert_int_equal(play.game.deal_number, 2);
    assert_int_equal(play.game.attempt, 0);
    assert_int_equal(play.game.last.outcome, HAND_PASSED_OUT);
    assert_true(game_same_pack(&play.game, &play.rules, &due));
    /* "3 K1 4 K1 3 K1" from seat 1, off the pack: hand 0, 1, 2, 3, kitty. */
    assert_memory_equal(due.hands[1], deal.hands[0], 3);
    assert_memory_equal(due.hands[2], deal.hands[0] + 3, 3);
    assert_memory_equal(due.hands[3], deal.hands[0] + 6, 3);
    assert_int_equal(due.hands[0][0], deal.hands[0][9]);
    assert_memory_equal(due.hands[0] + 1, deal.hands[1], 2);
    assert_int_equal(due.kitty[0], deal.hands[1][2]);
    assert_int_equal(due.kitty[2], deal.kitty[2]);
    assert_memory_equal(due.hands[0] + 8, deal.kitty, 2);

    /* No other deal is possible. */
    struct game before = play.game;
    deck_deal(&shuffled, &play.rules, sorted, 0);
    assert_int_equal(game_deal(&play.game, &play.rules, &shuffled, NULL), ENGINE_ERROR_DEAL);
    assert_memory_equal(&before, &play.game, sizeof before);
    due.kitty[0] = deal.kitty[2];
    due.kitty[2] = deal.hands[1][2];
    assert_int_equal(game_deal(&play.game, &play.rules, &due, NULL), ENGINE_ERROR_DEAL);
    assert_true(game_same_pack(&play.game, &play.rules, &due));
    assert_int_equal(game_deal(&play.game, &play.rules, &due, NULL), ENGINE_OK);
    assert_false(game_same_pack(&play.game, &play.rules, &shuffled));
    pass_out(&play);
    assert_true(game_same_pack(&play.game, &play.rules, &due)); /* again and again */
    assert_int_equal(game_deal(&play.game, &play.rules, &due, NULL), ENGINE_OK);

    /* A hand that is played is shuffled, and so is a misdeal: "dealt again with a key". */
    play_words(&play, "6S pass pass pass");
    play_out(&play);
    assert_int_equal(play.game.last.outcome, HAND_PLAYED);
    assert_false(game_same_pack(&play.game, &play.rules, &due));
}

/* rules 4, `all_pass`: "a misdeal there is dealt again with a key". */
static void a_misdeal_of_the_same_pack_is_shuffled(void **state)
{
    struct play play;
    struct deal due;
    /* Three cards of seat 0, four of seat 1 and three of seat 3 come to seat 1: none is high. */
    const char *const hands[HANDS_MAX] = {"5S 6S 7S JS", "JC QC KC 5C 6C 7C 8C", "JD",
                                          "4D 5D 6D KD"};
    (void)state;
    play_begin(&play, ruleset("wikipedia", "all_pass=same-pack", "misdeal=no-face", NULL), 3);
    play_deal(&play, hands, NULL);
    pass_out(&play);
    assert_true(game_same_pack(&play.game, &play.rules, &due));
    assert_int_equal(game_deal(&play.game, &play.rules, &due, &play.events), ENGINE_OK);
    assert_int_equal(play.game.last.outcome, HAND_MISDEALT);
    assert_int_equal(play.game.deal_number, 2);
    assert_int_equal(play.game.attempt, 1);
    assert_false(game_same_pack(&play.game, &play.rules, &due));
}

/* rules 7: "neither of the contractor's two hands may win a trick, and what is shown is its own
 * hand". */
static void a_misere_with_a_table_hand_is_lost_by_either(void **state)
{
    struct play play;
    struct ruleset rules =
        ruleset("two-handed-table", "calls=misere open-misere", "from.misere=any", NULL);
    /* A table hand's last five lie over its first five. */
    const char *const hands[HANDS_MAX] = {"5S 5C 4D 4H 6S 6C 5D 5H 7S 7C", NULL,
                                          "8S 8C 7D 7H 9S KS KC KD KH QS", NULL};
    (void)state;
    play_begin(&play, rules, 1);
    play_deal(&play, hands, "AS AC AD");
    play_words(&play, "open-misere pass discard:AS:AC:AD 5S");
    play_default_while(&play, PHASE_PLAY);
    assert_int_equal(play.game.last.outcome, HAND_PLAYED);
    assert_true(play.game.last.tricks[0] > 0); /* by the table hand's kings */
    assert_int_equal(play.game.last.delta[0], -500);

    play_begin(&play, rules, 1);
    play_deal(&play, hands, "AS AC AD");
    play_words(&play, "open-misere pass discard:AS:AC:AD");
    assert_int_equal(play.game.shown, 0);
    assert_true(call_is_no_trick(play.game.contract.call));
    for (int card = 0; card < 4; card++) {
        struct action standard;
        default_action(&play.game, &play.rules, &standard);
        assert_int_equal(game_apply(&play.game, &play.rules, &standard, &play.events), ENGINE_OK);
    }
    assert_int_equal(play.game.shown, 1 << 0); /* its own, after the first trick */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_the_records),
        cmocka_unit_test(actions_wait_for_a_deal),
        cmocka_unit_test(a_hand_is_played_to_its_end),
        cmocka_unit_test(the_game_ends_at_the_target),
        cmocka_unit_test(a_game_may_be_stopped),
        cmocka_unit_test(a_misdeal_is_dealt_again),
        cmocka_unit_test(dead_hands_void_no_deal),
        cmocka_unit_test(passed_out_deals_are_counted_apart_from_misdeals),
        cmocka_unit_test(passed_out_the_same_pack_is_dealt),
        cmocka_unit_test(a_misdeal_of_the_same_pack_is_shuffled),
        cmocka_unit_test(table_hands_are_uncovered),
        cmocka_unit_test(a_misere_with_a_table_hand_is_lost_by_either),
        cmocka_unit_test(open_hands_are_shown_in_time),
        cmocka_unit_test(a_led_joker_names_a_suit),
        cmocka_unit_test(a_true_claim_ends_the_hand),
        cmocka_unit_test(a_void_claim_forces_its_first_card),
        cmocka_unit_test(a_claim_may_come_late),
        cmocka_unit_test(passed_out_no_trump_has_no_trumps),
        cmocka_unit_test(a_new_hand_keeps_no_state_of_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
