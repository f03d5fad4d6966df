/* runner.h - plays blocks of games between child bots on this machine.
 *
 * Processes are started, kept from game to game while they live, and released; the tables of a
 * block have the same deals, play at the same time, and no process sits at two of them. Results
 * come in the order of the schedule, whatever the order in which games end. Its owner decides what
 * is played and uses the results: match and tournament give it two callbacks. One thread, one event
 * loop. */
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
    RUNNER_ENTRIES_MAX = SCHEDULE_ENTRIES_MAX,
    RUNNER_WINDOW = 1024, /* finished blocks that may wait for an older one */
};

/* A kind of bot that is started as often as it has seats. */
struct runner_entry {
    char name[NAME_MAX_BYTES + 1];
    const char
        *command; /* or "tcp://HOST:PORT", "unix:PATH": the bot connects, see remote_bots.h */
    const char *program; /* the file that its command runs, if that is not its first word */
    const char *token;   /* token that a connecting bot must have; NULL: none */
    int time_percent;    /* handicap: percent of the time control; 0 is 100 */
    /* for workers: the archive in whose directory it is started; NULL: none */
    const char *archive;
    bool is_handed_in; /* a stranger's: only in a sandbox that keeps all of strict's promises */
};

struct runner_game {
    struct game_outcome outcome;
    struct game_stats game_stats;
    char *line; /* the line of its record; NULL: records are not kept */
};

enum runner_next {
    RUNNER_BLOCK, /* *block was filled */
    RUNNER_WAIT,  /* no block before another one is done */
    RUNNER_END,   /* all blocks are played */
};

struct runner_config {
    struct ruleset rules;
    struct time_control time;
    struct fault_policy policy;
    const struct runner_entry *entries;
    int entry_count;
    int jobs;       /* tables at once, 1 .. RUNNER_JOBS_MAX; one block at least */
    int block_size; /* tables of the largest block */
    int seats_max;  /* seats of one entry in a block, at all its tables together */
    int blocks_max; /* games of the whole schedule; 0: not known */
    /* all deals follow from it, but the first ones if openings are given */
    uint8_t seed[FAIR_BYTES];
    const struct opening *openings; /* by number of the set, cyclic; NULL: none */
    int opening_count;
    const char *prefix;            /* of sets and games: PREFIX-000001 */
    struct sandbox_config sandbox; /* after sandbox_prepare */
    bool records;
    struct transcripts *transcripts; /* or NULL; not owned */
    void *owner;
    /* Called for the blocks in order. */
    enum runner_next (*next)(void *owner, struct schedule_block *block);
    /* Called for the blocks in the same order; returns false to end the run. `games` by game of the
     * block. */
    bool (*done)(void *owner, const struct schedule_block *block, const struct runner_game *games);
    /* Called from time to time, for progress; may be NULL. */
    void (*tick)(void *owner);
};

/* Checks the programs of all entries that are started: prints a line on standard error for each
 * that is missing. Returns 0, or 3. */
int runner_check_programs(const struct runner_config *config);

/* Plays until there are no more blocks, `done` ends it, or SIGINT or SIGTERM comes; then all bots
 * are released. `thinks` (by entry) gets the times of all decisions, counted or not. Returns 0; 1
 * if a signal ended it; 3, after a line on standard error, if a bot cannot be started or memory is
 * out. */
int runner_run(const struct runner_config *config, struct think_times *thinks);

#endif
