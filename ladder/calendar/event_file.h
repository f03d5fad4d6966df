/* event_file.h - the file of a tournament as an event has it: a text, of which some entries play;
 * inside the ladder only. Pure. Knows headings and a few keys; what the file says is checked by
 * whoever plays it. */
#ifndef AVONDALE_EVENT_FILE_H
#define AVONDALE_EVENT_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    EVENT_FILE_NAME_MAX = 32, /* of an entry */
    EVENT_FILE_ENTRIES_MAX = 1024,
    EVENT_FILE_BYTES_MAX = 128 * 1024,
    EVENT_FILE_ERROR_BYTES = 200,
};

/* Returns 0, or -1 with what is wrong in `error`: the name, the output and the seed are not the
 * file's to say, since the calendar names each run and a seed that stands there is no secret. */
int event_file_check(const char *text, char error[EVENT_FILE_ERROR_BYTES]);
/* Copies the names of the entries, in their order. Returns their number, `max` at most. */
int event_file_entries(const char *text, char (*names)[EVENT_FILE_NAME_MAX + 1], int max);
/* What the section [tournament] says, line by line: the format and the rules, and nothing of how
 * entries are started. To be freed by the caller; NULL: out of memory. */
char *event_file_rules(const char *text);
/* The file of one run: under that name, with the entries for which `plays` is true. To be freed by
 * the caller; NULL: out of memory. */
char *event_file_make(const char *text, const char *run,
                      bool (*plays)(void *context, const char *entry), void *context);

#endif
