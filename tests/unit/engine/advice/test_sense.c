/* test_sense.c - how many cards each suit has under each denomination, for every deck; which of
 * them others may still hold; and the lead when they hold none. The worth of a hand, its
 * discards, its plays. */
#include "sense.h"

#include "play.h"
#include "sample.h"
#include "trick.h"

static const char *const decks[DECK_COUNT] = {"33", "43", "43m", "44", "45", "46",
                                              "52", "53", "63",  "64", "65", "66"};

/* The ruleset does not matter, only its deck. */
static struct ruleset rules_with(int deck)
{
    struct ruleset rules = ruleset("wikipedia", NULL);
    struct ruleset_error error;
    assert_int_equal(ruleset_set(&rules, "deck", 4, decks[deck], strlen(decks[deck]), &error),
                     ENGINE_OK);
    (void)!ruleset_finish(&rules, &error); /* refused: too many or too few cards for four */
    return rules;
}

static int suit_count(const struct ruleset *rules, int denom, int suit)
{
    return cardset_count(sense_suit_cards(rules, denom, suit));
}

/* Trumps, the suit of the same colour, each of the others; and the jokers without trumps. */
static void card_counts_are_those_of_the_sources(void **state)
{
    static const struct {
        const char *name;
        int counts[SUITS][3]; /* by trumps S C D H: trumps, same colour, other */
    } cases[] = {
        {"33", {{10, 7, 8}, {10, 7, 8}, {10, 7, 8}, {10, 7, 8}}},
        {"43", {{12, 9, 11}, {12, 9, 11}, {13, 10, 10}, {13, 10, 10}}},
        {"45", {{13, 10, 11}, {13, 10, 11}, {13, 10, 11}, {13, 10, 11}}},
        {"46", {{14, 10, 11}, {14, 10, 11}, {14, 10, 11}, {14, 10, 11}}},
        {"52", {{14, 12, 13}, {14, 12, 13}, {14, 12, 13}, {14, 12, 13}}},
        {"53", {{15, 12, 13}, {15, 12, 13}, {15, 12, 13}, {15, 12, 13}}},
        {"66", {{19, 15, 16}, {19, 15, 16}, {19, 15, 16}, {19, 15, 16}}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int deck = 0;
        while (strcmp(decks[deck], cases[i].name) != 0)
            deck++;
        struct ruleset rules = rules_with(deck);
        for (int trumps = 0; trumps < SUITS; trumps++) {
            const int *counts = cases[i].counts[trumps];
            assert_int_equal(suit_count(&rules, trumps, trumps), counts[0]);
            assert_int_equal(suit_count(&rules, trumps, trumps ^ 1), counts[1]);
            assert_int_equal(suit_count(&rules, trumps, trumps ^ 2), counts[2]);
        }
    }
    /* The matching four: 43m has those of clubs and hearts. Each colour has one joker, one left
     * bower and one four that is a trump, whichever of its suits is trumps. */
    struct ruleset rules = rules_with(DECK_43M);
    assert_int_equal(suit_count(&rules, SUIT_S, SUIT_S), 13);
    assert_int_equal(suit_count(&rules, SUIT_S, SUIT_C), 9);
    assert_int_equal(suit_count(&rules, SUIT_C, SUIT_C), 13);
    assert_int_equal(suit_count(&rules, SUIT_C, SUIT_S), 9);
    assert_int_equal(suit_count(&rules, SUIT_D, SUIT_D), 13);
    assert_int_equal(suit_count(&rules, SUIT_D, SUIT_H), 9);
}

/* Every deck, denomination and joker order: the advice assigns each card to the suit that the
 * rules give it, and each card except a joker without trumps is in one suit. */
static void suits_are_those_of_the_rules(void **state)
{
    (void)state;
    for (int deck = 0; deck < DECK_COUNT; deck++) {
        for (int denom = DENOM_S; denom <= DENOM_JNT; denom++) {
            for (int order = JOKER_ORDER_BLACK; order <= JOKER_ORDER_RED; order++) {
                struct ruleset rules = rules_with(deck);
                rules.joker_order = (uint8_t)order;
                uint8_t trick = trick_order(&rules, CALL_BID(7, denom));
                int sum = 0;
                for (int suit = 0; suit < SUITS; suit++) {
                    assert_true(sense_suit_cards(&rules, denom, suit) ==
                                (rules.cards & trick_suit_cards(trick, (enum suit)suit)));
                    sum += suit_count(&rules, denom, suit);
                }
                int jokers = cardset_count(rules.cards & TRICK_JOKERS);
                assert_int_equal(sum, cardset_count(rules.cards) - (denom > DENOM_H ? jokers : 0));
            }
        }
    }
}

/* A matching four played on a trump shows no void; played on the other suit of its colour it
 * does, also to expert. */
static void expert_reads_the_matching_four(void **state)
{
    struct seen game = {.rules = ruleset("matching-four", NULL)};
    (void)state;
    game.contract = (struct contract){.call = CALL_BID(7, DENOM_S), .by = 0};
    assert_int_equal(sample_suit(&game, card("4C")), sample_suit(&game, card("RJ")));
    assert_int_equal(sample_suit(&game, card("4H")), SUIT_H);
    game.contract.call = CALL_BID(7, DENOM_NT);
    assert_int_equal(sample_suit(&game, card("4C")), SUIT_C);
}

/* The contractor's lead from a hand in hearts; `played` are cards of all hands. */
static const char *lead(const char *preset, const char *hand, const char *played, const char *gone,
                        char text[ACTION_TEXT_MAX])
{
    struct seen game = {.g = 1, .rules = ruleset(preset, NULL)};
    struct seen_turn turn = {.phase = PHASE_PLAY};
    struct action action;

    game.hand = cards(hand);
    game.played = cards(played);
    game.gone = cards(gone);
    game.contract = (struct contract){.call = CALL_BID(7, DENOM_H), .by = 0};
    for (int i = 0; i < HANDS_MAX; i++)
        game.table[i] = CARD_NONE;
    for (cardset_t left = game.hand; left;)
        turn.legal[turn.legal_count++] = (struct action){.kind = ACTION_PLAY,
                                                         .count = 1,
                                                         .joker = {SUIT_NONE, SUIT_NONE},
                                                         .cards = {cardset_pop(&left)}};
    sense_play(&game, &turn, &action);
    action_format(&action, text);
    return text;
}

/* Trumps are led as long as others may hold one; then side cards are led and trumps kept. */
static void trumps_are_drawn_and_counted(void **state)
{
    char text[ACTION_TEXT_MAX];
    const char *all_but_four = "5H 6H 7H 8H 9H 10H QH KH AH"; /* with the bowers and the joker */
    (void)state;
    assert_string_equal(lead("wikipedia", "RJ JH JD 5C 9S", all_but_four, "", text), "RJ");
    assert_string_equal(lead("wikipedia", "RJ JH JD 5C 9S", all_but_four, "4H", text), "5C");
    assert_string_equal(
        lead("wikipedia", "RJ JH JD 5C 9S", "4H 5H 6H 7H 8H 9H 10H QH KH AH", "", text), "5C");
    /* The four of diamonds is not in the deck, that of hearts is a trump in diamonds only. */
    assert_string_equal(
        lead("matching-four", "RJ JH JD 5C 9S", "4H 5H 6H 7H 8H 9H 10H QH KH AH", "", text), "5C");
    /* With two jokers one is still unseen. */
    assert_string_equal(
        lead("two-jokers", "RJ JH JD 5C 9S", "4H 5H 6H 7H 8H 9H 10H QH KH AH", "", text), "RJ");
    /* Only trumps are left. */
    assert_string_equal(lead("wikipedia", "JH JD", "RJ 4H 5H 6H 7H 8H 9H 10H QH KH AH", "", text),
                        "JH");
}

static void a_hand_is_worth_its_trumps_and_high_cards(void **state)
{
    struct ruleset rules = ruleset("wikipedia", NULL);
    (void)state;
    /* Joker and bowers count as tricks, king and queen of trumps as less, a long suit as a
     * little. */
    assert_int_equal(sense_worth(&rules, cards("RJ JH JD"), DENOM_H), 30 + 3 * 8);
    assert_int_equal(sense_worth(&rules, cards("RJ JH JD AS KS 4D 5D 4H 5H 6H"), DENOM_H),
                     30 + 3 * 3 + 2 * 4 + 9 + 8 + 8);
    assert_int_equal(sense_worth(&rules, cards("AS 5S 6S 7S 8S 9S"), DENOM_NT), 9 + 2 * 5);
    assert_int_equal(sense_worth(&rules, cards("KS 5S"), DENOM_NT), 4);
    assert_int_equal(sense_worth(&rules, cards("KS"), DENOM_NT), 0);
}

static void a_misere_is_low(void **state)
{
    (void)state;
    assert_true(sense_is_misere(cards("5S 6S 7S 5C 6C 4D 5D 6D 4H 5H")));
    assert_false(sense_is_misere(cards("5S 6S AS 5C KC 4D 5D 6D 4H AH")));
    assert_false(sense_is_misere(cards("5S 6S 7S 5C 6C 4D 5D 6D 4H RJ")));
}

/* The call of seat 0, the first of four. */
static call_t calls(const char *hand, int bold)
{
    static struct seen seen;
    struct play play;
    struct seen_turn turn;
    struct action chosen;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    seen_ask(&turn, &play.game, &play.rules);
    memset(&seen, 0, sizeof seen);
    seen.rules = play.rules;
    seen.high_by = SEAT_NONE;
    seen.hand = cards(hand);
    sense_decide(&seen, &turn, bold, &chosen);
    assert_int_equal(chosen.kind, ACTION_CALL);
    return chosen.call;
}

static void a_hand_bids_the_lowest_level_of_its_worth(void **state)
{
    (void)state;
    assert_string_equal(call_name(calls("5S 7S 9S 6C 8C 10C 5D 7D 9D 6H", SENSE_BOLD)), "pass");
    assert_string_equal(call_name(calls("RJ JH JD AH KH 4H AS KS 4D 5C", SENSE_BOLD)), "6H");
    /* A cautious bot passes where a bold one bids. */
    const char *doubtful = "RJ JH AH 7H 8H 5S 6S 7C 8C 9D";
    assert_string_equal(call_name(calls(doubtful, 0)), "pass");
    assert_string_equal(call_name(calls(doubtful, 30)), "6H");
}

static void trumps_and_aces_are_kept(void **state)
{
    static struct seen seen;
    struct seen_turn turn = {.phase = PHASE_DISCARD, .choose = 3};
    struct action chosen;
    (void)state;
    memset(&seen, 0, sizeof seen);
    seen.rules = ruleset("wikipedia", NULL);
    seen.contract.call = call("7H");
    seen.hand = turn.from = cards("RJ JH JD AH 4H AS KS 10S AC KC 4D 5C 6C");
    sense_decide(&seen, &turn, SENSE_BOLD, &chosen);
    assert_int_equal(chosen.count, 3);
    assert_int_equal(chosen.kind, ACTION_DISCARD);
    cardset_t thrown = 0;
    for (int i = 0; i < 3; i++)
        thrown |= CARDSET(chosen.cards[i]);
    assert_cards(thrown, "4D 5C 6C");
    /* A misere hand keeps its low cards. */
    seen.contract.call = CALL_MISERE;
    sense_decide(&seen, &turn, SENSE_BOLD, &chosen);
    for (int i = 0; i < 3; i++)
        assert_true(card_is_joker(chosen.cards[i]) || card_rank(chosen.cards[i]) == RANK_A);
}

/* Hand 0 led; seat 1 answers with hearts as trumps, and seat 0 is the contractor. */
static card_t answers(const char *led, const char *hand, seat_t contractor)
{
    static struct seen seen;
    struct seen_turn turn = {.phase = PHASE_PLAY, .hand = 1};
    struct action chosen;
    memset(&seen, 0, sizeof seen);
    seen.rules = ruleset("wikipedia", NULL);
    seen.seat = 1;
    seen.contract.call = call("7H");
    seen.contract.by = contractor;
    seen.named = SUIT_NONE;
    seen.hand = cards(hand);
    memset(seen.table, CARD_NONE, sizeof seen.table);
    seen.table[0] = card(led);
    seen.on_table = 1;
    for (cardset_t left = seen.hand; left; turn.legal_count++) {
        turn.legal[turn.legal_count] =
            (struct action){.kind = ACTION_PLAY, .count = 1, .joker = {SUIT_NONE, SUIT_NONE}};
        turn.legal[turn.legal_count].cards[0] = cardset_pop(&left);
    }
    sense_decide(&seen, &turn, SENSE_BOLD, &chosen);
    return chosen.cards[0];
}

static void the_cheapest_winning_card_is_played_or_the_lowest(void **state)
{
    (void)state;
    assert_int_equal(answers("QS", "KS AS 5S", 0), card("KS"));
    assert_int_equal(answers("AS", "KS QS 5S", 0), card("5S"));
    assert_int_equal(answers("AS", "4H JH", 0), card("4H"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(card_counts_are_those_of_the_sources),
        cmocka_unit_test(suits_are_those_of_the_rules),
        cmocka_unit_test(expert_reads_the_matching_four),
        cmocka_unit_test(trumps_are_drawn_and_counted),
        cmocka_unit_test(a_hand_is_worth_its_trumps_and_high_cards),
        cmocka_unit_test(a_misere_is_low),
        cmocka_unit_test(a_hand_bids_the_lowest_level_of_its_worth),
        cmocka_unit_test(trumps_and_aces_are_kept),
        cmocka_unit_test(the_cheapest_winning_card_is_played_or_the_lowest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
