/* bundle.h - a bot's directory as an archive (tar), and back. What comes out of an archive is for
 * others to run, the contents may come from anybody: there are no links, devices, paths that lead
 * elsewhere, and no more than is allowed.
 */
#ifndef AVONDALE_BUNDLE_H
#define AVONDALE_BUNDLE_H

#include "work/work.h"

enum {
    BUNDLE_ERROR_BYTES = 320,
    BUNDLE_ENTRIES_MAX = 10000,
    BUNDLE_PATH_MAX = 240,
    BUNDLE_BYTES_MAX = 256 << 20, /* unpacked */
};

/* What the functions return but 0. The positive ones are exit statuses, too. */
enum {
    BUNDLE_THERE = -1,  /* of bundle_put: the archive is in the store already */
    BUNDLE_REFUSED = 2, /* the archive or the directory is not fit, with a line */
    BUNDLE_FAILED = 3,  /* the world failed, with a line */
};

/* Packs the files of a directory: the same content (names, bytes, what may be executed) is the same
 * archive. *bytes is the caller's. */
int bundle_pack(const char *directory, uint8_t **bytes, size_t *size,
                char error[BUNDLE_ERROR_BYTES]);

/* Unpacks a tar, also one packed by gzip, into an empty directory, whose files and directories can
 * only be read afterwards; NULL: only checks. Files that were unpacked before an error stay. */
int bundle_unpack(const uint8_t *bytes, size_t size, int64_t bytes_max, const char *directory,
                  char error[BUNDLE_ERROR_BYTES]);

/* Makes sure that CACHE/HASH holds that archive, unpacked. */
int bundle_fetch(struct work *work, const char *hash, const char *cache,
                 char error[BUNDLE_ERROR_BYTES]);

/* Puts a directory, or a file that is an archive, into the store. */
int bundle_put(struct work *work, const char *path, char hash[WORK_HASH_DIGITS + 1],
               char error[BUNDLE_ERROR_BYTES]);

#endif
