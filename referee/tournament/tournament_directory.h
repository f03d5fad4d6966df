/* tournament_directory.h - the directory in which a tournament keeps its files. What stands there
 * from something else is never written over. */
#ifndef AVONDALE_TOURNAMENT_DIRECTORY_H
#define AVONDALE_TOURNAMENT_DIRECTORY_H

#include "match/entry_stats.h"
#include "tournament/tournament_file.h"

#include <stdbool.h>
#include <sys/types.h>

enum { TOURNAMENT_DIRECTORY_PATH = TOURNAMENT_PATH_MAX + 32 };

/* The path of the file `name` in the directory `output`. */
void tournament_directory_path(const char *output, const char *name,
                               char path[TOURNAMENT_DIRECTORY_PATH]);

/* Whether one of a tournament's files but its records is in `output`; `path` is then its name. The
 * file `input` of the tournament may be there itself, under the name of its copy. */
bool tournament_directory_taken(const char *output, const char *input,
                                char path[TOURNAMENT_DIRECTORY_PATH]);

/* The text of a file, to be freed; NULL with errno if it cannot be read. */
char *tournament_directory_read(const char *path);

/* Writes a file of the mode 0644. Returns 0, or -1 with errno; part of the text may be there. */
int tournament_directory_write(const char *path, const char *text);

/* The same, but the file has the text that it had before until it has all of the new one. */
int tournament_directory_replace(const char *path, const char *text);

/* Keeps a copy of the file `input`, or, with `resume`, only compares them. Returns 0, 1 if they
 * differ, or -1 with errno and in *failed what could not be read or written: `input`, or the copy's
 * name in the directory. */
int tournament_directory_keep_copy(const char *output, const char *input, bool resume,
                                   const char **failed);

/* Writes the times of decisions of `count` entries, which records do not contain, to `path`. Out of
 * memory ends the process. Returns 0, or -1 with errno. */
int tournament_directory_keep_times(const char *path, const struct think_times *thinks, int count);

/* Adds those of an earlier run, if the file is there and valid. */
void tournament_directory_add_times(const char *path, struct think_times *thinks, int count);

#endif
