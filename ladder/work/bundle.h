/* bundle.h - a bot's directory as an archive (tar), and back. Archives are untrusted and their
 * programs will be run, so there are no links, devices or paths that lead outside, and sizes are
 * limited. */
#ifndef AVONDALE_BUNDLE_H
#define AVONDALE_BUNDLE_H

#include "work/work.h"

enum {
    BUNDLE_ERROR_BYTES = 320,
    BUNDLE_ENTRIES_MAX = 10000,
    BUNDLE_PATH_MAX = 240,
    BUNDLE_BYTES_MAX = 256 << 20, /* unpacked */
};

/* Return values other than 0. The positive ones are also exit statuses. */
enum {
    BUNDLE_THERE = -1,  /* of bundle_put: the archive is in the store already */
    BUNDLE_REFUSED = 2, /* the archive or the directory is not acceptable, with a line */
    BUNDLE_FAILED = 3,  /* the system failed, with a line */
};

/* Packs the files of a directory: equal content (names, bytes, execute bits) gives equal archives.
 * The caller frees *bytes. */
int bundle_pack(const char *directory, uint8_t **bytes, size_t *size,
                char error[BUNDLE_ERROR_BYTES]);

/* Unpacks a tar, also one packed by gzip, into an empty directory, whose files and directories are
 * read-only afterwards; NULL: only checks. Files that were unpacked before an error stay. */
int bundle_unpack(const uint8_t *bytes, size_t size, int64_t bytes_max, const char *directory,
                  char error[BUNDLE_ERROR_BYTES]);

/* Reads one file of an archive that bundle_unpack takes, of less than `max` bytes; no NUL follows.
 * Returns 0, or BUNDLE_REFUSED or BUNDLE_FAILED with a line. */
int bundle_read(const uint8_t *bytes, size_t size, const char *name, char *text, size_t max,
                size_t *length, char error[BUNDLE_ERROR_BYTES]);

/* Makes sure that CACHE/HASH holds that archive, unpacked. */
int bundle_fetch(struct work *work, const char *hash, const char *cache,
                 char error[BUNDLE_ERROR_BYTES]);

/* Removes CACHE/HASH. No bot may run from it. */
void bundle_forget(const char *cache, const char *hash);

/* Puts a directory, or a file that is an archive, into the store. */
int bundle_put(struct work *work, const char *path, char hash[WORK_HASH_DIGITS + 1],
               char error[BUNDLE_ERROR_BYTES]);

#endif
