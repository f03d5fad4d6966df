/* tournament_ruling.h - an organiser's hand: an entry is disqualified, a meeting is played again.
 * Pure.
 *
 * Of a round robin, a gauntlet and a league all results of a disqualified entry of the running
 * season are void, those of meetings that are over, too: so all others have met the same opponents.
 * Of a Swiss and of both knockouts, where later pairings followed from them, results that are over
 * stay, and what is left of its meetings is won by its opponents, as a bye is. It stands behind all
 * others. Void results stay in tournament->voids. */
#ifndef AVONDALE_TOURNAMENT_RULING_H
#define AVONDALE_TOURNAMENT_RULING_H

#include "tournament/tournament.h"

/* Whether results that are over are void, too. */
bool tournament_ruling_voids(enum tournament_format format);
/* Disqualifies an entry, 0 .. entry_count-1, that is not yet. Half points of a meeting that is
 * under way are in it. Returns 0, or -1 if out of memory. Not for individual. */
int tournament_ruling_disqualify(struct tournament *tournament, int entry);
/* Why a meeting, any number from 0, cannot be played again, in error[160]; 0: it can. A result of a
 * knockout that the next round was paired by, and of a season that is over, stays. */
int tournament_ruling_check(const struct tournament *tournament, int meeting, char error[160]);
/* The meeting, for which tournament_ruling_check is 0, is to be played as if it had not been.
 * Returns 0, or -1 if out of memory. */
int tournament_ruling_rerun(struct tournament *tournament, int meeting);

#endif
