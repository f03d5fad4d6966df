/* records_file.h - the records file of a match or a tournament: opened without losing any record,
 * read back block by block, and continued.
 *
 * Only one process writes to it (a lock that ends with the process). It cuts off only the block
 * that was being written when an earlier run was killed: whole records of that block, and a last
 * line that begins like its record. Any other content is an error. */
#ifndef AVONDALE_RECORDS_FILE_H
#define AVONDALE_RECORDS_FILE_H

#include "match/runner.h"

#include <stdio.h>
#include <sys/types.h>

enum { RECORDS_ERROR_BYTES = 320 };

struct records_file {
    FILE *file;       /* NULL: not open */
    const char *path; /* the caller's; it outlives this */
    char *line;       /* the last one read */
    size_t capacity;
    long lines; /* read */
    off_t end;  /* end of the last whole block that was read */
    bool torn;  /* the last line read has no end */
    bool begun; /* it held something when it was opened */
    bool plain; /* a regular file: its side files may stand beside it */
    char error[RECORDS_ERROR_BYTES];
};

/* Opens or makes it. Without `resume` it refuses a file with content. Returns 0, or exit status 2
 * or 3 with a line in file->error. Call records_file_close in any case. */
int records_file_open(struct records_file *file, const char *path, bool resume);

/* Reads the next block. `seed` is that of the run, or NULL if it is not known;
 * games[block->game_count] get no lines. RECORDS_FILE_ERROR: file->error has the reason. */
enum records_file_read {
    RECORDS_FILE_READ,
    RECORDS_FILE_END = -1, /* it ends before the block does */
    RECORDS_FILE_ERROR = -2,
};
enum records_file_read records_file_read(struct records_file *file,
                                         const struct runner_config *config,
                                         const struct schedule_block *block, const uint8_t *seed,
                                         struct runner_game *games);

/* After the last block was read: cuts off the rest if it is a block that was being written.
 * `ended`: the schedule has no further block, so it refuses another whole line. Returns 0, or exit
 * status 2 or 3 with a line in file->error. */
int records_file_go_on(struct records_file *file, bool ended);

/* Appends a block and writes it to the system. Returns 0, or -1 with errno. */
int records_file_write(struct records_file *file, const struct schedule_block *block,
                       const struct runner_game *games);

/* Returns 0, or -1 with errno if something could not be written. */
int records_file_close(struct records_file *file);

#endif
