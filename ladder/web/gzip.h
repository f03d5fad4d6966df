/* gzip.h - answers compressed with gzip, each made once and kept; inside the web only.
 *
 * What is kept is found by the digest of the plain bytes, so a page that changed is another one and
 * nothing is ever stale. The page that was not asked for longest goes first. Of the thread of the
 * pages alone.
 */
#ifndef AVONDALE_WEB_ZIP_H
#define AVONDALE_WEB_ZIP_H

#include <stddef.h>

enum {
    ZIP_SIZE_MIN = 1024,              /* of what is worth it */
    ZIP_KEY_BYTES = 12,               /* of the digest */
    ZIP_KEPT = 256,                   /* answers */
    ZIP_BYTES_MAX = 16 * 1024 * 1024, /* of all that is kept */
};

struct web_zip;

struct web_zip *web_zip_create(void);      /* NULL: out of memory */
void web_zip_destroy(struct web_zip *zip); /* NULL is fine */
/* The bytes as gzip, *zipped of them; they hold until the next call. `key` is their digest. NULL:
 * no memory for it, or it would not be smaller. */
const unsigned char *web_zip_make(struct web_zip *zip, const unsigned char key[ZIP_KEY_BYTES],
                                  const void *bytes, size_t size, size_t *zipped);
/* How many were made, and not found. */
int web_zip_made(const struct web_zip *zip);

#endif
