/* tournament_file.h - the file that describes a competition: parses it and checks it as a whole. */
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

/* Reads and checks the file. Prints a line on standard error for every mistake. Returns 0, or exit
 * status 2 or 3. Call tournament_file_free in any case. */
int tournament_file_read(struct tournament_file *file, const char *path);
/* The same for a file to which programs will be added: checked as if there were `more` entries. */
int tournament_file_read_with(struct tournament_file *file, const char *path, int more);
void tournament_file_free(struct tournament_file *file);

#endif
