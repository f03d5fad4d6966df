/* blob.h - a record as a store keeps it: packed, then compressed with a dictionary; inside the
 * ladder only.
 *
 *   a byte      1: a packed line (line_pack.h); 2: the line as it is
 *   a number    the bytes of the line, seven bits a byte, the lowest first
 *   the rest    a frame of zstd with a checksum, without the four bytes that all frames begin with
 *
 * The line comes back byte for byte: each blob is unpacked and compared before it is handed out. A
 * dictionary has the first 31 bits of its SHA-256 as its number. One thread uses one coder. */
#ifndef AVONDALE_BLOB_H
#define AVONDALE_BLOB_H

#include "base/values.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BLOB_LINE_MAX = 64 << 20,       /* bytes of a line at most */
    BLOB_DICTIONARY_MAX = 64 << 10, /* bytes of a dictionary at most */
};

/* A record of a result, on its way into a store. */
struct blob {
    uint8_t *bytes; /* heap, belongs to the owner of the struct; NULL: none */
    size_t size;
    int64_t dictionary;
};

struct blob_coder;
/* Returns NULL if out of memory. */
struct blob_coder *blob_coder_create(void);
void blob_coder_destroy(struct blob_coder *coder); /* NULL is fine */

/* Packs a line of JSON, or any other text. Returns 0, or -1 if it is longer than BLOB_LINE_MAX or
 * out of memory. */
LADDER_MUST_CHECK int blob_pack(struct blob_coder *coder, const char *line, struct blob *blob);

enum { BLOB_DAMAGED = -1, BLOB_NO_MEMORY = -2 };
/* The line of a blob, on the heap, the caller's; its dictionary must be known. Returns 0,
 * BLOB_DAMAGED or BLOB_NO_MEMORY. Takes any bytes. */
LADDER_MUST_CHECK int blob_unpack(struct blob_coder *coder, int64_t dictionary,
                                  const uint8_t *bytes, size_t size, char **line);

/* The same, but *text is an outline of the line (line_outline), where it was packed; else the line.
 */
LADDER_MUST_CHECK int blob_outline(struct blob_coder *coder, int64_t dictionary,
                                   const uint8_t *bytes, size_t size, char **text);

/* The dictionary for packing; static. */
const uint8_t *blob_dictionary(size_t *size);
int64_t blob_dictionary_number(const uint8_t *bytes, size_t size);
/* Whether blobs with a dictionary can be unpacked; that of this program always can. */
bool blob_coder_knows(const struct blob_coder *coder, int64_t dictionary);
/* Adds a dictionary from a store. Returns 0, BLOB_DAMAGED if it does not have that number, or
 * BLOB_NO_MEMORY. */
LADDER_MUST_CHECK int blob_coder_learn(struct blob_coder *coder, int64_t dictionary,
                                       const uint8_t *bytes, size_t size);

#endif
