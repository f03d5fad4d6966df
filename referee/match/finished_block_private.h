/* finished_block_private.h - a finished block of games, kept until all blocks scheduled before it
 * are finished, too: a run delivers its results in the order of the schedule. */
#ifndef AVONDALE_FINISHED_BLOCK_PRIVATE_H
#define AVONDALE_FINISHED_BLOCK_PRIVATE_H

#include "arena/arena.h"
#include "match/runner.h"

struct finished_block;

/* An empty one for the games of `block`. Returns NULL if out of memory. */
struct finished_block *finished_block_create(const struct schedule_block *block);
void finished_block_destroy(struct finished_block *finished);
/* Keeps the result of game `index`, which is over at `table`, and takes its record. Returns false
 * if out of memory. */
bool finished_block_keep(struct finished_block *finished, int index,
                         const struct runner_config *config, const struct game_stats *game_stats,
                         struct arena_table *table);
/* Gives the results to the owner of the run, which says whether it wants `more`. Returns 0, or -1
 * if out of memory. */
int finished_block_hand_over(const struct finished_block *finished,
                             const struct runner_config *config, bool *more);

#endif
