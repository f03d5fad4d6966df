/* tournament_plan.h - how large a competition is before it is played, and a few of its blocks to
 * try. Knows no process, no file and no clock. */
#ifndef AVONDALE_TOURNAMENT_PLAN_H
#define AVONDALE_TOURNAMENT_PLAN_H

#include "tournament/tournament_file.h"

/* As far as the format fixes it: a void block is played once more, and a meeting of a knockout that
 * is level gets one more at a time. */
struct tournament_plan {
    int rounds;     /* 0: of individual, which has none */
    long meetings;  /* between two entries; 0: of individual */
    int block_size; /* games of the largest block */
    long blocks, games;
};

/* Out of memory ends the process, as everywhere in a command that answers and ends. */
void tournament_plan_make(struct tournament_plan *plan, const struct tournament_file *file);

/* Fills block `index`, from 0, of a try: over all of them each entry plays equally often, or
 * nearly. */
void tournament_plan_try(const struct tournament_file *file, int index,
                         struct schedule_block *block);

#endif
