/* job_format.h - what workers receive of a competition and its blocks, and what they send back, as
 * lines of JSON. Both directions check their input: the store may hold anything. Plays nothing,
 * knows no store. */
#ifndef AVONDALE_JOB_FORMAT_H
#define AVONDALE_JOB_FORMAT_H

#include "match/runner.h"

#include <jansson.h>

enum { JOB_FORMAT_ERROR_BYTES = 200 };

/* A competition as it was read. Of `config` it sets rules, time, policy, entries, block size, seed
 * and prefix. */
struct job {
    struct runner_config config;
    struct runner_entry entries[RUNNER_ENTRIES_MAX]; /* their texts belong to `json` */
    json_t *json;
};

/* Texts are on the heap; NULL: out of memory. Equal values give equal bytes. */
char *job_format_write(const struct runner_config *config);
/* Returns 0, or -1 with a line. Call job_format_fini in any case. *job must not move afterwards. */
int job_format_parse(const char *text, struct job *job, char error[JOB_FORMAT_ERROR_BYTES]);
void job_format_fini(struct job *job);

/* Times of decisions by entry, as a list; returns a new reference, or NULL if out of memory. */
json_t *job_format_thinks_value(const struct think_times *thinks, int entry_count);
/* Adds such a list. Returns false if it is not valid; the entries before the first fault were
 * added. */
bool job_format_thinks_add(const json_t *value, int entry_count, struct think_times *thinks);

char *job_format_block_write(const struct runner_config *config,
                             const struct schedule_block *block);
int job_format_block_parse(const char *text, const struct runner_config *config,
                           struct schedule_block *block, char error[JOB_FORMAT_ERROR_BYTES]);

/* `games` have lines; `thinks` by entry are those of this block. */
char *job_format_result_write(const struct runner_config *config,
                              const struct schedule_block *block, const struct runner_game *games,
                              const struct think_times *thinks);
/* Fills games[block->game_count], whose lines are the caller's to free in any case, and adds to
 * thinks. */
int job_format_result_parse(const char *text, const struct runner_config *config,
                            const struct schedule_block *block, struct runner_game *games,
                            struct think_times *thinks, char error[JOB_FORMAT_ERROR_BYTES]);

/* The command that starts `command` in a directory; on the heap, NULL if out of memory. */
char *job_format_command_in(const char *directory, const char *command);

#endif
