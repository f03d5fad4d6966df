/* tournament_plan.h - the size of a competition before it is played, and a few of its blocks to
 * try. Knows no process, file or clock. */
#ifndef AVONDALE_TOURNAMENT_PLAN_H
#define AVONDALE_TOURNAMENT_PLAN_H

#include "tournament/tournament_file.h"

/* As far as the format fixes it: a void block is played once more, and a level meeting of a
 * knockout gets one more at a time. */
struct tournament_plan {
    int rounds;     /* rounds; 0: individual, which has none */
    long meetings;  /* blocks between two entries; 0: individual */
    int block_size; /* games of the largest block */
    long blocks, games;
};

/* Out of memory ends the process, as in every command that answers and ends. */
void tournament_plan_make(struct tournament_plan *plan, const struct tournament_file *file);

/* Fills block `index`, from 0, of a trial: over all of them each entry plays equally often, or
 * nearly so. */
void tournament_plan_try(const struct tournament_file *file, int index,
                         struct schedule_block *block);

#endif
