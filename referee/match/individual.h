/* individual.h - the seating of a competition in which every seat is an entry of its own: a
 * balanced design, so that few games are enough. Pure.
 *
 * A round has as many blocks as there are entries, and in it each entry sits at each place of a
 * line-up once: the first line-up of a round is moved on by one entry from block to block. So how
 * often two entries are partners or opponents depends on how far apart their numbers are, and the
 * first line-ups of the rounds are chosen such that all distances come equally often, as nearly as
 * that many rounds allow. */
#ifndef AVONDALE_INDIVIDUAL_H
#define AVONDALE_INDIVIDUAL_H

#include "match/schedule.h"

enum { INDIVIDUAL_ROUNDS_MAX = SCHEDULE_ENTRIES_MAX };

struct individual {
    const struct ruleset *rules; /* the caller's; it outlives this */
    int entry_count, rounds;
    uint8_t first[INDIVIDUAL_ROUNDS_MAX][SEATS_MAX]; /* entries by place, of the first line-up */
};

/* entry_count: the ruleset's players .. SCHEDULE_ENTRIES_MAX. rounds: 1 .. INDIVIDUAL_ROUNDS_MAX,
 * or 0 for one less than entries, which give each pair as many games as the other pairs, or nearly.
 * The same arguments give the same design. */
void individual_init(struct individual *individual, const struct ruleset *rules, int entry_count,
                     int rounds);
/* Blocks of all rounds. */
int individual_block_count(const struct individual *individual);
/* Fills the line-ups of block `index`, 0 .. individual_block_count() - 1. */
void individual_block(const struct individual *individual, bool duplicate, int index,
                      struct schedule_block *block);

#endif
