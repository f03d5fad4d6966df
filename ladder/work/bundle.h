/* bundle.h - a bot's directory as an archive (tar), and back. What comes out of an archive is for
 * others to run, what goes in may come from anybody: there are no links, devices, paths that lead
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

/* Packs the files of a directory: the same content (names, bytes, what may be executed) is the same
 * archive. 0; 2 for what cannot be packed, 3 when the world failed, with a line. *bytes is the
 * caller's. */
int bundle_pack(const char *directory, uint8_t **bytes, size_t *size,
                char error[BUNDLE_ERROR_BYTES]);

/* Unpacks a tar, also one packed by gzip, into an empty directory, whose files and directories can
 * only be read afterwards; NULL: only looks whether it could. 0, 2 or 3 as above; what was unpacked
 * stays. */
int bundle_unpack(const uint8_t *bytes, size_t size, int64_t bytes_max, const char *directory,
                  char error[BUNDLE_ERROR_BYTES]);

/* Makes sure that CACHE/HASH is what that archive holds. 0, 2 or 3 as above. */
int bundle_fetch(struct work *work, const char *hash, const char *cache,
                 char error[BUNDLE_ERROR_BYTES]);

/* Puts a directory, or a file that is an archive, into the store. 0, 2 or 3 as above; 1: it was
 * there. */
int bundle_put(struct work *work, const char *path, char hash[WORK_HASH_DIGITS + 1],
               char error[BUNDLE_ERROR_BYTES]);

#endif
