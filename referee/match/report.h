/* report.h - the state of a match or tournament so far: counts blocks in the order of the schedule
 * and prints tables, text or JSON. Reads nothing, starts nothing. */
#ifndef AVONDALE_REPORT_H
#define AVONDALE_REPORT_H

#include "ladder.h"
#include "match/runner.h"

#include <jansson.h>
#include <stdio.h>

struct report {
    const struct ruleset *rules;
    const struct runner_entry *entries;
    int entry_count;
    bool has_sprt; /* of the first two entries */
    struct sprt sprt;
    long games, blocks; /* counted blocks; void ones are not counted */
    long ruled_void;    /* games that an organiser's ruling made void */
    struct schedule_totals totals;
    struct entry_stats stats[SCHEDULE_ENTRIES_MAX];
    struct think_times thinks[SCHEDULE_ENTRIES_MAX];
    /* Games that each entry's own fault ended, and games that it did not start. */
    long forfeits[SCHEDULE_ENTRIES_MAX], unstarted[SCHEDULE_ENTRIES_MAX];
};

/* "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized" in any order; both bounds are required.
 * Returns 0, or -1 with what is allowed in error[160]. */
int report_parse_sprt(const char *text, struct sprt *sprt, char error[160]);
void report_fini(struct report *report);
/* Returns true while the match continues, false once the SPRT has decided. */
bool report_add(struct report *report, const struct schedule_block *block,
                const struct runner_game *games);
/* A block that a ruling made void: of its games only the faults count. */
void report_add_void(struct report *report, const struct schedule_block *block,
                     const struct runner_game *games);
/* The bot was absent at the start of all its games, so its losses say nothing about its play. */
bool report_never_started(const struct report *report, int entry);
/* All faults of an entry. */
long report_faults(const struct report *report, int entry);
/* All faults of all entries. */
long report_all_faults(const struct report *report);
/* "lucky: 404 faults (illegal 400, time 4), 12 games lost by them" for each entry with faults. */
void report_print_faults(const struct report *report, FILE *file);
/* The first fault of a block, in the order of its games and seats, as "b: illegal in game
 * m-000012". Returns false if there is none. */
bool report_first_fault(const struct runner_config *run, const struct schedule_block *block,
                        const struct runner_game *games, char *text, size_t size);
void report_print(const struct report *report, FILE *file);
/* Returns a new reference, or NULL if out of memory. */
json_t *report_json(const struct report *report);
/* The state in a few words, for a line of progress. */
void report_brief(const struct report *report, char *text, size_t size);

#endif
