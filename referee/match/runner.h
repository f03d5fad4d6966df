/* runner.h - plays blocks of games between child bots on this machine.
 *
 * Processes are started, kept from game to game while they live, and released; the tables of a
 * block have the same deals, play at the same time, and no process sits at two of them. Results
 * come out in the order of the schedule, whatever the order in which games end. What is played, and
 * what follows from a result, is its owner's: match and tournament give it two callbacks. One
 * thread, one event loop. */
#ifndef AVONDALE_RUNNER_H
#define AVONDALE_RUNNER_H

#include "match/entry_stats.h"
#include "match/schedule.h"
#include "match/transcript.h"
#include "arena/openings.h"
#include "protocol.h"
#include "sandbox/sandbox.h"
#include "record/game_stats.h"

enum {
    RUNNER_JOBS_MAX = 256,
    RUNNER_ENTRIES_MAX = 256,
    RUNNER_WINDOW = 1024, /* blocks that may be over before an older one is */
};

/* A kind of bot that can be started as often as there are seats for it. */
struct runner_entry {
    char name[NAME_MAX_BYTES + 1];
    const char
        *command; /* or "tcp://HOST:PORT", "unix:PATH": it comes by itself, see remote_bots.h */
    const char *program; /* the file that its command starts, where that is not its first word */
    const char *token;   /* that one which comes must have; NULL: none */
    int time_percent;    /* of the time control: a handicap; 0 is 100 */
    /* where workers play: the bundle in whose directory it is started; NULL: none */
    const char *archive;
};

struct runner_game {
    struct game_outcome outcome;
    struct game_stats game_stats;
    char *line; /* of its record, or NULL where none is kept */
};

enum runner_next {
    RUNNER_BLOCK, /* *block was filled */
    RUNNER_WAIT,  /* nothing before another block is done */
    RUNNER_END,   /* nothing more at all */
};

struct runner_config {
    struct ruleset rules;
    struct time_control time;
    struct fault_policy policy;
    const struct runner_entry *entries;
    int entry_count;
    int jobs;       /* tables at once, 1 .. RUNNER_JOBS_MAX; one block at least */
    int block_size; /* tables of the largest block */
    int seats_max;  /* that one entry has in a block, at all its tables together */
    int blocks_max; /* of the whole schedule; 0: not known */
    /* all deals follow from it, but for the first ones where openings are given */
    uint8_t seed[FAIR_BYTES];
    const struct opening *openings; /* by number of the set, going round; NULL: none */
    int opening_count;
    const char *prefix;            /* of sets and games: PREFIX-000001 */
    struct sandbox_config sandbox; /* after sandbox_prepare */
    bool records;
    struct transcripts *transcripts; /* or NULL; not owned */
    void *owner;
    /* Called for the blocks in order. */
    enum runner_next (*next)(void *owner, struct schedule_block *block);
    /* Called for the blocks in the same order; false ends the run. `games` by game of the block. */
    bool (*done)(void *owner, const struct schedule_block *block, const struct runner_game *games);
    /* Called from time to time, for progress; may be NULL. */
    void (*tick)(void *owner);
};

/* Looks for the programs of all entries that are started: a line on standard error for each that is
 * missing. Returns 0, or 3. */
int runner_check_programs(const struct runner_config *config);

/* Plays until there is nothing more, `done` says so, or SIGINT or SIGTERM comes: then all bots are
 * released. `thinks` (by entry) takes the times of all decisions, counted or not. 0; 1 when a
 * signal ended it; 3 when a bot cannot be started or memory is out, which was said on standard
 * error. */
int runner_run(const struct runner_config *config, struct think_times *thinks);

#endif
