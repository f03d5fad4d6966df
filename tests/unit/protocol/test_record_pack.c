/* test_record_pack.c - steps and cards, packed and as text again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "record_pack.h"

static void assert_unpacked(const struct text *packed, const char *expected)
{
    struct text text = {0};

    record_pack_unpack(&text, packed);
    add_char(&text, 0);
    assert_false(text.failed);
    assert_string_equal(text.bytes, expected);
    free(text.bytes);
}

static struct action parse(const char *word, enum phase phase)
{
    struct action action;
    assert_int_equal(action_parse(word, strlen(word), &action), 0);
    action_settle(&action, phase);
    return action;
}

/* Every form, each beside text and beside another, from every seat. */
static void test_steps(void **state)
{
    static const struct {
        enum phase phase;
        const char *name, *word;
    } steps[] = {
        {PHASE_AUCTION, "auction", "pass"},
        {PHASE_AUCTION, "auction", "10NT"},
        {PHASE_AUCTION, "auction", "misere"},
        {PHASE_RAISE, "raise", "7S"},
        {PHASE_BLIND, "blind", "blind-misere"},
        {PHASE_BLIND, "blind", "look"},
        {PHASE_DISCARD, "discard", "discard:4D:6H:10S:13H:JC:RJ"},
        {PHASE_SWAP, "swap", "swap:AS:2H"},
        {PHASE_PLAY, "play", "2S"},
        {PHASE_PLAY, "play", "13H"},
        {PHASE_PLAY, "play", "BJ"},
        {PHASE_PLAY, "play", "RJ=H"},
        {PHASE_PLAY, "play", "claim:RJ=S:BJ=D:10S"},
    };
    (void)state;

    for (seat_t seat = 0; seat < SEATS_MAX; seat++) {
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            struct text packed = {0};
            struct action action = parse(steps[i].word, steps[i].phase);
            char word[ACTION_TEXT_MAX], expected[512];
            action_format(&action, word);
            add(&packed, "\"steps\":[");
            record_pack_step(&packed, seat, steps[i].phase, &action);
            record_pack_step(&packed, seat, steps[i].phase, &action);
            add(&packed, "],\"x\":1");
            snprintf(expected, sizeof expected,
                     "\"steps\":[[%d,\"%s\",\"%s\"],[%d,\"%s\",\"%s\"]],\"x\":1", seat,
                     steps[i].name, word, seat, steps[i].name, word);
            assert_unpacked(&packed, expected);
            free(packed.bytes);
        }
    }
}

static void test_cards(void **state)
{
    const card_t cards[] = {CARD(SUIT_S, RANK_2), CARD(SUIT_H, RANK_A), CARD_RJ, CARD_BJ,
                            CARD(SUIT_D, RANK_10)};
    struct text packed = {0};
    (void)state;

    add(&packed, "[");
    record_pack_cards(&packed, cards, 5);
    add(&packed, ",");
    record_pack_cards(&packed, cards, 0);
    add(&packed, "]");
    assert_unpacked(&packed, "[[\"2S\",\"AH\",\"RJ\",\"BJ\",\"10D\"],[]]");
    free(packed.bytes);
}

/* The bytes that begin a packed part may also occur inside one. */
static void test_all_cards(void **state)
{
    card_t cards[CARDS_MAX];
    char expected[CARDS_MAX * RECORD_CARD_BYTES + 8] = "[";
    struct text packed = {0};
    (void)state;

    for (card_t card = 0; card < CARDS_MAX; card++) {
        char name[CARD_TEXT_MAX];
        cards[card] = card;
        card_format(card, name);
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s\"%s\"",
                 card ? "," : "", name);
    }
    strcat(expected, "]");
    record_pack_cards(&packed, cards, CARDS_MAX);
    assert_unpacked(&packed, expected);
    free(packed.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_cards),
        cmocka_unit_test(test_all_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
