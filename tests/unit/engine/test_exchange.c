/* test_exchange.c - expose and draw, slam, give, discard, swap, partner, breach (rules 5 to 7). In
 * deck order the hands of `wikipedia` are one suit each: 5S..AS, 5C..AC, 4D..KD, AD 4H..QH, and the
 * kitty KH AH RJ. */
#include "play.h"

static void the_contractor_discards_down_to_ten(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "7S pass pass pass");
    assert_due(&play, 0, "discard");
    assert_int_equal(play.game.kitty, 0);
    play_refused(&play, "discard:5S:6S");
    play_refused(&play, "discard:5S:6S:7S:8S");
    play_refused(&play, "discard:5S:6S:5C");
    play_refused(&play, "give:5S:6S:7S");
    struct action twice = action("discard:5S:6S:7S");
    twice.cards[2] = card("6S");
    assert_int_equal(game_apply(&play.game, &play.rules, &twice, NULL), ENGINE_ERROR_ILLEGAL);
    play_words(&play, "discard:RJ:5S:KH");
    assert_cards(play.game.discards, "5S KH RJ");
    assert_cards(play.game.hands[0], "6S 7S 8S 9S 10S JS QS KS AS AH");
    assert_due(&play, 0, "play");
    assert_int_equal(play.game.folded, 0);
}

static void a_lone_contractor_folds_its_partner(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "open-misere pass pass pass discard:KH:AH:RJ");
    assert_due(&play, 0, "play");
    assert_int_equal(play.game.folded, 1 << 2);
    assert_int_equal(play.game.players_in, 3);
    play_words(&play, "5S 5C");
    assert_due(&play, 3, "play");
    play_words(&play, "AD");
    assert_due(&play, 0, "play"); /* a trick of three: the spade stands */
    assert_int_equal(play.game.won[0], 1);
    play_out(&play);
    assert_int_equal(play.game.last.tricks[0], 10);
    assert_int_equal(play.game.last.delta[0], -500);
}

static void grand_misere_takes_no_kitty(void **state)
{
    struct play play;
    (void)state;
    play_start(&play,
               ruleset("wikipedia", "calls=grand-misere misere", "kitty.misere=no",
                       "from.misere=any", NULL),
               3);
    play_words(&play, "grand-misere pass pass pass");
    assert_due(&play, 0, "play");
    assert_cards(play.game.kitty, "KH AH RJ");
    play_start(&play, play.rules, 3);
    play_words(&play, "misere pass pass pass");
    assert_due(&play, 0, "play");
}

static void all_teammates_of_six_fold(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("six-handed", "from.misere=any", NULL), 5);
    play_words(&play, "pass misere pass pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    assert_int_equal(play.game.folded, 1 << 3 | 1 << 5);
    assert_int_equal(play.game.players_in, 4);
}

static void partners_exchange_the_kitty(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "calls=double-misere", NULL), 3);
    play_words(&play, "double-misere pass pass pass");
    assert_due(&play, 0, "give");
    play_refused(&play, "discard:5S:6S:7S");
    play_refused(&play, "give:5S:6S");
    play_words(&play, "give:KS:AS:RJ");
    assert_due(&play, 2, "discard");
    play_refused(&play, "discard:KH:AH:RJ");
    play_words(&play, "discard:RJ:AS:KS");
    assert_cards(play.game.discards, "KS AS RJ");
    assert_due(&play, 0, "play");
    assert_int_equal(play.game.folded, 0);

    /* Six-handed the next teammate is the partner and the third folds. */
    play_start(&play, ruleset("six-handed", "calls=shields", NULL), 5);
    play_words(&play, "shields pass pass pass pass pass");
    play_default_while(&play, PHASE_GIVE);
    assert_due(&play, 2, "discard");
    play_default_while(&play, PHASE_DISCARD);
    assert_int_equal(play.game.folded, 1 << 4);
    assert_int_equal(play.game.players_in, 5);
}

