/* trick_game.h - a game in the middle of its play, for the tests of tricks and claims. */
#ifndef AVONDALE_TESTS_TRICK_GAME_H
#define AVONDALE_TESTS_TRICK_GAME_H

#include "cards.h"
#include "trick.h"

/* A game in play with these hands; hand 0 is the contractor and leads. */
static inline struct game trick_game(const struct ruleset *rules, const char *contract,
                                     const char *const *hands)
{
    struct game game;
    memset(&game, 0, sizeof game);
    game.phase = PHASE_PLAY;
    game.contract.call = call(contract);
    game.contract.partner = SEAT_NONE;
    game.order = trick_order(rules, game.contract.call);
    for (int hand = 0; hand < rules->hand_count; hand++)
        game.hands[hand] = cards(hands[hand]);
    trick_start(&game, 0);
    return game;
}

#endif
