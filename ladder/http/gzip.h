/* gzip.h - answers compressed with gzip, each made once and cached; inside its room only.
 *
 * The key is the digest of the plain bytes, so a changed page is another entry and nothing is ever
 * stale. The least recently used page is evicted first. For the thread of the pages alone. */
#ifndef AVONDALE_WEB_ZIP_H
#define AVONDALE_WEB_ZIP_H

#include <stdbool.h>
#include <stddef.h>

enum {
    GZIP_SIZE_MIN = 1024,              /* of what is worth it */
    GZIP_KEY_BYTES = 12,               /* of the digest */
    GZIP_KEPT = 256,                   /* answers */
    GZIP_BYTES_MAX = 16 * 1024 * 1024, /* of all that is kept */
};

struct gzip_cache;

struct gzip_cache *gzip_create(void);      /* NULL: out of memory */
void gzip_destroy(struct gzip_cache *zip); /* NULL is fine */
/* Returns the bytes as gzip, *zipped of them, valid until the next call. `key` is their digest.
 * `fixed`: they are sent often, so they are made smaller, which takes longer. NULL if out of
 * memory, or if it would not be smaller. */
const unsigned char *gzip_make(struct gzip_cache *zip, const unsigned char key[GZIP_KEY_BYTES],
                               const void *bytes, size_t size, bool fixed, size_t *zipped);
/* How many were compressed because the cache lacked them. */
int gzip_made(const struct gzip_cache *zip);

#endif
