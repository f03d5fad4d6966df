/* individual.h - the seating of a competition in which each seat is an entry of its own: a balanced
 * design, so that few games are enough. Pure.
 *
 * A round has as many blocks as there are entries, and in it each entry sits once at each place of
 * a line-up: the first line-up of a round moves on by one entry from block to block. So how often
 * two entries are partners or opponents depends on the distance of their numbers, and the first
 * line-ups of the rounds are chosen such that all distances are as equally frequent as that many
 * rounds allow. */
#ifndef AVONDALE_INDIVIDUAL_H
#define AVONDALE_INDIVIDUAL_H

#include "ladder.h"
#include "match/schedule.h"

enum { INDIVIDUAL_ENTRIES_MAX = TOURNAMENT_INDIVIDUAL_MAX, INDIVIDUAL_ROUNDS_MAX = 64 };

struct individual {
    const struct ruleset *rules; /* the caller's; it outlives this */
    int entry_count, rounds;
    uint8_t first[INDIVIDUAL_ROUNDS_MAX][SEATS_MAX]; /* entries by place, of the first line-up */
};

/* entry_count: the ruleset's players .. INDIVIDUAL_ENTRIES_MAX. rounds: 1 .. INDIVIDUAL_ROUNDS_MAX,
 * or 0 for one less than entries, which gives all pairs the same number of games, or nearly. The
 * same arguments give the same design. */
void individual_init(struct individual *individual, const struct ruleset *rules, int entry_count,
                     int rounds);
/* The number of blocks of all rounds. */
int individual_block_count(const struct individual *individual);
/* Fills the line-ups of block `index`, 0 .. individual_block_count() - 1. */
void individual_block(const struct individual *individual, bool duplicate, int index,
                      struct schedule_block *block);

#endif
