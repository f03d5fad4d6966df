/* test_view.c - what one seat may know: of events, and of a whole game. In deck order the hands
 * of `wikipedia` are one suit each: 5S..AS, 5C..AC, 4D..KD, AD 4H..QH, and the kitty KH AH RJ. */
#include "play.h"

static struct view view_of(const struct play *play, seat_t seat)
{
    struct view view;
    view_make(&view, &play->game, &play->rules, seat);
    return view;
}

/* A view has only the number of cards in the other hands. */
static void assert_sees_only(const struct play *play, seat_t seat, unsigned hands)
{
    struct view view = view_of(play, seat);
    for (unsigned hand = 0; hand < HANDS_MAX; hand++) {
        if (hands >> hand & 1)
            assert_true(view.hands[hand] == play->game.hands[hand] && view.hands[hand]);
        else
            assert_true(view.hands[hand] == 0);
    }
}

static void a_hand_is_dealt_to_its_owner(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    assert_events(&play, 1, "deal cards:5C+6C+7C+8C+9C+10C+JC+QC+KC+AC");
    assert_events(&play, SEAT_PUBLIC, "deal");
    for (seat_t seat = 0; seat < 4; seat++)
        assert_sees_only(&play, seat, 1u << seat);
    assert_sees_only(&play, SEAT_PUBLIC, 0);
    struct view view = view_of(&play, SEAT_PUBLIC);
    assert_int_equal(view.hand_count[3], 10);
    assert_int_equal(view.hand_count[4], 0);
    assert_int_equal(view.kitty_count, 3);
    assert_true(view.kitty == 0 && view.played == 0);
}

static void hands_are_hidden_until_the_blind_phase_ends(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("perfect", NULL), 3);
    assert_sees_only(&play, 0, 0);
    play_words(&play, "look look look");
    assert_sees_only(&play, 0, 0); /* it looked at its cards, but all see theirs at once */
    play_words(&play, "look");
    assert_sees_only(&play, 0, 1);
    assert_sees_only(&play, 3, 1 << 3);
}

static void the_kitty_and_the_discards_are_the_contractors(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "7S pass pass pass");
    assert_events(&play, 0, "action contract kitty:KH+AH+RJ");
    assert_events(&play, 1, "action contract kitty:3");
    assert_events(&play, SEAT_PUBLIC, "action contract kitty:3");
    assert_int_equal(view_of(&play, 1).hand_count[0], 13);
    assert_int_equal(view_of(&play, 1).kitty_count, 0);
    play_words(&play, "discard:KH:AH:5S");
    assert_events(&play, 0, "action:5S+KH+AH");
    assert_events(&play, 2, "action:3");
    assert_events(&play, SEAT_PUBLIC, "action:3");
    assert_cards(view_of(&play, 0).discards, "5S KH AH");
    assert_true(view_of(&play, 2).discards == 0);
    assert_true(view_of(&play, SEAT_PUBLIC).discards == 0);
    struct event seen;
    assert_true(view_event(&play.events.items[0], 2, &seen));
    assert_int_equal(seen.action.kind, ACTION_DISCARD); /* the action's word is known */
    assert_int_equal(seen.action.count, 0);
    for (int i = 0; i < ACTION_CARDS_MAX; i++)
        assert_int_equal(seen.action.cards[i], 0);
}

static void a_gift_is_seen_by_two(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "calls=double-misere", NULL), 3);
    play_words(&play, "double-misere pass pass pass give:KS:AS:RJ");
    assert_events(&play, 0, "action:KS+AS+RJ");
    assert_events(&play, 2, "action:KS+AS+RJ");
    assert_events(&play, 1, "action:3");
    assert_events(&play, SEAT_PUBLIC, "action:3");
    play_words(&play, "discard:KS:AS:RJ");
    assert_events(&play, 0, "action:3"); /* the partner's cards, not the contractor's */
    assert_cards(view_of(&play, 2).discards, "KS AS RJ");
    assert_true(view_of(&play, 0).discards == 0);

    play_start(&play, ruleset("wikipedia", "slam_call=yes", NULL), 3);
    play_words(&play, "6S pass pass pass slam give:KD");
    assert_events(&play, 0, "action:KD");
    assert_events(&play, 2, "action:KD");
    assert_events(&play, 3, "action:1");
    assert_sees_only(&play, 0, 1 << 0);
}

