/* pairing.h - pairs all entries with as few rematches as possible: exactly, whatever the number of
 * rounds. Pure; knows no tournament. */
#ifndef AVONDALE_PAIRING_H
#define AVONDALE_PAIRING_H

#include "tournament/tournament.h"

/* Places are in the order of choice, from 0. Two MiB: for the heap. */
struct pairing {
    int count; /* of entries: 0 .. TOURNAMENT_ENTRIES_MAX; even, but where a function says otherwise
                */
    /* how often; the same both ways */
    uint16_t met[TOURNAMENT_ENTRIES_MAX][TOURNAMENT_ENTRIES_MAX];
    int mate[TOURNAMENT_ENTRIES_MAX]; /* out; -1: none yet */
};

/* Writes the places without a mate after `first` in the order of its wishes; returns how many. */
typedef int pairing_wishes_fn(const void *context, const struct pairing *pairing, int first,
                              int *wishes);

/* The number of places that have a mate in a largest set of pairs that have not met; `count` may be
 * odd. */
int pairing_fresh(const struct pairing *pairing);
/* The least number of rematches if all but `without` (a place, or -1) have a mate. `count` may be
 * odd with `without`. */
int pairing_rematches(const struct pairing *pairing, int without);

/* Fills mate[]. Each place in turn gets the first of its wishes that keeps the number of all
 * rematches least; of several rematches, the rarest. */
void pairing_make(struct pairing *pairing, pairing_wishes_fn *wishes, const void *context);

#endif