static void a_slam_takes_one_card_of_the_partner(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "slam_call=yes", NULL), 3);
    play_words(&play, "6S pass pass pass");
    assert_due(&play, 0, "slam");
    assert_legal(&play, "slam no");
    play_words(&play, "slam");
    assert_due(&play, 2, "give");
    play_refused(&play, "give:4D:5D");
    play_words(&play, "give:KD");
    assert_due(&play, 0, "discard");
    play_refused(&play, "discard:KD:KH:AH");
    play_words(&play, "discard:KD:KH:AH:5S");
    assert_due(&play, 0, "play");
    assert_int_equal(play.game.contract.slam, 1);
    assert_int_equal(play.game.folded, 1 << 2);
    play_words(&play, "RJ JC AD");
    play_out(&play);
    assert_int_equal(play.game.last.delta[0], 500); /* not 40, and not the bonus of 250 */

    play_start(&play, play.rules, 3);
    play_words(&play, "6S pass pass pass no");
    assert_due(&play, 0, "discard");
    assert_int_equal(play.game.contract.slam, 0);
}

static void no_slam_on_a_special_call(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "slam_call=yes", NULL), 3);
    play_words(&play, "open-misere pass pass pass");
    assert_due(&play, 0, "discard");
}

/* Deck order in `five-handed`: 2S..JS, QS KS AS 2C..8C, 9C..AC 2D..5D, 6D..AD 2H.., ... */
static void five_handed(struct play *play, const char *option)
{
    const char *const hands[HANDS_MAX] = {"JH JD AH KH QH 9H 8H 7H 6H AS", "10H 5C 6C", "KS KC",
                                          "AD", "AC"};
    play_begin(play, ruleset("five-handed", option, NULL), 4);
    play_deal(play, hands, "RJ 2S 3S");
    play_words(play, "8H pass pass pass pass discard:2S:3S:6H");
    assert_due(play, 0, "partner");
}

static void an_announced_partner_is_in_another_hand(void **state)
{
    struct play play;
    (void)state;
    five_handed(&play, "partner_cards=any");
    play_refused(&play, "partner:AH"); /* its own */
    play_refused(&play, "partner:RJ"); /* its own, out of the kitty */
    play_refused(&play, "partner:6H"); /* discarded */
    play_words(&play, "partner:10H");
    assert_int_equal(play.game.contract.partner, 1);
    assert_due(&play, 0, "play");
    assert_events(&play, 3, "action:10H partner");

    five_handed(&play, "partner_cards=no-joker");
    play_words(&play, "alone");
    assert_int_equal(play.game.contract.partner, SEAT_NONE);
    assert_int_equal(play.game.contract.partner_card, CARD_NONE);
    assert_due(&play, 0, "play");
}