static void a_card_of_the_kitty_may_lie_face_up(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "kitty_up=1", NULL), 3);
    assert_events(&play, 1, "deal cards:5C+6C+7C+8C+9C+10C+JC+QC+KC+AC up:RJ");
    assert_events(&play, SEAT_PUBLIC, "deal up:RJ");
    assert_cards(view_of(&play, 1).kitty, "RJ");
    play_words(&play, "7S pass pass pass");
    assert_true(view_of(&play, 1).kitty == 0);
}

static void played_cards_are_known_to_all(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "7S pass pass pass discard:KH:AH:5S RJ JC 4D AD AS 5C");
    struct view view = view_of(&play, 3);
    assert_cards(view.played, "AS 5C JC 4D AD RJ");
    assert_int_equal(view.table[0], card("AS"));
    assert_int_equal(view.table[2], CARD_NONE);
    assert_int_equal(view.trick, 1);
    assert_int_equal(view.trick_count, 2);
    assert_int_equal(view.led, SUIT_S);
    assert_int_equal(view.won[0], 1);
    assert_int_equal(view.hand_count[1], 8);
    assert_sees_only(&play, 3, 1 << 3);
}

static void folded_hands_stay_unseen(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "open-misere pass pass pass discard:KH:AH:RJ 5S 5C AD");
    assert_sees_only(&play, 1, 1 << 1 | 1 << 0); /* the contractor's hand is open */
    assert_sees_only(&play, 2, 1 << 2 | 1 << 0); /* a seat that folded knows its own hand */
    assert_sees_only(&play, SEAT_PUBLIC, 1 << 0);
    assert_cards(view_of(&play, 1).played, "5S 5C AD");
}

static void the_partners_open_hand_is_seen_by_all(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "misere_hands=both", NULL), 3);
    play_words(&play, "open-misere pass pass pass discard:KH:AH:RJ");
    assert_sees_only(&play, 3, 1 << 3 | 1 << 2);
    assert_sees_only(&play, SEAT_PUBLIC, 1 << 2);
}

static void dead_hands_are_hidden_from_all(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("three-handed-dead", NULL), 2);
    for (seat_t seat = 0; seat < 3; seat++) {
        assert_sees_only(&play, seat, 1u << seat);
        assert_true(view_of(&play, seat).out == 0);
        assert_int_equal(view_of(&play, seat).hand_count[3], 10);
    }
    play_words(&play, "pass pass 6S");
    play_default_while(&play, PHASE_DISCARD);
    play_words(&play, "KD");
    assert_cards(view_of(&play, 0).played, "KD");
}

static void table_hands_show_what_lies_face_up(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("two-handed-table", NULL), 1);
    assert_sees_only(&play, 0, 1 << 0 | 1 << 2 | 1 << 3);
    assert_sees_only(&play, SEAT_PUBLIC, 1 << 2 | 1 << 3);
    assert_int_equal(view_of(&play, 1).hand_count[2], 10);
    assert_int_equal(cardset_count(view_of(&play, 1).hands[2]), 5);
    /* Face-down cards count as unplayed for every seat. */
    play_words(&play, "6S pass");
    play_default_while(&play, PHASE_DISCARD);
    assert_true(view_of(&play, 1).played == 0);
}

static const char *play_event_of(const struct action *swap, int cards, char text[320])
{
    cardset_t told = CARDSET(swap->cards[0]) | (cards > 1 ? CARDSET(swap->cards[1]) : 0);
    char name[CARDS_MAX * CARD_TEXT_MAX];

    snprintf(text, 320, "action:%s", cards_text(told, name));
    for (char *c = text; *c; c++)
        *c = *c == ' ' ? '+' : *c;
    return text;
}

