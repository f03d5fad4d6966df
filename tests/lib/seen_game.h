/* seen_game.h - a real game from the view of one seat, and an expert without a clock, for the tests
 * of advice. */
#ifndef AVONDALE_TEST_SEEN_GAME_H
#define AVONDALE_TEST_SEEN_GAME_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>
#include "play.h"
#include "stake.h"
#include "think.h"
#include "think_world.h"

static uint64_t dice = 1;

/* ------------------------------------------------------------------ a real game, seen by one seat
 */

struct history {
    struct play play;
    struct seen_history told;
};

static inline void shuffle_and_deal(struct history *history)
{
    struct play *play = &history->play;
    card_t deck[CARDS_MAX];
    struct deal deal;
    int count = deck_cards(&play->rules, deck);

    for (int i = count - 1; i > 0; i--) {
        uint32_t j = sample_below(&dice, (uint32_t)i + 1);
        card_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    deck_deal(&deal, &play->rules, deck, play->game.dealer);
    assert_int_equal(game_deal(&play->game, &play->rules, &deal, NULL), ENGINE_OK);
    memset(&history->told, 0, sizeof history->told); /* it may be of another game */
}

/* One random action, bids seldom high. */
static inline void step(struct history *history)
{
    struct play *play = &history->play;
    struct game before = play->game;
    struct action list[LEGAL_LIST_MAX], chosen;
    struct legal legal;

    game_legal(&play->game, &play->rules, &legal);
    int count = legal_list(&legal, &play->rules, list);
    default_action(&play->game, &play->rules, &chosen);
    if (count > 0) {
        uint32_t bound = (uint32_t)count;
        if (before.phase == PHASE_AUCTION && bound > 4)
            bound = 4;
        chosen = list[sample_below(&dice, bound)];
        if (chosen.kind == ACTION_CLAIM)
            default_action(&play->game, &play->rules, &chosen);
    }
    assert_int_equal(game_apply(&play->game, &play->rules, &chosen, NULL), ENGINE_OK);
    seen_note(&history->told, &before, &chosen);
}

/* Fills in what a bot in that seat has seen of the game. */
static inline void see(const struct history *history, seat_t seat, struct seen *game)
{
    seen_make(game, &history->play.game, &history->play.rules, seat, &history->told);
}

static inline struct ruleset preset(const char *name)
{
    struct ruleset rules;
    struct ruleset_error error;
    assert_int_equal(ruleset_preset(&rules, name, strlen(name), &error), ENGINE_OK);
    return rules;
}

/* --------------------------------------------------------------------------------------- decisions
 */

static inline struct think *thinker(int worlds)
{
    static uint64_t memory[1 << 17];
    static struct think think;
    memset(&think, 0, sizeof think);
    assert_int_equal(solve_init(&think.solver, memory, sizeof memory), ENGINE_OK);
    think.random = 5;
    think.worlds = worlds;
    return &think;
}

#endif
