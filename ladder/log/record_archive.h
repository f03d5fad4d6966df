/* record_archive.h - older results with their records, as files beside the store.
 *
 * A file has a part of the log, of one season: lines of JSON, compressed (zstd). The first line
 * names the format, the season, the first and the last result, and the hashes of the chain before
 * the first and at the last. Then a line a result, as `export --all` has it. A file is never
 * changed: it is written under another name, and gets its own when all of it is on disk, if there
 * is no such file.
 *
 * A record that is damaged, was altered, taken out, or deleted before is in no file: one ends
 * before its result, and the next begins behind it.
 */
#ifndef AVONDALE_RECORD_ARCHIVE_H
#define AVONDALE_RECORD_ARCHIVE_H

#include "log/record_read.h"

#define RECORD_ARCHIVE_FORMAT "avondale-records/1"

enum {
    RECORD_ARCHIVE_MAX = 100000, /* results in a file */
    RECORD_ARCHIVE_ERROR = 700,
    RECORD_ARCHIVE_PATH = 600,
    RECORD_ARCHIVE_LINE_MAX = 64 << 20,
};

struct record_archive {
    int64_t from, to;              /* results; from > to: none */
    int64_t done;                  /* out, of record_archive_write: `to`, or the last left out */
    struct record_faults left_out; /* out: results between `to` and `done`, which are in no file */
    char season[LADDER_NAME_MAX + 1]; /* "": of none */
    char path[RECORD_ARCHIVE_PATH];   /* out, of record_archive_write */
    int records;                      /* out */
    bool there;                       /* out: it was there already, and is whole */
    bool world;                       /* out, after an error: the disk, memory or store failed */
    char error[RECORD_ARCHIVE_ERROR];
};

/* Finds the next part that is in no archive, results up to `until`. Within a transaction, as all
 * here. Returns 0, or -1 with `error`. */
LADDER_MUST_CHECK int record_archive_next(struct record_archive *archive, struct store *store,
                                          int64_t until);
/* Writes that part into a file of a directory, which must be there; sets `to` to the result before
 * the first whose record is wrong or gone, which may leave none, and `done` to the last of those in
 * a row. When it returns the file is on disk; the caller notes in the store that this is done
 * (store_retention_archived). Returns 0, or -1 with `error`: the store or the disk failed, another
 * process writes it, or a file of that name is there and is not that part. */
LADDER_MUST_CHECK int record_archive_write(struct record_archive *archive, struct store *store,
                                           const char *directory);

#endif
