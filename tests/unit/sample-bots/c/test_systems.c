/* test_systems.c - the bidding systems: the auctions of sample-bots/README.md, what each call says
 * to the partner, and that no bot tells what is not so. */
#include "cards.h"
#include "systems.h"

#include <stdio.h>

/* What seat 0 knows after some calls, "pass 6NT pass": the first one is of seat `first`. */
static struct seen auction(const char *preset, const char *hand, seat_t first, const char *calls)
{
    struct seen game = {
        .g = 1, .high_by = SEAT_NONE, .hand = cards(hand), .rules = ruleset(preset, NULL)};
    for (seat_t seat = first; *calls; seat = (seat_t)((seat + 1) % 4)) {
        char word[16];
        size_t size = strcspn(calls, " ");
        snprintf(word, sizeof word, "%.*s", (int)size, calls);
        game.calls[game.call_count++] = (struct seen_call){seat, call(word)};
        if (call(word) != CALL_PASS) {
            game.high = call(word);
            game.high_by = seat;
        }
        calls += size + (calls[size] == ' ');
    }
    return game;
}

/* The call of this hand, where every higher call is legal. */
static const char *says_in(enum phase phase, enum system system, struct seen game)
{
    struct seen_turn turn = {.phase = phase, .legal_count = 1};
    struct action action;

    turn.legal[0] = (struct action){.kind = ACTION_CALL, .call = CALL_PASS};
    for (int i = 0; i < game.rules.call_count; i++) {
        call_t call = game.rules.call_order[i];
        if (game.rules.call_rank[call] > game.rules.call_rank[game.high])
            turn.legal[turn.legal_count++] = (struct action){.kind = ACTION_CALL, .call = call};
    }
    system_call(system, &game, &turn, &action);
    return call_name(action.call);
}

static const char *says(enum system system, struct seen game)
{
    return says_in(PHASE_AUCTION, system, game);
}

static struct shown shown_by(enum system system, const char *preset, seat_t seat, const char *calls)
{
    struct seen game = auction(preset, "", 0, calls);
    struct shown shown;
    system_read(system, &game, seat, &shown);
    return shown;
}

static void names_are_found(void **state)
{
    enum system found = SYSTEM_COUNT;
    (void)state;
    for (int system = 0; system < SYSTEM_COUNT; system++) {
        assert_true(system_find(system_name((enum system)system), &found));
        assert_int_equal(found, system);
    }
    assert_false(system_find("bridge", &found));
}

/* 6NT says "I have the joker"; the partner counts it and bids what it could not have bid alone. */
static void traditional(void **state)
{
    const char *north = "10S KS 6C AC 5D 8D 5H KH AH RJ",
               *south = "5S JS 9C 10C 7D 9D 10D JD KD 6H";
    (void)state;
    assert_string_equal(says(SYSTEM_TRADITIONAL, auction("wikipedia", north, 0, "")), "6NT");
    assert_string_equal(says(SYSTEM_TRADITIONAL, auction("wikipedia", south, 2, "6NT pass")), "7D");
    assert_string_equal(says(SYSTEM_NATURAL, auction("wikipedia", north, 0, "")), "6D");
    assert_string_equal(says(SYSTEM_NATURAL, auction("wikipedia", south, 2, "6NT pass")), "pass");

    assert_true(shown_by(SYSTEM_TRADITIONAL, "wikipedia", 0, "6NT").joker);
    assert_false(shown_by(SYSTEM_TRADITIONAL, "wikipedia", 0, "7NT").joker);
    assert_false(shown_by(SYSTEM_TRADITIONAL, "wikipedia", 0, "6S pass pass pass 6NT").joker);
    assert_int_equal(shown_by(SYSTEM_TRADITIONAL, "wikipedia", 0, "6NT").natural, CALL_PASS);
}

/* North's diamonds have no honour, so it bids the clubs that do; South reckons with a club trick.
 */
static void honours(void **state)
{
    const char *north = "8C JC KC AC 4D 6D 7D 9D 4H 7H", *south = "6S KS JD QD 5H 6H 9H JH QH RJ";
    (void)state;
    assert_string_equal(says(SYSTEM_HONOURS, auction("wikipedia", north, 0, "")), "6C");
    assert_string_equal(says(SYSTEM_HONOURS, auction("wikipedia", south, 2, "6C pass")), "8H");
    assert_string_equal(says(SYSTEM_NATURAL, auction("wikipedia", north, 0, "")), "6D");
    assert_string_equal(says(SYSTEM_NATURAL, auction("wikipedia", south, 2, "6C pass")), "7H");

    struct shown shown = shown_by(SYSTEM_HONOURS, "wikipedia", 0, "6H");
    assert_int_equal(shown.honours, 1 << SUIT_H);
    assert_int_equal(shown.natural, call("6H"));
    assert_int_equal(shown_by(SYSTEM_HONOURS, "wikipedia", 0, "7H").honours, 0);
    assert_int_equal(shown_by(SYSTEM_HONOURS, "wikipedia", 0, "6NT").honours, 0);
}