static void partner_cards_may_exclude_trumps(void **state)
{
    struct play play;
    const char *const hands[HANDS_MAX] = {"AS KS QS 10S 9S 8S 7S 6S 5S 4S", "JH JD 2H", "RJ"};
    (void)state;
    play_begin(&play, ruleset("five-handed", "partner_cards=no-trumps", NULL), 4);
    play_deal(&play, hands, NULL);
    play_words(&play, "8H pass pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    play_refused(&play, "partner:JH");
    play_refused(&play, "partner:JD"); /* the left bower is a trump */
    play_refused(&play, "partner:2H");
    play_refused(&play, "partner:RJ");
    assert_true(play_may(&play, "partner:AD"));

    /* Without trumps only the joker is excluded. */
    play_begin(&play, play.rules, 4);
    play_deal(&play, hands, NULL);
    play_words(&play, "8NT pass pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    play_refused(&play, "partner:RJ");
    assert_true(play_may(&play, "partner:JH"));
}

static void a_hidden_partner_may_be_the_contractor(void **state)
{
    struct play play;
    (void)state;
    five_handed(&play, "partner_call=hidden");
    play_refused(&play, "partner:6H"); /* discarded: nobody holds it */
    play_words(&play, "partner:AH");
    assert_int_equal(play.game.contract.partner, SEAT_NONE);
    assert_events(&play, 0, "action:AH");
    assert_events(&play, 3, "action:AH");
    play_words(&play, "JH"); /* plays on alone; no event says when it falls */
    play_out(&play);
    assert_int_equal(play.game.last.contract.partner_card, card("AH"));
    assert_int_equal(play.game.last.contract.partner, SEAT_NONE);
}

static void a_hidden_partner_learns_it_first(void **state)
{
    struct play play;
    (void)state;
    five_handed(&play, "partner_call=hidden");
    play_words(&play, "partner:AC");
    assert_int_equal(play.game.contract.partner, 4);
    assert_events(&play, 4, "action:AC partner");
    assert_events(&play, 0, "action:AC");
    assert_events(&play, SEAT_PUBLIC, "action:AC");
    play_words(&play, "AS 4S JS AD");
    struct legal legal;
    game_legal(&play.game, &play.rules, &legal);
    assert_true(cardset_has(legal.cards, card("AC")));
    play_words(&play, "AC");
    assert_events(&play, 0, "action:AC partner trick");
    assert_events(&play, SEAT_PUBLIC, "action:AC partner trick");
    assert_events(&play, 4, "action:AC trick"); /* it knew the card */
}

static void the_draft_exposes_and_swaps(void **state)
{
    struct play play;
    const char *const hands[HANDS_MAX] = {"AS KS QS JS", "AH KH QH JH"};
    struct ruleset rules = ruleset("two-handed-draft", NULL);
    (void)state;
    play_begin(&play, rules, 1);
    play_deal(&play, hands, NULL);
    assert_due(&play, 0, "expose");
    /* The deck's first cards fill the hands: 2S..7S and 8S..10S 2C 3C 4C; then the exposed. */
    assert_cards(play.game.exposed, "5C 6C 7C 8C 9C 10C JC QC");
    assert_legal(&play, "take:5C take:6C take:7C take:8C take:9C take:10C take:JC take:QC");
    play_refused(&play, "take:KC");
    play_words(&play, "take:QC");
    assert_due(&play, 1, "expose");
    play_refused(&play, "take:QC");
    play_words(&play, "take:5C");
    assert_due(&play, 0, "auction");
    assert_cards(play.game.kitty, "5C QC");
    play_words(&play, "7S pass discard:5C:QC");
    assert_due(&play, 1, "swap");
    assert_cards(play.game.exposed, "6C 7C 8C 9C 10C JC");
    play_refused(&play, "swap:5C:AH");
    play_refused(&play, "swap:6C:AS");
    play_refused(&play, "swap:AH:6C");
    play_words(&play, "swap:JC:2C");
    assert_true(cardset_has(play.game.hands[1], card("JC")));
    assert_cards(play.game.exposed, "6C 7C 8C 9C 10C");
    assert_cards(play.game.discards, "2C 5C QC");
    assert_due(&play, 0, "play");
}

/* The defender may swap in every contract, also in those without a discard. */
static void the_defender_swaps_in_a_grand_misere_too(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("two-handed-draft", "calls=grand-misere", "draft_kitty=3", NULL), 1);
    assert_int_equal(cardset_count(play.game.kitty), 3);
    play_default_while(&play, PHASE_EXPOSE);
    assert_int_equal(cardset_count(play.game.kitty), 5);
    play_words(&play, "pass grand-misere");
    assert_due(&play, 0, "swap");
    play_words(&play, "no");
    assert_due(&play, 1, "play");
}

static void the_draw_keeps_one_of_two(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("two-handed-draw", NULL), 0);
    assert_due(&play, 1, "draw");
    assert_legal(&play, "keep drop");
    /* The kitty comes first in deck order here: 4S..8S; the stock begins with the next card. */
    card_t first = play.game.stock[0], second = play.game.stock[1], third = play.game.stock[2],
           fourth = play.game.stock[3];
    play_words(&play, "keep");
    assert_true(play.game.hands[1] == CARDSET(first) && play.game.out == CARDSET(second));
    assert_due(&play, 0, "draw");
    play_words(&play, "drop");
    assert_true(play.game.hands[0] == CARDSET(fourth));
    assert_true(play.game.out == (CARDSET(second) | CARDSET(third)));
    for (int i = 2; i < 20; i++)
        play_words(&play, i % 2 ? "keep" : "drop");
    assert_due(&play, 1, "auction");
    assert_int_equal(cardset_count(play.game.hands[0]), 10);
    assert_int_equal(cardset_count(play.game.hands[1]), 10);
    assert_int_equal(cardset_count(play.game.out), 20);
    assert_int_equal(cardset_count(play.game.kitty), 5);
}

