/* schedule.h - a series of games between entries as a pure schedule, and its results by pairing
 * (ratings 4; fair-deal, "Duplicate tables"). Knows no process, file or clock. */
#ifndef AVONDALE_SCHEDULE_H
#define AVONDALE_SCHEDULE_H

#include "engine.h"
#include "record/game_stats.h"

enum {
    SCHEDULE_ENTRIES_MAX = 1024,
    SCHEDULE_GAMES_MAX = 2 * SEATS_MAX,                   /* of a block */
    SCHEDULE_SEATED_MAX = SCHEDULE_GAMES_MAX * SEATS_MAX, /* entries in a block */
};

struct schedule_config {
    int entry_count; /* 2 .. SCHEDULE_ENTRIES_MAX; with solo at least a ruleset's players */
    int games;       /* in all; rounded up to whole blocks */
    /* the games of a block have the same deals, and the line-up rotates round the table */
    bool duplicate;
    bool solo; /* each seat is an entry of its own; else two entries share the sides of a game */
};

/* The entries of one game, by seat. */
struct schedule_lineup {
    int entry_of[SEATS_MAX];
};

/* Games that are scheduled, played and counted together, all on the same deals. */
struct schedule_block {
    int set;                                            /* number of its deals, from 0 */
    int first_game;                                     /* of the schedule, from 0 */
    int game_count;                                     /* 1 .. SCHEDULE_GAMES_MAX */
    struct schedule_lineup lineups[SCHEDULE_GAMES_MAX]; /* by game */
};

/* Games of a block. With two sides one, with duplicate one for each side (solo: each seat). With
 * three sides or more twice as many, so that a block favours no entry: each line-up is followed by
 * the one in which the two entries have exchanged all seats, so that a,b,b is played as often as
 * b,a,a; with solo by its mirror image, so that each sits as often to the left of another as to its
 * right. */
int schedule_block_size(const struct schedule_config *config, const struct ruleset *rules);
int schedule_block_count(const struct schedule_config *config, const struct ruleset *rules);
/* 0 <= index < schedule_block_count(): a pure function of its arguments. Blocks go round robin over
 * the pairings (solo: over the choices of entries and their arrangements, so that each entry sits
 * with and against each other equally often). */
void schedule_block(const struct schedule_config *config, const struct ruleset *rules, int index,
                    struct schedule_block *block);

/* The most seats that an entry has in a block, at all its tables together. */
int schedule_seats_max(const struct schedule_config *config, const struct ruleset *rules);

/* Fills the line-ups and the number of games of block `index`, from 0, between two entries. */
void schedule_pairing_block(const struct ruleset *rules, bool duplicate, int a, int b, int index,
                            struct schedule_block *block);

/* The same for a line-up with solo: entries[players] by place, which is the seat in the first game,
 * rotated by `turn` seats. */
void schedule_solo_lineups(const struct ruleset *rules, bool duplicate, int turn,
                           const int *entries, struct schedule_block *block);

/* Blocks after which each entry has had each seat equally often, and each number of sides equally
 * often; with solo: after which each choice of entries has played each arrangement once. */
int64_t schedule_cycle(const struct schedule_config *config, const struct ruleset *rules);

/* The results of the pairings, fed in the order of the schedule. `first` is the lower entry. */
struct schedule_pair {
    int games, wins, ties, losses; /* of the first entry */
    int64_t margin;                /* points of the first entry's side less those of the other */
    int block_size;                /* games of each counted block; 0 before the first */
    double blocks[2 * SCHEDULE_GAMES_MAX + 1]; /* by block score in half points, worst first */
};
struct schedule_totals {
    struct schedule_pair *pairs; /* by schedule_pair_index; heap; NULL before the first block */
    int blocks_void;
};
void schedule_totals_fini(struct schedule_totals *totals);
/* 0 <= first < second < entry_count. */
int schedule_pair_index(int entry_count, int first, int second);
/* The results of two entries, in any order: `first` is the lower one. */
const struct schedule_pair *schedule_pair_of(const struct schedule_totals *totals, int entry_count,
                                             int a, int b);
/* Fills entries[SCHEDULE_SEATED_MAX] with the entries of the block, each once, the lowest first.
 * Returns their number. */
int schedule_seated(const struct ruleset *rules, const struct schedule_block *block, int *entries);
/* Counts a block. Out of memory ends the process. Returns false if it is void, because one of its
 * games was aborted. */
bool schedule_add(struct schedule_totals *totals, int entry_count, const struct ruleset *rules,
                  const struct schedule_block *block, const struct game_outcome *outcomes);
/* The game score of side a against side b: 2, 1 or 0 half points (ratings 2, 4). */
int schedule_halves(const struct game_outcome *outcome, int side_count, int a, int b);

/* The result of a game for entry a against entry b. If they have several sides, each side of a is
 * compared with each of b, and the entry that does better in more of these comparisons has won. The
 * margin is the mean of the points of a's sides less that of b's, rounded to whole points, halves
 * away from 0. */
struct schedule_score {
    int halves; /* 2, 1 or 0 */
    int64_t margin;
};
/* Returns false if they are not both there, as opponents. */
bool schedule_score(const struct ruleset *rules, const struct schedule_lineup *lineup,
                    const struct game_outcome *outcome, int a, int b, struct schedule_score *score);

#endif
