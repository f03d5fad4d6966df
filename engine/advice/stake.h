/* stake.h - what a hand is worth to a side, as a chance to win the match. Knows scores and the
 * points of contracts; no cards. */
#ifndef AVONDALE_STAKE_H
#define AVONDALE_STAKE_H

#include "seen.h"

/* Whether this number of tricks of the contractor's side makes the contract: none of one for no
 * trick. */
bool stake_is_made(const struct contract *contract, int tricks);

/* The points that `tricks` bring to each side: tricks of the contractor's side; for a contract for
 * no trick 0 is success and any more is failure. */
void stake_points(const struct ruleset *rules, const struct contract *contract, int tricks,
                  int32_t delta[SEATS_MAX]);

/* The own side's chance to win the match, 0 .. 1, once the contract has ended with these points. */
double stake_chance(const struct seen *game, const struct contract *contract, int tricks);

/* The same chance if the hand changes nothing. */
double stake_chance_now(const struct seen *game);

#endif
