/* pairing.h - makes pairs of all, as few of whom as possible have met before: exactly, whatever the
 * number of rounds. Pure; knows no tournament. */
#ifndef AVONDALE_PAIRING_H
#define AVONDALE_PAIRING_H

#include "tournament/tournament.h"

/* Places are in the order in which they choose, from 0. */
struct pairing {
    int count;                                               /* even */
    int met[TOURNAMENT_ENTRIES_MAX][TOURNAMENT_ENTRIES_MAX]; /* how often; the same both ways */
    int mate[TOURNAMENT_ENTRIES_MAX];                        /* out; -1: none yet */
};

/* The places without a mate behind `first` in the order in which it would have them; how many. */
typedef int pairing_wishes_fn(const void *context, const struct pairing *pairing, int first,
                              int *wishes);

/* How many pairs must have met before when all but `without` (a place, or -1) have a mate. `count`
 * may be odd with `without`. */
int pairing_rematches(const struct pairing *pairing, int without);

/* Fills mate[]. Each in turn gets the first of its wishes with which the number of rematches of all
 * stays the least; among those it has met, the one it has met least often. */
void pairing_make(struct pairing *pairing, pairing_wishes_fn *wishes, const void *context);

#endif
