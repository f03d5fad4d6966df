/* score.h - points of a hand, bans, the end of the game (rules 6). Private to the engine. */
#ifndef AVONDALE_SCORE_H
#define AVONDALE_SCORE_H

#include "engine.h"

/* Scores the hand that is over (all ten tricks, a claim, or passed-out play): fills game->last,
 * adds to game->scores, sets game->bans for the next hand and, where the game is over, reason and
 * winners. Does not touch the phase. */
void score_hand(struct game *game, const struct ruleset *rules);

/* After a complete trick other than the tenth: ends the game early if rules 6 `early_finish` says
 * so. Returns true if it did; then game->last, scores, reason and winners are filled in. */
bool score_early(struct game *game, const struct ruleset *rules);

#endif
