/* run_facts.h - what decides the games of a match besides its records, kept beside them as
 * FILE.match, so that
 * --resume continues the same match or says in which fact it differs. Seeds are not in it: bots
 * may be able to read it. */
#ifndef AVONDALE_RUN_FACTS_H
#define AVONDALE_RUN_FACTS_H

#include "match/schedule.h"
#include "match/runner.h"

#include <jansson.h>

enum { RUN_FACTS_ERROR_BYTES = 512 };

/* `openings`: the name of the file that was given, or NULL. Returns a new reference: an object of
 * strings. NULL: out of memory. */
json_t *run_facts_create(const struct runner_config *run, const struct schedule_config *match,
                         const char *openings, bool seed_drawn);

/* Writes FILE.match, in the place of one that an empty FILE has. Returns 0, or exit status 2 or 3
 * with a line. */
int run_facts_write(const char *records, const json_t *facts, char error[RUN_FACTS_ERROR_BYTES]);

/* Puts the times of all decisions so far among the facts, and adds those that FILE.match holds: a
 * continued match counts all its sessions. Where a run was killed the last seconds are missing.
 */
void run_facts_set_times(json_t *facts, const struct think_times *thinks, int entry_count);
void run_facts_add_times(const char *records, int entry_count, struct think_times *thinks);

/* Returns 0 where FILE.match holds these facts; 1 where there is no such file; else exit status 2
 * or 3 with a line that names the first difference. Whether the seed was drawn is not compared, but
 * told in *drawn. */
int run_facts_compare(const char *records, const json_t *facts, bool *drawn,
                      char error[RUN_FACTS_ERROR_BYTES]);

#endif