static void each_opponent_may_breach(void **state)
{
    struct play play;
    struct ruleset rules = ruleset("breach", NULL);
    (void)state;
    play_start(&play, rules, 3);
    play_words(&play, "6S pass pass pass discard:5S:6S:7S");
    assert_due(&play, 0, "play"); /* not at level six */

    play_start(&play, rules, 3);
    play_words(&play, "pass 7C pass pass discard:5C:6C:7C");
    assert_due(&play, 2, "breach");
    assert_legal(&play, "breach no");
    play_words(&play, "no");
    assert_due(&play, 0, "breach"); /* from the contractor's left, without the partner */
    play_words(&play, "no");
    assert_due(&play, 1, "play");
    assert_int_equal(play.game.contract.breach, SEAT_NONE);

    play_start(&play, rules, 3);
    play_words(&play, "pass 7C pass pass discard:5C:6C:7C breach");
    assert_due(&play, 1, "play"); /* one is enough */
    assert_int_equal(play.game.contract.breach, 2);

    play_start(&play, rules, 3);
    play_words(&play, "open-misere pass pass pass discard:5S:6S:7S");
    assert_due(&play, 1, "breach");

    play_start(&play, ruleset("breach", "calls=hi-lo", NULL), 3);
    play_words(&play, "hi-lo pass pass pass discard:5S:6S:7S");
    assert_due(&play, 0, "play");

    play_start(&play, ruleset("breach", "slam_call=yes", NULL), 3);
    play_words(&play, "6S pass pass pass slam give:4D discard:4D:5S:6S:7S");
    assert_due(&play, 1, "breach"); /* a slam is, on a bid of six too */
}

static void a_five_handed_partner_is_not_asked(void **state)
{
    struct play play;
    const char *const hands[HANDS_MAX] = {"AS", "AH"};
    (void)state;
    play_begin(&play, ruleset("five-handed", "breach=yes", NULL), 4);
    play_deal(&play, hands, NULL);
    play_words(&play, "7S pass pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    play_words(&play, "partner:AH");
    assert_due(&play, 2, "breach");
    play_words(&play, "no no");
    assert_due(&play, 4, "breach");
    play_words(&play, "no");
    assert_due(&play, 0, "play");
}

static void both_misere_hands_are_played_by_the_contractor(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "misere_hands=both", NULL), 3);
    play_words(&play, "open-misere pass pass pass discard:KH:AH:RJ");
    assert_events(&play, 1, "action:3 show:4D+5D+6D+7D+8D+9D+10D+JD+QD+KD");
    assert_int_equal(play.game.folded, 0);
    assert_int_equal(play.game.shown, 1 << 2);
    play_words(&play, "5S 5C");
    assert_due(&play, 0, "play");
    assert_int_equal(play.game.hand_due, 2);
    play_refused(&play, "6S");
    play_words(&play, "KD AD");
    assert_int_equal(play.game.shown, 1 << 0 | 1 << 2); /* open: after the first trick */
    assert_int_equal(play.game.won[0], 1);

    /* Not in an exchange: there the partner plays for itself. */
    play_start(&play, ruleset("wikipedia", "misere_hands=both", "calls=double-misere", NULL), 3);
    play_words(&play, "double-misere pass pass pass give:KH:AH:RJ discard:KH:AH:RJ 5S 5C");
    assert_due(&play, 2, "play");
    assert_int_equal(play.game.shown, 0);
}

/* rules 5, `partner_call`: "no card is named: each hand the dealer D has no partner, D+1 and D+3
 * are partners, and so are D+2 and D+4; all know it from the deal on; the dealer as contractor
 * plays alone". */
static void five_handed_partners_go_round_with_the_deal(void **state)
{
    struct play play;
    struct ruleset rules = ruleset("five-handed", "partner_call=rotate", "breach=yes",
                                   "calls=misere", "from.misere=any", NULL);
    const seat_t partner[] = {SEAT_NONE, 3, 4, 1, 2}; /* by places from the dealer */
    (void)state;
    for (seat_t dealer = 0; dealer < 5; dealer++) {
        for (int place = 0; place < 5; place++) {
            seat_t seat = (seat_t)((dealer + place) % 5);
            seat_t wanted = SEAT_NONE;
            if (place > 0)
                wanted = (seat_t)((dealer + partner[place]) % 5);
            play_start(&play, rules, dealer);
            while (play.game.turn != seat)
                play_words(&play, "pass");
            play_words(&play, "7S");
            play_default_while(&play, PHASE_AUCTION);
            for (seat_t other = 0; other < 5; other++) {
                struct view view;
                view_make(&view, &play.game, &play.rules, other);
                assert_int_equal(view.contract.partner, wanted);
            }
            play_default_while(&play, PHASE_DISCARD);
            for (int asked = 0; asked < (place ? 3 : 4); asked++) {
                assert_int_equal(play.game.phase, PHASE_BREACH); /* no card was named */
                assert_int_not_equal(play.game.turn, wanted);
                play_words(&play, "no");
            }
            assert_due(&play, seat, "play");
        }
    }
    play_start(&play, rules, 0);
    play_words(&play, "misere pass pass pass pass");
    assert_int_equal(play.game.contract.partner, SEAT_NONE); /* "on a bid" */
}

