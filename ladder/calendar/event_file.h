/* event_file.h - the file of a tournament as text: checks it for an event, and makes the file of
 * one run with the entries that play. Inside the ladder only. Pure. Knows headings and a few keys;
 * `avondale tournament` checks the rest. */
#ifndef AVONDALE_EVENT_FILE_H
#define AVONDALE_EVENT_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    EVENT_FILE_NAME_MAX = 32, /* of an entry */
    EVENT_FILE_ENTRIES_MAX = 1024,
    EVENT_FILE_BYTES_MAX = 128 * 1024,
    EVENT_FILE_ERROR_BYTES = 200,
    EVENT_FILE_HASH_DIGITS = 64,
};

/* Returns 0, or -1 with a line in `error`. The file may not set name, output and seed: the calendar
 * names each run, and a seed in a file is not secret. */
int event_file_check(const char *text, char error[EVENT_FILE_ERROR_BYTES]);
/* Copies the names of the entries, in their order. Returns their number, `max` at most. */
int event_file_entries(const char *text, char (*names)[EVENT_FILE_NAME_MAX + 1], int max);
enum { EVENT_FILE_RULESET_MAX = 64 };
/* Copies the name of the ruleset that is played, also where the file does not say it. */
void event_file_ruleset(const char *text, char ruleset[EVENT_FILE_RULESET_MAX + 1]);
/* Returns the lines of the section [tournament], which the caller frees, or NULL if out of memory:
 * format and rules, but not how entries are started. */
char *event_file_rules(const char *text);
/* Returns the file of one run, which the caller frees, or NULL if out of memory: it has the name of
 * the run, and the entries for which `plays` returns true. */
char *event_file_make(const char *text, const char *run,
                      bool (*plays)(void *context, const char *entry), void *context);

/* A program in an archive of the store, which starts as its avondale.ini says. */
struct event_file_program {
    char entry[EVENT_FILE_NAME_MAX + 1];
    char archive[EVENT_FILE_HASH_DIGITS + 1];
};
/* Adds entries at the end of a file on the heap. Returns the file, or NULL if out of memory: then
 * the old one is freed. */
char *event_file_add(char *file, const struct event_file_program *programs, int count);
/* Whether an entry is an archive of the store, by its hash: only workers have those. */
bool event_file_needs_workers(const char *text);

#endif
