/* bundle_header.c - reads the blocks of a tar: headers, and long names, which have entries of their
 * own before them. */
#include "work/bundle_header.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 512,
    PIECE_BYTES = 64 << 10,
    NAME_AT = 0,
    NAME_BYTES = 100,
    SIZE_AT = 124,
    SIZE_BYTES = 12,
    TYPE_AT = 156,
    MAGIC_AT = 257,
    PREFIX_AT = 345,
    PREFIX_BYTES = 155,
    HEADERS_BYTES = 32 << 20, /* bytes of headers and long names beside the unpacked data */
    FACTS_MAX = 64 << 10,     /* bytes of one long name or list of facts */
};

struct walk {
    uint8_t block[BLOCK];
    size_t used;    /* of the block */
    int64_t skip;   /* bytes of data that follow, with the padding of their last block */
    int64_t wanted; /* of the entry that holds a name, to be kept */
    uint8_t *facts; /* FACTS_MAX, of that entry */
    size_t kept;
    char kind; /* of that entry */
    bool over; /* an empty block, or an entry that the library refuses */
    const char *why;
};

/* A text field: after its NUL there are only NULs. */
static bool is_text(const uint8_t *field, size_t size)
{
    const uint8_t *end = memchr(field, 0, size);

    for (size_t i = end ? (size_t)(end - field) : size; i < size; i++) {
        if (field[i])
            return false;
    }
    return true;
}

/* Reads an octal number; -1 if it is not valid, or too large. */
static int64_t read_size(const uint8_t *field)
{
    int64_t value = 0;
    int at = 0;

    while (at < SIZE_BYTES && field[at] == ' ')
        at++;
    for (; at < SIZE_BYTES && field[at] >= '0' && field[at] <= '7'; at++)
        value = value * 8 + (field[at] - '0');
    return at == SIZE_BYTES || field[at] == 0 || field[at] == ' ' ? value : -1;
}

/* Checks a list of facts: LENGTH KEY=VALUE and a line feed, each. No NUL anywhere, and no size for
 * the entry, because other programs would then see other headers than we do. */
static void end_facts(struct walk *walk)
{
    size_t size = walk->kept;

    if (walk->kind == 'L' || walk->kind == 'K') {
        while (size > 0 && walk->facts[size - 1] == 0)
            size--;
    } else if (memmem(walk->facts, size, " size=", 6) ||
               memmem(walk->facts, size, "GNU.sparse", 10)) {
        walk->why = "an entry gives its size twice";
    }
    if (memchr(walk->facts, 0, size))
        walk->why = "a NUL in a name";
}

static void take_header(struct walk *walk)
{
    const uint8_t *block = walk->block;
    int64_t size = read_size(block + SIZE_AT);
    char kind = (char)block[TYPE_AT];
    static const uint8_t empty[BLOCK];

    if (memcmp(block, empty, BLOCK) == 0 || (kind >= '1' && kind <= '6' && kind != '5')) {
        walk->over = true; /* the end, or links and devices, which the library reports */
        return;
    }
    if (!is_text(block + NAME_AT, NAME_BYTES) ||
        (memcmp(block + MAGIC_AT, "ustar\0", 6) == 0 && !is_text(block + PREFIX_AT, PREFIX_BYTES)))
        walk->why = "a NUL in a name";
    else if (size < 0)
        walk->why = "an entry without a size";
    else if (!kind || !strchr("05xgLK", kind))
        walk->why = kind ? "an entry of another kind than files and directories" : NULL;
    if (walk->why)
        return;
    walk->skip = (size + BLOCK - 1) / BLOCK * BLOCK;
    walk->kind = kind;
    walk->kept = 0;
    walk->wanted = kind && strchr("xgLK", kind) ? size : 0;
    if (walk->wanted > FACTS_MAX)
        walk->why = "a name that is too long";
}

static void take_bytes(struct walk *walk, const uint8_t *bytes, size_t size)
{
    while (size > 0 && !walk->over && !walk->why) {
        size_t piece = size;
        if (walk->skip > 0) {
            piece = walk->skip < (int64_t)size ? (size_t)walk->skip : size;
            size_t keep = walk->wanted < (int64_t)piece ? (size_t)walk->wanted : piece;
            memcpy(walk->facts + walk->kept, bytes, keep);
            walk->kept += keep;
            walk->wanted -= (int64_t)keep;
            walk->skip -= (int64_t)piece;
            if (walk->skip == 0 && walk->kept > 0)
                end_facts(walk);
        } else {
            piece = size < BLOCK - walk->used ? size : BLOCK - walk->used;
            memcpy(walk->block + walk->used, bytes, piece);
            walk->used += piece;
            if (walk->used == BLOCK) {
                walk->used = 0;
                take_header(walk);
            }
        }
        bytes += piece;
        size -= piece;
    }
}

/* The bytes of the tar itself, without its compression. */
static void walk_over(struct walk *walk, struct archive *archive, uint8_t *piece, int64_t bytes_max)
{
    struct archive_entry *entry;
    int64_t total = 0;
    la_ssize_t got = 0;

    if (archive_read_next_header(archive, &entry) != ARCHIVE_OK)
        return; /* the library reports the reason when it reads the tar */
    while (!walk->over && !walk->why &&
           (got = archive_read_data(archive, piece, PIECE_BYTES)) > 0) {
        total += got;
        if (total > bytes_max + HEADERS_BYTES)
            walk->over = true; /* refused for its size when it is unpacked */
        else
            take_bytes(walk, piece, (size_t)got);
    }
}

int bundle_header_check(const uint8_t *bytes, size_t size, int64_t bytes_max,
                        char error[BUNDLE_ERROR_BYTES])
{
    struct walk walk = {.facts = malloc(FACTS_MAX)};
    struct archive *archive = archive_read_new();
    uint8_t *piece = malloc(PIECE_BYTES);
    int status = 0;

    if (!walk.facts || !archive || !piece) {
        snprintf(error, BUNDLE_ERROR_BYTES, "out of memory");
        status = BUNDLE_FAILED;
    } else {
        archive_read_support_format_raw(archive);
        archive_read_support_filter_gzip(archive);
        if (archive_read_open_memory(archive, bytes, size) == ARCHIVE_OK)
            walk_over(&walk, archive, piece, bytes_max);
        if (walk.why) {
            snprintf(error, BUNDLE_ERROR_BYTES, "no archive: %s", walk.why);
            status = BUNDLE_REFUSED;
        }
    }
    archive_read_free(archive);
    free(piece);
    free(walk.facts);
    return status;
}
