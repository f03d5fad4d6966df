/* finished_block_private.h - a block of games that is over, kept until those scheduled before it
 * are over, too: the results of a run are handed over in the order of the schedule. */
#ifndef AVONDALE_FINISHED_BLOCK_PRIVATE_H
#define AVONDALE_FINISHED_BLOCK_PRIVATE_H

#include "arena/arena.h"
#include "match/runner.h"

struct finished_block;

/* Empty, for the games of `block`. Returns NULL if there is no memory. */
struct finished_block *finished_block_create(const struct schedule_block *block);
void finished_block_destroy(struct finished_block *finished);
/* Keeps what there is to say of game `index`, which is over at `table`, and takes its record.
 * Returns false if there is no memory. */
bool finished_block_keep(struct finished_block *finished, int index,
                         const struct runner_config *config, const struct game_stats *game_stats,
                         struct arena_table *table);
/* Gives the results to the owner of the run, who says whether it wants `more`. Returns 0, or -1 if
 * there is no memory. */
int finished_block_hand_over(const struct finished_block *finished,
                             const struct runner_config *config, bool *more);

#endif
