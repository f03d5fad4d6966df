/* match.h - a series of games between entries as a pure schedule (ratings 4; fair-deal, "Duplicate
 * tables"). Knows no process and no clock. */
#ifndef AVONDALE_MATCH_H
#define AVONDALE_MATCH_H

#include "engine.h"

enum { MATCH_ENTRIES_MAX = 16, MATCH_PAIRS_MAX = MATCH_ENTRIES_MAX * (MATCH_ENTRIES_MAX - 1) / 2 };

struct match_config {
    int entry_count; /* 2 .. MATCH_ENTRIES_MAX */
    int games;       /* in all; rounded up to whole blocks by match_games */
    bool duplicate;  /* blocks of as many games as there are sides, on the same deals */
};

/* One game of the schedule. */
struct match_game {
    int first, second;       /* entries: the pairing */
    int set;                 /* games of one set have the same deals */
    int rotation;            /* 0 .. sides-1 */
    int entry_of[SEATS_MAX]; /* by seat */
};

int match_block_size(const struct match_config *config, const struct ruleset *rules);
int match_games(const struct match_config *config, const struct ruleset *rules);
/* 0 <= index < match_games(): a pure function of the arguments. Blocks go round robin over the pairings. */
void match_game(const struct match_config *config, const struct ruleset *rules, int index,
                struct match_game *game);

/* What the pairings came to, fed in the order of the schedule. */
struct match_pair {
    int games, wins, ties, losses; /* of the first entry */
    int64_t margin;                /* points of the first entry's side less those of the other */
    double blocks[2 * SEATS_MAX + 1]; /* by block score in half points, worst first */
    int block_games, block_halves; /* of the running block */
};
struct match_totals {
    struct match_pair pairs[MATCH_PAIRS_MAX];
    long faults[MATCH_ENTRIES_MAX];
};
int match_pair_index(const struct match_config *config, int first, int second);
void match_add(struct match_totals *totals, const struct match_config *config,
               const struct ruleset *rules, const struct match_game *game, const struct game *result);

#endif
