/* tournament_file.h - the file that describes a competition: read, checked as a whole, explained.
 */
#ifndef AVONDALE_TOURNAMENT_FILE_H
#define AVONDALE_TOURNAMENT_FILE_H

#include "ladder.h"
#include "match/runner.h"

enum { TOURNAMENT_WORDS_MAX = 129, TOURNAMENT_PATH_MAX = 1024 };

struct tournament_file {
    char name[80];
    char output[TOURNAMENT_PATH_MAX]; /* a directory */
    struct tournament_config format;
    struct ruleset rules;
    struct time_control time;
    struct fault_policy policy;
    int repeats; /* blocks of a meeting; of individual: of the whole schedule */
    int jobs;
    bool duplicate, seeded;
    uint8_t seed[FAIR_BYTES];
    struct runner_entry entries[TOURNAMENT_ENTRIES_MAX]; /* commands are on the heap */
    char *archives[TOURNAMENT_ENTRIES_MAX]; /* as written: a directory or a hash; on the heap, or
                                               NULL */
    char *ruleset_name_text;
    char *words[TOURNAMENT_WORDS_MAX]; /* options of the ruleset, on the heap */
    int word_count;
};

/* Reads and checks. Every mistake gets a line on standard error. 0, or exit status 2 or 3.
 * tournament_file_free is due in any case. */
int tournament_file_read(struct tournament_file *file, const char *path);
void tournament_file_free(struct tournament_file *file);

#endif
