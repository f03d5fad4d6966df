/* test_systems.c - the bidding systems: the auctions of sample-bots/README.md, the meaning of
 * each call for the partner, and that no bot sends false signals. */
#include "cards.h"
#include "sense.h"
#include "systems.h"

#include <stdio.h>

/* The knowledge of seat 0 after some calls, "pass 6NT pass": the first one is of seat `first`. */
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

static bool seven_was_bid(const struct seen *game)
{
    for (int i = 0; i < game->call_count; i++) {
        if (call_is_bid(game->calls[i].call) && call_level(game->calls[i].call) >= 7)
            return true;
    }
    return false;
}

/* The call of this hand, where every higher call is legal that need not wait for seven. */
static const char *says_in(enum phase phase, enum system system, struct seen game)
{
    struct seen_turn turn = {.phase = phase, .legal_count = 1};
    struct action action;

    turn.legal[0] = (struct action){.kind = ACTION_CALL, .call = CALL_PASS};
    for (int i = 0; i < game.rules.call_count; i++) {
        call_t call = game.rules.call_order[i];
        if (game.rules.call_rank[call] > game.rules.call_rank[game.high] &&
            (!(game.rules.calls_from_seven >> call & 1) || seven_was_bid(&game)))
            turn.legal[turn.legal_count++] = (struct action){.kind = ACTION_CALL, .call = call};
    }
    system_call(system, &game, &turn, &action);
    return call_name(action.call);
}

static const char *says(enum system system, struct seen game)
{
    return says_in(PHASE_AUCTION, system, game);
}

/* The signals of a seat by its calls. */
static struct meaning said_by(enum system system, const char *preset, seat_t seat,
                              const char *calls)
{
    struct seen game = auction(preset, "", 0, calls);
    return meaning_of_calls(system, &game.rules, game.calls, game.call_count, seat);
}

/* The meaning of the last call. */
static struct meaning last_says(enum system system, const char *preset, const char *calls)
{
    struct seen game = auction(preset, "", 0, calls);
    const struct seen_call *last = &game.calls[game.call_count - 1];
    return meaning_of_call(system, &game.rules, game.calls, game.call_count - 1, last->seat,
                           last->call);
}

static void assert_shows(const char *calls, const char *has, const char *lacks)
{
    struct meaning meaning = last_says(SYSTEM_FRANCIS, "francis", calls);
    assert_cards(meaning.has, has);
    assert_cards(meaning.lacks, lacks);
    assert_int_equal(meaning.natural, CALL_PASS);
    assert_int_equal(meaning.good, 0);
}

