/* tournament_blocks.h - which block of a competition is played next, and the results of played
 * blocks. Between the pairings of tournament.h and the line-ups of schedule.h; knows no process,
 * file or clock, so a whole competition can be played with results from anywhere. */
#ifndef AVONDALE_TOURNAMENT_BLOCKS_H
#define AVONDALE_TOURNAMENT_BLOCKS_H

#include "match/individual.h"
#include "ladder.h"
#include "match/runner.h"

struct tournament_blocks_pairing; /* blocks of a meeting that were scheduled and played */

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

/* Uses the heap; tournament_blocks_fini frees it. `tournament` and `rules` must outlive it. Out of
 * memory ends the process, as in every command that answers and ends. */
void tournament_blocks_init(struct tournament_blocks *blocks, struct tournament *tournament,
                            const struct ruleset *rules, int repeats, bool duplicate);
void tournament_blocks_fini(struct tournament_blocks *blocks);

/* Number of games of the largest block. */
int tournament_blocks_size(const struct tournament_blocks *blocks);
/* Fills the next block. RUNNER_WAIT: a block that was handed out must be counted first. Asks the
 * tournament for its next round after the last one is done. */
enum runner_next tournament_blocks_next(struct tournament_blocks *blocks,
                                        struct schedule_block *block);
/* Whether nothing that was handed out is missing: then, and only then, an organiser may rule. */
bool tournament_blocks_settled(const struct tournament_blocks *blocks);
/* See tournament_ruling.h. An entry, from 0, that is not disqualified yet. */
void tournament_blocks_disqualify(struct tournament_blocks *blocks, int entry);
/* A meeting that tournament_ruling_check allows: its blocks are played once more, on other deals.
 */
void tournament_blocks_rerun(struct tournament_blocks *blocks, int meeting);
/* The meeting of a block, from 0; -1: individual. */
int tournament_blocks_meeting(const struct tournament_blocks *blocks,
                              const struct schedule_block *block);
/* `outcomes` by game of the block. A void block is played once more; a meeting that must be decided
 * but is level gets one more block at a time. Its result is set when its last block is counted. */
void tournament_blocks_count(struct tournament_blocks *blocks, const struct schedule_block *block,
                             const struct game_outcome *outcomes);

#endif
