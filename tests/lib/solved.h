/* solved.h - positions in the middle of a hand and the solver's results, for its tests. */
#ifndef AVONDALE_TEST_SOLVED_H
#define AVONDALE_TEST_SOLVED_H

#include "play.h"
#include "solve.h"
#include <stdlib.h>

static struct solver solver;

static void *memory;

static inline int set_up(void **state)
{
    (void)state;
    memory = malloc(solve_bytes(14));
    return !memory || solve_init(&solver, memory, solve_bytes(14));
}

static inline int tear_down(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

/* Seat 0 of four leads as contractor, after `words` of auction and exchange. */
static inline struct play begin(struct ruleset rules, const char *const hands[HANDS_MAX],
                                const char *kitty, const char *words)
{
    struct play play;
    play_begin(&play, rules, 3);
    play_deal(&play, hands, kitty);
    play_words(&play, words);
    assert_int_equal(play.game.phase, PHASE_PLAY);
    return play;
}

static inline struct solve_result solved(const struct play *play)
{
    struct solve_result result;
    assert_int_equal(solve_play(&solver, &play->game, &play->rules, 0, &result), ENGINE_OK);
    return result;
}

/* "5S:7 6S:7 RJ=S:8" */
static inline const char *values(const struct solve_result *result, char *text)
{
    static const char suits[] = "SCDH";
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < result->count; i++) {
        if (used > 0)
            text[used++] = ' ';
        used += card_format(result->cards[i].card, text + used);
        if (result->cards[i].named != SUIT_NONE) {
            text[used++] = '=';
            text[used++] = suits[result->cards[i].named];
        }
        used += (size_t)sprintf(text + used, ":%d", result->cards[i].value);
    }
    return text;
}

#define assert_values(play, expected)                                                              \
    do {                                                                                           \
        char values_text[512];                                                                     \
        struct solve_result values_result = solved(play);                                          \
        assert_string_equal(values(&values_result, values_text), expected);                        \
    } while (0)

/* The words of the four other seats in an auction that seat 0 wins, and its discards. */
#define WINS(call, discards) call " pass pass pass discard:" discards

/* All spades against hands that cannot win a trick. */
static const char *const spades[HANDS_MAX] = {"5S 6S 7S 8S 9S 10S JS QS KS AS", NULL, NULL, NULL};

/* Three tricks to go, everything else played: hands of three cards. */
static inline struct play ending(struct ruleset rules, const char *contract,
                                 const char *const hands[4])
{
    struct play play;
    play_start(&play, rules, 3);
    play_words(&play, contract);
    play_default_while(&play, PHASE_DISCARD);
    assert_int_equal(play.game.phase, PHASE_PLAY);
    play.game.out = rules.cards;
    play.game.kitty = play.game.discards = 0;
    for (int hand = 0; hand < 4; hand++) {
        play.game.hands[hand] = hands[hand] ? cards(hands[hand]) : 0;
        play.game.out &= ~play.game.hands[hand];
    }
    play.game.trick = 7;
    return play;
}

#endif
