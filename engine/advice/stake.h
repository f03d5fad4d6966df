/* stake.h - what a hand is worth to a side, as a chance to win the match. Knows scores and the
 * points of contracts; no cards. */
#ifndef AVONDALE_STAKE_H
#define AVONDALE_STAKE_H

#include "seen.h"

/* Points that `tricks` (of the contractor's side; of a contract for no trick 0, or more: failed)
 * bring to each side. */
void stake_points(const struct ruleset *rules, const struct contract *contract, int tricks,
                  int32_t delta[SEATS_MAX]);

/* The chance of the own side to win the match, 0 .. 1, once the contract has ended so. */
double stake_chance(const struct seen *game, const struct contract *contract, int tricks);

/* The same if the hand changes nothing. */
double stake_chance_now(const struct seen *game);

#endif