/* rules 6, `breach_when`: "auction (before the kitty is taken: the phase then comes right after
 * raise), either (before the kitty is taken, and, if nobody did, again before the first lead)". */
static void a_breach_may_come_before_the_kitty(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("breach", "breach_when=auction", "raise=yes", "slam_call=yes", NULL),
               3);
    play_words(&play, "7S pass pass pass");
    assert_due(&play, 0, "raise");
    play_words(&play, "pass");
    assert_due(&play, 1, "breach");
    assert_int_equal(cardset_count(play.game.kitty), 3);
    assert_int_equal(cardset_count(play.game.hands[0]), 10);
    play_words(&play, "no");
    assert_events(&play, SEAT_PUBLIC, "action");
    assert_due(&play, 3, "breach");
    play_words(&play, "breach");
    assert_events(&play, 1, "action kitty:3");
    assert_due(&play, 0, "slam");
    play_words(&play, "no discard:5S:6S:7S");
    assert_due(&play, 0, "play");
    assert_int_equal(play.game.contract.breach, 3);
    /* A bid of six is not asked, although it may become a slam. */
    play_start(&play, ruleset("breach", "breach_when=auction", "slam_call=yes", NULL), 3);
    play_words(&play, "6S pass pass pass");
    assert_due(&play, 0, "slam");
    play_words(&play, "slam give:4D discard:5S:6S:7S:8S");
    assert_due(&play, 0, "play");
    /* Also without a kitty to take. */
    play_start(&play, ruleset("breach", "breach_when=auction", "calls=grand-misere", NULL), 3);
    play_words(&play, "grand-misere pass pass pass");
    assert_due(&play, 1, "breach");
    play_words(&play, "breach");
    assert_due(&play, 0, "play");
}

static void a_breach_may_be_asked_for_twice(void **state)
{
    struct play play;
    struct ruleset rules = ruleset("breach", "breach_when=either", "slam_call=yes", NULL);
    (void)state;
    play_start(&play, rules, 3);
    play_words(&play, "7S pass pass pass no no no discard:5S:6S:7S");
    assert_due(&play, 1, "breach");
    play_words(&play, "no breach");
    assert_due(&play, 0, "play");
    play_start(&play, rules, 3);
    play_words(&play, "7S pass pass pass breach no discard:5S:6S:7S");
    assert_due(&play, 0, "play"); /* one seat did */
    play_start(&play, rules, 3);
    play_words(&play, "6S pass pass pass slam give:4D discard:5S:6S:7S:8S");
    assert_due(&play, 1, "breach");
    play_start(&play, rules, 3);
    play_words(&play, "6S pass pass pass no discard:5S:6S:7S");
    assert_due(&play, 0, "play");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_contractor_discards_down_to_ten),
        cmocka_unit_test(a_lone_contractor_folds_its_partner),
        cmocka_unit_test(grand_misere_takes_no_kitty),
        cmocka_unit_test(all_teammates_of_six_fold),
        cmocka_unit_test(partners_exchange_the_kitty),
        cmocka_unit_test(a_slam_takes_one_card_of_the_partner),
        cmocka_unit_test(no_slam_on_a_special_call),
        cmocka_unit_test(an_announced_partner_is_in_another_hand),
        cmocka_unit_test(partner_cards_may_exclude_trumps),
        cmocka_unit_test(a_hidden_partner_may_be_the_contractor),
        cmocka_unit_test(a_hidden_partner_learns_it_first),
        cmocka_unit_test(the_draft_exposes_and_swaps),
        cmocka_unit_test(the_defender_swaps_in_a_grand_misere_too),
        cmocka_unit_test(the_draw_keeps_one_of_two),
        cmocka_unit_test(each_opponent_may_breach),
        cmocka_unit_test(a_five_handed_partner_is_not_asked),
        cmocka_unit_test(both_misere_hands_are_played_by_the_contractor),
        cmocka_unit_test(five_handed_partners_go_round_with_the_deal),
        cmocka_unit_test(a_breach_may_come_before_the_kitty),
        cmocka_unit_test(a_breach_may_be_asked_for_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