/* A bid of six is an inkle in this ruleset: it tells, and never wins. */
static void saint_paul(void **state)
{
    const char *north = "5S 8S 9S 5C 8C JC QC 5D 9H RJ", *south = "JS QS AS KC AC 10D KD 5H QH KH";
    const char *strong = "AS 5S 9S 5C KC AC QC 5D 9H 10H";
    (void)state;
    assert_string_equal(says(SYSTEM_SAINT_PAUL, auction("saint-paul", north, 0, "")), "6NT");
    assert_string_equal(says(SYSTEM_SAINT_PAUL, auction("saint-paul", south, 2, "6NT pass")), "7H");
    assert_string_equal(says(SYSTEM_NATURAL, auction("saint-paul", south, 2, "6NT pass")), "pass");
    assert_string_equal(says(SYSTEM_SAINT_PAUL, auction("saint-paul", strong, 0, "")), "6NO");

    assert_true(shown_by(SYSTEM_SAINT_PAUL, "saint-paul", 0, "6NT").joker);
    assert_false(shown_by(SYSTEM_SAINT_PAUL, "saint-paul", 0, "6NT").balanced);
    assert_true(shown_by(SYSTEM_SAINT_PAUL, "saint-paul", 0, "6NO").balanced);
    assert_false(shown_by(SYSTEM_SAINT_PAUL, "saint-paul", 0, "6NO").joker);
}

/* Two aces, the joker counted as one: the second step. South has two as well, and goes two steps
 * on. */
static void francis(void **state)
{
    const char *north = "6S 7S AS 10C QC 4D 8D 10D 6H RJ",
               *south = "6C 7C 8C 9C AC KD 8H 9H 10H AH";
    (void)state;
    assert_string_equal(says(SYSTEM_FRANCIS, auction("francis", north, 0, "")), "6C");
    assert_string_equal(says(SYSTEM_FRANCIS, auction("francis", south, 2, "6C pass")), "6H");
    assert_string_equal(says(SYSTEM_FRANCIS, auction("francis", north, 0, "6C pass 6H pass")),
                        "pass");

    struct shown shown = shown_by(SYSTEM_FRANCIS, "francis", 0, "6C");
    assert_int_equal(shown.aces, 2);
    assert_int_equal(shown.kings, -1);
    /* A step is counted from what was bid before it. */
    assert_int_equal(shown_by(SYSTEM_FRANCIS, "francis", 1, "6C 6H").aces, 2);
    shown = shown_by(SYSTEM_FRANCIS, "francis", 0, "6S pass 6C pass 6H");
    assert_int_equal(shown.aces, 1);
    assert_int_equal(shown.kings, 2);
    assert_int_equal(shown_by(SYSTEM_FRANCIS, "francis", 2, "6S pass 6C pass 6H").aces, 1);
    assert_int_equal(shown_by(SYSTEM_FRANCIS, "francis", 0, "7S").aces, -1);
}

/* Random hands and auctions: what a bot bids, its partner reads as true. */
static void nobody_lies(void **state)
{
    uint64_t seed = 20261;
    int signals[SYSTEM_COUNT] = {0};
    (void)state;
    for (int round = 0; round < 40000; round++) {
        enum system system = (enum system)(round % SYSTEM_COUNT);
        struct seen game =
            auction(system == SYSTEM_SAINT_PAUL ? "saint-paul" : "wikipedia", "", 0, "");
        while (cardset_count(game.hand) < HAND_CARDS) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            card_t card = (card_t)(seed >> 33) % 65;
            game.hand |= game.rules.cards & CARDSET(card);
        }
        call_t made = call(says(system, game));
        if (made == CALL_PASS)
            continue;
        game.calls[game.call_count++] = (struct seen_call){0, made};
        struct shown shown;
        system_read(system, &game, 0, &shown);
        assert_true(!shown.joker || cardset_has(game.hand, CARD_RJ));
        assert_true(!shown.balanced || !cardset_has(game.hand, CARD_RJ));
        for (int suit = 0; suit < SUITS; suit++)
            assert_true(!(shown.honours >> suit & 1) ||
                        cardset_has(game.hand, CARD(suit, RANK_A)) ||
                        cardset_has(game.hand, CARD(suit, RANK_K)));
        int aces = cardset_has(game.hand, CARD_RJ);
        for (int suit = 0; suit < SUITS; suit++)
            aces += cardset_has(game.hand, CARD(suit, RANK_A));
        assert_true(shown.aces < 0 || shown.aces == aces);
        signals[system] += shown.joker || shown.balanced || shown.honours || shown.aces >= 0;
    }
    assert_int_equal(signals[SYSTEM_NATURAL], 0);
    for (int system = SYSTEM_NATURAL + 1; system < SYSTEM_COUNT; system++)
        assert_true(signals[system] > 20);
}

/* The partner's call that wins is left alone, or raised where one's own cards are worth it. */
static void partners_raise(void **state)
{
    (void)state;
    assert_string_equal(says(SYSTEM_TRADITIONAL,
                             auction("wikipedia", "6S 9S 5C JC QC 7D 10D JH 9H QD", 2, "7S pass")),
                        "pass");
    assert_string_equal(says(SYSTEM_TRADITIONAL,
                             auction("wikipedia", "RJ JC 9S AC 7C AD 10D 8H AH 6D", 2, "7S pass")),
                        "8S");
    assert_string_equal(says(SYSTEM_NATURAL, auction("wikipedia", "RJ AS KS QS JS JC AC AD AH KH",
                                                     2, "misere pass")),
                        "pass");
    /* So is one's own, where the ruleset lets the winner raise. */
    assert_string_equal(
        says_in(PHASE_RAISE, SYSTEM_NATURAL,
                auction("francis", "RJ JS JC AS KS QS AC AD 5H 6H", 0, "6S pass pass pass")),
        "8S");
    assert_string_equal(
        says_in(PHASE_RAISE, SYSTEM_NATURAL,
                auction("francis", "JS KS QS 8S AC 6C 9D 7D 5H 6H", 0, "7S pass pass pass")),
        "pass");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found), cmocka_unit_test(traditional),
        cmocka_unit_test(honours),         cmocka_unit_test(saint_paul),
        cmocka_unit_test(francis),         cmocka_unit_test(nobody_lies),
        cmocka_unit_test(partners_raise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
