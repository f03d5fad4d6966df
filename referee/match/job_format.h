/* job_format.h - what workers are told of a competition and of its blocks, and what they tell back,
 * as lines of JSON. Both directions check what they read: the store may hold anything. Plays
 * nothing, knows no store. */
#ifndef AVONDALE_ASSIGNMENT_H
#define AVONDALE_ASSIGNMENT_H

#include "match/runner.h"

#include <jansson.h>

enum { ASSIGNMENT_ERROR_BYTES = 200 };

/* A competition as it was read. Of `config` the rules, time, policy, entries, block size, seed and
 * prefix are set. */
struct assignment {
    struct runner_config config;
    struct runner_entry entries[RUNNER_ENTRIES_MAX]; /* their texts belong to `json` */
    json_t *json;
};

/* All formats are text on the heap; NULL: out of memory. The same values are the same bytes. */
char *assignment_format(const struct runner_config *config);
/* 0; -1 with a line. assignment_fini is due in any case. *assignment must not move afterwards. */
int assignment_parse(const char *text, struct assignment *assignment,
                     char error[ASSIGNMENT_ERROR_BYTES]);
void assignment_fini(struct assignment *assignment);

/* Times of decisions by entry, as a list; a new reference, NULL: out of memory. */
json_t *assignment_thinks_value(const struct think *thinks, int entry_count);
/* Adds such a list. False: it is none; what came before the first mistake was added. */
bool assignment_thinks_add(const json_t *value, int entry_count, struct think *thinks);

char *assignment_block_format(const struct runner_config *config, const struct match_block *block);
int assignment_block_parse(const char *text, const struct runner_config *config,
                           struct match_block *block, char error[ASSIGNMENT_ERROR_BYTES]);

/* `games` have lines; `thinks` by entry are those of this block. */
char *assignment_result_format(const struct runner_config *config, const struct match_block *block,
                               const struct runner_game *games, const struct think *thinks);
/* Fills games[block->game_count], whose lines are the caller's to free in any case, and adds to
 * thinks. */
int assignment_result_parse(const char *text, const struct runner_config *config,
                            const struct match_block *block, struct runner_game *games,
                            struct think *thinks, char error[ASSIGNMENT_ERROR_BYTES]);

/* The command that starts `command` in a directory; on the heap, NULL: out of memory. */
char *assignment_place(const char *directory, const char *command);

#endif