static void draft_cards_are_open(void **state)
{
    struct play play;
    char text[320];
    (void)state;
    play_start(&play, ruleset("two-handed-draft", "draft_kitty=3", NULL), 1);
    assert_true(view_of(&play, SEAT_PUBLIC).exposed == play.game.exposed);
    assert_int_equal(cardset_count(play.game.exposed), 8);
    cardset_t dealt = play.game.kitty;
    play_words(&play, "take:6D");
    assert_events(&play, SEAT_PUBLIC, "action:6D");
    play_words(&play, "take:2D");
    struct view view = view_of(&play, 0);
    assert_int_equal(view.kitty_count, 5);
    assert_cards(view.kitty, "2D 6D"); /* not the three that were dealt */
    assert_true((view.kitty & dealt) == 0);
    assert_true(view.out == 0);
    play_words(&play, "6S pass");
    play_default_while(&play, PHASE_DISCARD);
    struct action swap = action("swap:2S:3S");
    swap.cards[0] = cardset_first(play.game.exposed);
    swap.cards[1] = cardset_first(play.game.hands[1]);
    assert_int_equal(game_apply(&play.game, &play.rules, &swap, &play.events), ENGINE_OK);
    cardset_t out = CARDSET(swap.cards[1]);
    /* All see the card that it takes, and only the seat sees the card that it puts away. */
    assert_events(&play, 1, play_event_of(&swap, 2, text));
    assert_events(&play, 0, play_event_of(&swap, 1, text));
    assert_events(&play, SEAT_PUBLIC, play_event_of(&swap, 1, text));
    assert_true(view_of(&play, 1).discards == out);
    view = view_of(&play, 0);
    assert_int_equal(cardset_count(view.discards), 5);
    for (seat_t seat = 0; seat <= SEAT_PUBLIC; seat += SEAT_PUBLIC) {
        view = view_of(&play, seat);
        assert_true(!((view.exposed | view.discards | view.out | view.kitty | view.played) & out));
        for (int hand = 0; hand < HANDS_MAX; hand++)
            assert_true(!(view.hands[hand] & out));
    }
}

static void the_drawing_seat_sees_both_cards(void **state)
{
    struct play play;
    char text[CARDS_MAX * CARD_TEXT_MAX], expected[32 + CARDS_MAX * CARD_TEXT_MAX];
    (void)state;
    play_start(&play, ruleset("two-handed-draw", NULL), 1);
    cardset_t top = CARDSET(play.game.stock[0]), next = CARDSET(play.game.stock[1]),
              third = CARDSET(play.game.stock[2]);
    assert_int_equal(view_of(&play, 0).drawn, play.game.stock[0]);
    assert_int_equal(view_of(&play, 1).drawn, CARD_NONE);
    snprintf(expected, sizeof expected, "deal drawn:%s", cards_text(top, text));
    assert_events(&play, 0, expected);
    assert_events(&play, 1, "deal");
    play_words(&play, "keep");
    snprintf(expected, sizeof expected, "action drawn:%s", cards_text(next, text));
    assert_events(&play, 0, expected);
    snprintf(expected, sizeof expected, "action drawn:%s", cards_text(third, text));
    assert_events(&play, 1, expected); /* its own top card, nothing of the other's */
    assert_events(&play, SEAT_PUBLIC, "action");
    assert_true(view_of(&play, 0).hands[0] == top && view_of(&play, 0).out == next);
    assert_true(view_of(&play, 1).hands[0] == 0 && view_of(&play, 1).out == 0);
    assert_int_equal(view_of(&play, 1).drawn, play.game.stock[2]);
    play_words(&play, "drop");
    assert_true(view_of(&play, 1).out == third);
    assert_true(view_of(&play, 0).out == next);
    assert_true(view_of(&play, SEAT_PUBLIC).out == 0);
}

