/* run_facts.h - the settings of a match that its records do not contain, stored beside them as
 * FILE.match, so that --resume continues the same match or names the setting that differs. It has
 * no seeds: bots may be able to read it. */
#ifndef AVONDALE_RUN_FACTS_H
#define AVONDALE_RUN_FACTS_H

#include "match/schedule.h"
#include "match/runner.h"

#include <jansson.h>

enum { RUN_FACTS_ERROR_BYTES = 512 };

/* `openings`: the name of the given file, or NULL. Returns a new reference: an object of strings;
 * NULL if out of memory. */
json_t *run_facts_create(const struct runner_config *run, const struct schedule_config *match,
                         const char *openings, bool seed_drawn);

/* Writes FILE.match, replacing that of an empty FILE. Returns 0, or exit status 2 or 3 with a line.
 */
int run_facts_write(const char *records, const json_t *facts, char error[RUN_FACTS_ERROR_BYTES]);

/* Adds the times of all decisions so far, and those in FILE.match: a continued match counts all its
 * sessions. If a run was killed its last seconds are missing. */
void run_facts_set_times(json_t *facts, const struct think_times *thinks, int entry_count);
void run_facts_add_times(const char *records, int entry_count, struct think_times *thinks);

/* Returns 0 if FILE.match has these facts; 1 if there is no such file; else exit status 2 or 3 with
 * a line that names the first difference. Does not compare whether the seed was drawn, but sets
 * *drawn. */
int run_facts_compare(const char *records, const json_t *facts, bool *drawn,
                      char error[RUN_FACTS_ERROR_BYTES]);

#endif
