/* rollout.h - a hand played to its end by rules of thumb in every seat, each by its own cards and
 * what was played. The solver sees all cards and makes more tricks than players do; this makes
 * about as many. */
#ifndef AVONDALE_ROLLOUT_H
#define AVONDALE_ROLLOUT_H

#include "engine.h"

/* Plays the hand of `play`, which is in PHASE_PLAY, to its end; the result is in play->last.
 * Returns the tricks of the contractor's side, 0 .. 10, with those of a five-handed partner; 0
 * without a contract. About 30 microseconds for a whole hand. */
int rollout_play(struct game *play, const struct ruleset *rules);

#endif
