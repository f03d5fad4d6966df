/* tournament_blocks.h - which block of a competition is played next, and the results of those that
 * were. Between the pairings of tournament.h and the line-ups of schedule.h; knows no process, no
 * file and no clock, so a whole competition can be played with results from anywhere. */
#ifndef AVONDALE_TOURNAMENT_BLOCKS_H
#define AVONDALE_TOURNAMENT_BLOCKS_H

#include "match/individual.h"
#include "ladder.h"
#include "match/runner.h"

struct tournament_blocks_pairing; /* what has been scheduled and played of a meeting */

struct tournament_blocks {
    struct tournament *tournament;
    const struct ruleset *rules;
    struct individual individual;
    int repeats; /* blocks of a meeting; of individual: of the whole design */
    bool duplicate, over;
    int block_count, game_count;                /* scheduled */
    int counted;                                /* blocks */
    int round_first;                            /* first meeting of the running round */
    struct tournament_blocks_pairing *meetings; /* by meeting */
    int *part_of,
        part_of_capacity; /* by block: its meeting; of individual: its place in the design */
    int *again, again_count, again_capacity; /* individual: blocks that were void */
};

/* Heap within; tournament_blocks_fini frees. `tournament` and `rules` must outlive it. Out of
 * memory ends the process, as everywhere in a command that answers and ends. */
void tournament_blocks_init(struct tournament_blocks *blocks, struct tournament *tournament,
                            const struct ruleset *rules, int repeats, bool duplicate);
void tournament_blocks_fini(struct tournament_blocks *blocks);

/* Games of the largest block. */
int tournament_blocks_size(const struct tournament_blocks *blocks);
/* RUNNER_WAIT: nothing before a block that was handed out is counted. Asks the tournament for its
 * next round where the last is done. */
enum runner_next tournament_blocks_next(struct tournament_blocks *blocks,
                                        struct schedule_block *block);
/* `outcomes` by game of the block. A block that is void is played once more; a meeting that has to
 * be decided and is not gets one block more at a time. Its result is set when its last block is
 * counted. */
void tournament_blocks_count(struct tournament_blocks *blocks, const struct schedule_block *block,
                             const struct game_outcome *outcomes);

#endif
