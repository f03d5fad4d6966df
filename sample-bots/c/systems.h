/* systems.h - bidding systems: what the calls of a partnership say about its cards, and which call
 * to make.
 *
 * A system gives some bids of six a meaning. Who bids one shows cards; the partner reads it and
 * counts those cards as its own. README.md of this folder describes each system with an auction.
 * All numbers of tricks are in tenths. */
#ifndef AVONDALE_SYSTEMS_H
#define AVONDALE_SYSTEMS_H

#include "seen.h"

enum system {
    SYSTEM_NATURAL,
    SYSTEM_TRADITIONAL,
    SYSTEM_HONOURS,
    SYSTEM_SAINT_PAUL,
    SYSTEM_FRANCIS,
    SYSTEM_COUNT
};

const char *system_name(enum system system);             /* "saint-paul" */
bool system_find(const char *name, enum system *system); /* false: no such system */

/* What the calls of one seat say so far. */
struct shown {
    bool called;     /* anything, pass included */
    bool passed;     /* and nothing else */
    bool joker;      /* holds one */
    bool balanced;   /* saint-paul: strong without trumps and without a joker */
    int honours;     /* bit per suit of which it holds the ace or the king */
    int aces, kings; /* how many; -1: not said. A joker counts as an ace */
    /* its last bid, where that was meant; CALL_PASS: none, or no more than a signal */
    call_t natural;
};

/* Reads the calls of `seat` in the running auction. */
void system_read(enum system system, const struct seen *game, seat_t seat, struct shown *shown);

/* Sets *action to the call of this hand, one of the legal ones. */
void system_call(enum system system, const struct seen *game, const struct seen_turn *turn,
                 struct action *action);

#endif