/* Then the deal has passed to the other seat; the drawn cards stay with their seats. */
static void the_pairs_of_a_draw_stay_their_owners_after_the_hand(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("two-handed-draw", NULL), 1);
    play_default_while(&play, PHASE_DRAW);
    cardset_t out[2] = {view_of(&play, 0).out, view_of(&play, 1).out};
    assert_int_equal(cardset_count(out[0]), 10);
    assert_int_equal(cardset_count(out[1]), 10);
    play_out(&play);
    assert_due(&play, SEAT_NONE, "deal");
    assert_int_equal(play.game.last.outcome, HAND_PASSED_OUT);
    for (seat_t seat = 0; seat < 2; seat++)
        assert_true(view_of(&play, seat).out == out[seat]);
    /* And in rulesets where the same dealer deals again. */
    assert_int_equal(play.game.dealer, 1);
    play_deal(&play, NULL, NULL);
    play_default_while(&play, PHASE_DRAW);
    play_words(&play, "6S");
    play_out(&play);
    assert_int_equal(play.game.last.outcome, HAND_PLAYED);
    assert_int_equal(play.game.dealer, 0);
    for (seat_t seat = 0; seat < 2; seat++)
        assert_true(view_of(&play, seat).out == out[seat]);
}

static void a_hidden_partner_is_hidden(void **state)
{
    const char *const hands[HANDS_MAX] = {"AS KS QS JS 10S 9S 8S 7S 6S 5S", "AH", "4S 3S 2S"};
    struct play play;
    (void)state;
    play_begin(&play, ruleset("five-handed-hidden", NULL), 4);
    play_deal(&play, hands, NULL);
    play_words(&play, "7S pass pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    play_words(&play, "partner:AH");
    assert_int_equal(view_of(&play, 0).contract.partner, SEAT_NONE);
    assert_int_equal(view_of(&play, 1).contract.partner, 1);
    assert_int_equal(view_of(&play, 3).contract.partner, SEAT_NONE);
    assert_int_equal(view_of(&play, SEAT_PUBLIC).contract.partner, SEAT_NONE);
    assert_int_equal(view_of(&play, 3).contract.partner_card, card("AH"));
    for (int i = 0; i < play.events.count; i++) /* no event of the others holds it either */
        assert_int_equal(play.events.items[i].contract.partner == 1, false);

    play_words(&play, "AS AH");
    assert_int_equal(view_of(&play, 0).contract.partner, 1);
    assert_int_equal(view_of(&play, SEAT_PUBLIC).contract.partner, 1);
}

/* After the hand the events gave its result to all; the other hands stay unseen. */
static void a_finished_hand_reveals_no_cards(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", "claims=yes", NULL), 3);
    play_words(&play, "7S pass pass pass discard:KH:AH:5S claim:RJ:JS:AS:KS:QS:10S:9S:8S:7S:6S");
    assert_int_equal(play.game.phase, PHASE_DEAL);
    assert_sees_only(&play, 1, 1 << 1);
    assert_sees_only(&play, SEAT_PUBLIC, 0);
    assert_int_equal(view_of(&play, SEAT_PUBLIC).scores[0], 250);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_is_dealt_to_its_owner),
        cmocka_unit_test(hands_are_hidden_until_the_blind_phase_ends),
        cmocka_unit_test(the_kitty_and_the_discards_are_the_contractors),
        cmocka_unit_test(a_gift_is_seen_by_two),
        cmocka_unit_test(a_card_of_the_kitty_may_lie_face_up),
        cmocka_unit_test(played_cards_are_known_to_all),
        cmocka_unit_test(folded_hands_stay_unseen),
        cmocka_unit_test(the_partners_open_hand_is_seen_by_all),
        cmocka_unit_test(dead_hands_are_hidden_from_all),
        cmocka_unit_test(table_hands_show_what_lies_face_up),
        cmocka_unit_test(draft_cards_are_open),
        cmocka_unit_test(the_drawing_seat_sees_both_cards),
        cmocka_unit_test(the_pairs_of_a_draw_stay_their_owners_after_the_hand),
        cmocka_unit_test(a_hidden_partner_is_hidden),
        cmocka_unit_test(a_finished_hand_reveals_no_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
