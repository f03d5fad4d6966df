/* record_file.h - single records out of a file of them that is sorted by the numbers of its games,
 * as a tournament writes it: "t-000001", "t-000002" ... The file may hold anything, and may grow
 * meanwhile. */
#ifndef AVONDALE_RECORD_FILE_H
#define AVONDALE_RECORD_FILE_H

#include <stdbool.h>
#include <stdint.h>

enum { RECORD_FILE_LINE_MAX = 4 << 20 /* bytes; a longer line is no record */ };

struct record_file {
    int fd;
    int64_t size;
    int64_t at, last; /* where the line after that of game `last` begins; 0, 0: none was taken */
};

/* Returns false if there is no such regular file. */
bool record_file_open(struct record_file *file, const char *path);
void record_file_close(struct record_file *file);
/* The line of a game, without its end, freed with free(); NULL: the file has none. The game after
 * the last one costs one read, any other a search by halves. */
char *record_file_take(struct record_file *file, int64_t number);
/* The number in the identifier of a game, "t-000012"; 0: it is none. */
int64_t record_file_number(const char *game);

#endif