static void assert_good(const char *calls, int suit, const char *lacks)
{
    struct meaning meaning = last_says(SYSTEM_FRANCIS, "francis", calls);
    assert_int_equal(meaning.good, 1 << suit);
    assert_cards(meaning.has, "");
    assert_cards(meaning.lacks, lacks);
    assert_int_equal(call_denomination(meaning.natural), suit);
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

/* 6NT means "I have the joker"; the partner counts it and bids a contract that it could not have
 * bid alone. */
static void traditional(void **state)
{
    const char *north = "10S KS 6C AC 5D 8D 5H KH AH RJ",
               *south = "5S JS 9C 10C 7D 9D 10D JD KD 6H";
    (void)state;
    assert_string_equal(says(SYSTEM_TRADITIONAL, auction("wikipedia", north, 0, "")), "6NT");
    assert_string_equal(says(SYSTEM_TRADITIONAL, auction("wikipedia", south, 2, "6NT pass")), "7D");
    assert_string_equal(says(SYSTEM_NATURAL, auction("wikipedia", north, 0, "")), "6D");
    assert_string_equal(says(SYSTEM_NATURAL, auction("wikipedia", south, 2, "6NT pass")), "pass");

    assert_cards(said_by(SYSTEM_TRADITIONAL, "wikipedia", 0, "6NT").has, "RJ");
    assert_cards(said_by(SYSTEM_TRADITIONAL, "wikipedia", 0, "7NT").has, "");
    assert_cards(said_by(SYSTEM_TRADITIONAL, "wikipedia", 0, "6S pass pass pass 6NT").has, "");
    assert_int_equal(said_by(SYSTEM_TRADITIONAL, "wikipedia", 0, "6NT").natural, CALL_PASS);
}

/* North's diamonds have no honour, so it bids the clubs, which have one; South counts on a club
 * trick. */
static void honours(void **state)
{
    const char *north = "8C JC KC AC 4D 6D 7D 9D 4H 7H", *south = "6S KS JD QD 5H 6H 9H JH QH RJ";
    (void)state;
    assert_string_equal(says(SYSTEM_HONOURS, auction("wikipedia", north, 0, "")), "6C");
    assert_string_equal(says(SYSTEM_HONOURS, auction("wikipedia", south, 2, "6C pass")), "8H");
    assert_string_equal(says(SYSTEM_NATURAL, auction("wikipedia", north, 0, "")), "6D");
    assert_string_equal(says(SYSTEM_NATURAL, auction("wikipedia", south, 2, "6C pass")), "7H");

    struct meaning six = said_by(SYSTEM_HONOURS, "wikipedia", 0, "6H");
    assert_int_equal(six.honours, 1 << SUIT_H);
    assert_int_equal(six.natural, call("6H"));
    assert_int_equal(said_by(SYSTEM_HONOURS, "wikipedia", 0, "7H").honours, 0);
    assert_int_equal(said_by(SYSTEM_HONOURS, "wikipedia", 0, "6NT").honours, 0);
}

/* The six may also be a bluff: misere may be called after a bid of seven. */
static void a_bluff_of_six(void **state)
{
    const char *low = "5S 6S 5C 7C 4D 6D 7D 4H 5H 8H";
    (void)state;
    assert_string_equal(says(SYSTEM_HONOURS, auction("wikipedia", low, 0, "")), "6S");
    assert_string_equal(says(SYSTEM_NATURAL, auction("wikipedia", low, 0, "")), "pass");
    assert_string_equal(says(SYSTEM_TRADITIONAL, auction("wikipedia", low, 0, "")), "pass");
    /* The partner, or another seat, bids seven. */
    assert_string_equal(says(SYSTEM_HONOURS, auction("wikipedia", low, 0, "6S pass 7D pass")),
                        "misere");
    /* No seat is left to bid seven: the partner has passed. Another seat has bid it. It is not
     * needed. */
    assert_string_equal(says(SYSTEM_HONOURS, auction("wikipedia", low, 2, "pass pass")), "pass");
    assert_string_equal(says(SYSTEM_HONOURS, auction("wikipedia", low, 3, "7S")), "misere");
    assert_string_equal(says(SYSTEM_HONOURS, auction("unrestricted", low, 0, "")), "misere");
    assert_string_equal(says(SYSTEM_HONOURS, auction("no-misere", low, 0, "")), "pass");

    assert_true(last_says(SYSTEM_HONOURS, "wikipedia", "6S").or_misere);
    assert_false(last_says(SYSTEM_HONOURS, "wikipedia", "7S pass pass 8S").or_misere);
    assert_false(last_says(SYSTEM_HONOURS, "unrestricted", "6S").or_misere);
}

/* A bid of six is an inkle in this ruleset: it signals, and never wins. 6NT shows strong
 * cards, 6NO the joker or two jacks of opposite colour. */
static void saint_paul(void **state)
{
    const char *north = "5S 8S 9S 5C 8C JC QC 5D 9H RJ", *south = "JS QS AS KC AC 10D KD 5H QH KH";
    const char *strong = "AS 5S 9S 5C KC AC QC 5D 9H 10H";
    (void)state;
    assert_string_equal(says(SYSTEM_SAINT_PAUL, auction("saint-paul", north, 0, "")), "6NO");
    assert_string_equal(says(SYSTEM_SAINT_PAUL, auction("saint-paul", south, 2, "6NO pass")), "7S");
    assert_string_equal(says(SYSTEM_NATURAL, auction("saint-paul", south, 2, "6NO pass")), "pass");
    assert_string_equal(says(SYSTEM_SAINT_PAUL, auction("saint-paul", strong, 0, "")), "6NT");
    /* Two jacks: of opposite colour only. */
    assert_string_equal(
        says(SYSTEM_SAINT_PAUL, auction("saint-paul", "JS 5S QS 7C QC 4D JD QD 5H 10H", 0, "")),
        "6NO");
    assert_string_equal(
        says(SYSTEM_SAINT_PAUL, auction("saint-paul", "4S 5S QS 7C QC JH JD 6D 5H 10H", 0, "")),
        "pass");

    assert_true(said_by(SYSTEM_SAINT_PAUL, "saint-paul", 0, "6NO").joker_or_jacks);
    assert_false(said_by(SYSTEM_SAINT_PAUL, "saint-paul", 0, "6NO").strong);
    assert_true(said_by(SYSTEM_SAINT_PAUL, "saint-paul", 0, "6NT").strong);
    assert_false(said_by(SYSTEM_SAINT_PAUL, "saint-paul", 0, "6NT").joker_or_jacks);
    assert_false(said_by(SYSTEM_SAINT_PAUL, "saint-paul", 0, "6NT").or_misere);
}

/* An opening names the ace, and denies what a lower one would have shown. */
static void francis_opens(void **state)
{
    (void)state;
    assert_shows("6S", "AS", "");
    assert_shows("6C", "AC", "AS");
    assert_shows("6D", "AD", "AS AC");
    assert_shows("6H", "AH", "AS AC AD");
    assert_shows("6NT", "RJ", "AS AC AD AH");
    assert_good("7S", SUIT_S, "AS AC AD AH RJ BJ");
    assert_good("7H", SUIT_H, "AS AC AD AH RJ BJ");
    struct meaning strong = last_says(SYSTEM_FRANCIS, "francis", "7NT");
    assert_true(strong.strong);
    assert_cards(strong.lacks, "AS AC AD AH RJ BJ");
    struct ruleset rules = ruleset("francis", NULL);
    assert_true(meaning_is_true(&strong, &rules, cards("KS KC KD KH 5S 6S 7C 8C 9D 10D")));
    assert_false(meaning_is_true(&strong, &rules, cards("KS KC KD AH 5S 6S 7C 8C 9D 10D")));
    assert_false(meaning_is_true(&strong, &rules, cards("KS KC QD QH 5S 6S 7C 8C 9D 10D")));
    /* A higher bid is a contract, and gives no signal. */
    assert_false(meaning_is_signal(&(struct meaning){.natural = call("8S")}));
    struct meaning eight = last_says(SYSTEM_FRANCIS, "francis", "8S");
    assert_false(meaning_is_signal(&eight));
    assert_int_equal(eight.natural, call("8S"));
}

/* Opener 6H: the responses. */
static void francis_responds(void **state)
{
    (void)state;
    assert_shows("6H pass 6NT", "RJ", "");
    assert_shows("6H pass 7S", "AS", "RJ BJ");
    assert_shows("6H pass 7C", "AC", "RJ BJ AS");
    assert_shows("6H pass 7D", "AD", "RJ BJ AS AC");
    assert_good("6H pass 7H", SUIT_H, "");
    assert_good("6H pass 8S", SUIT_S, "");
    /* After openings of seven too. */
    assert_shows("7D pass 7H", "AH", "");
    assert_shows("7D pass 7NT", "RJ", "AH");
    assert_shows("7D pass 8S", "AS", "RJ BJ AH");
    assert_good("7D pass 8D", SUIT_D, "");
    assert_good("7D pass 9S", SUIT_S, "");
}

/* Left-hand opponent 6H, partner 6NT, right-hand opponent 7S, player 7C; pass, 7D, pass. */
static void francis_rebids(void **state)
{
    (void)state;
    assert_shows("6H 6NT", "RJ", "");
    assert_shows("6H 6NT 7S 7C", "AC", "");
    assert_shows("6H 6NT 7S 7C pass 7D", "AD", "");
    assert_shows("6H 6NT 7S 7C pass 7D pass 7NT", "KD", "");
    assert_good("6H 6NT 7S 7C pass 7D pass 8D", SUIT_D, "KD");
    assert_good("6H 6NT 7S 7C pass 7D pass 7H", SUIT_H, "");
    /* Then queens and jacks, like kings by no-trump. */
    assert_shows("6D pass 6H pass 6NT pass 7H pass 7NT", "QH", "");
    assert_shows("6D pass 6H pass 6NT pass 7H pass 7NT pass 8H pass 8NT", "JH", "");
    /* A jump over the lowest no-trump is a contract. */
    assert_int_equal(last_says(SYSTEM_FRANCIS, "francis", "6D pass 6H pass 8NT").natural,
                     call("8NT"));
}

/* The bids of a whole auction by hands that have the cards. */
static void francis_bids(void **state)
{
    const char *north = "6S 7S AS 10C QC 4D 8D 10D 6H RJ",
               *south = "6C 7C 8C 9C AC KD 8H 9H 10H AH";
    (void)state;
    assert_string_equal(says(SYSTEM_FRANCIS, auction("francis", north, 0, "")), "6S");
    assert_string_equal(says(SYSTEM_FRANCIS, auction("francis", south, 2, "6S pass")), "6C");
    assert_string_equal(says(SYSTEM_FRANCIS, auction("francis", north, 0, "6S pass 6C pass")),
                        "pass");
    /* The joker without an ace; a good suit without either. */
    assert_string_equal(
        says(SYSTEM_FRANCIS, auction("francis", "KS QS KC 10C KD 4D 5D KH QH RJ", 0, "")), "6NT");
    assert_string_equal(
        says(SYSTEM_FRANCIS, auction("francis", "JC KS QS 10S JS 9S 8D 7D 5H 6H", 0, "")), "7S");
}

/* Openings in a good suit: six, and seven or eight with more. */
static void openings_rise_with_the_suit(void **state)
{
    (void)state;
    assert_string_equal(
        says(SYSTEM_HONOURS, auction("wikipedia", "JH KH 9H 7H 5S 7C 8C AC 6D 5D", 0, "")), "6H");
    assert_string_equal(
        says(SYSTEM_HONOURS, auction("wikipedia", "JH JD AH KH QH 5S AC 6D 5D 9C", 0, "")), "7H");
    assert_string_equal(
        says(SYSTEM_HONOURS, auction("wikipedia", "RJ JH JD AH KH 7H AC AD 5D 5S", 0, "")), "8H");
}

/* Random hands and auctions: the partner reads each of a bot's bids as true. The calls are in
 * turn, and each is made by its own hand. */
static void bids_are_true(void **state)
{
    uint64_t seed = 20261;
    int signals[SYSTEM_COUNT] = {0};
    (void)state;
    for (int round = 0; round < 40000; round++) {
        enum system system = (enum system)(round % SYSTEM_COUNT);
        struct seen game =
            auction(system == SYSTEM_SAINT_PAUL ? "saint-paul" : "francis", "", 0, "");
        while (cardset_count(game.hand) < HAND_CARDS) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            card_t card = (card_t)(seed >> 33) % 65;
            game.hand |= game.rules.cards & CARDSET(card);
        }
        call_t made = call(says(system, game));
        if (made == CALL_PASS)
            continue;
        game.calls[game.call_count++] = (struct seen_call){0, made};
        struct meaning said = meaning_of_calls(system, &game.rules, game.calls, game.call_count, 0);
        bool bluff = said.or_misere && sense_is_misere(game.hand);
        assert_true((game.hand & said.has) == said.has);
        assert_true(!(game.hand & said.lacks));
        assert_true(!said.strong || meaning_strong(&game.rules, game.hand));
        for (int suit = 0; suit < SUITS; suit++)
            assert_true(!(said.honours >> suit & 1) || bluff ||
                        cardset_has(game.hand, CARD(suit, RANK_A)) ||
                        cardset_has(game.hand, CARD(suit, RANK_K)));
        signals[system] += meaning_is_signal(&said);
    }
    assert_int_equal(signals[SYSTEM_NATURAL], 0);
    for (int system = SYSTEM_NATURAL + 1; system < SYSTEM_COUNT; system++)
        assert_true(signals[system] > 20);
}

/* The partner's winning call is left alone, or raised if one's own cards are worth it. */
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
    /* So is one's own call, where the ruleset lets the winner raise. */
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
        cmocka_unit_test(names_are_found),  cmocka_unit_test(traditional),
        cmocka_unit_test(honours),          cmocka_unit_test(saint_paul),
        cmocka_unit_test(a_bluff_of_six),   cmocka_unit_test(francis_opens),
        cmocka_unit_test(francis_responds), cmocka_unit_test(francis_rebids),
        cmocka_unit_test(francis_bids),     cmocka_unit_test(openings_rise_with_the_suit),
        cmocka_unit_test(bids_are_true),    cmocka_unit_test(partners_raise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
