/* blob.c - the stored form of a record. */
#include "pack/blob.h"

#include "pack/dictionary.h"
#include "pack/line_pack.h"
#include "pack/token.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    KIND_PACKED = 1,
    KIND_PLAIN = 2,
    LEVEL = 1, /* zstd level: a higher one saves 3 % and takes twice the time */
    MAGIC_BYTES = 4,
    HEAD_MAX = 6, /* kind, number */
    KNOWN_MAX = 16,
    KEEP_MAX = 1 << 20, /* a larger buffer is freed after use */
};
static const uint8_t magic[MAGIC_BYTES] = {0x28, 0xb5, 0x2f, 0xfd};

struct buffer {
    uint8_t *bytes;
    size_t size;
};

struct blob_coder {
    ZSTD_CCtx *compressor; /* NULL: nothing has been packed so far */
    ZSTD_DCtx *decompressor;
    ZSTD_CDict *own;
    struct {
        int64_t number;
        ZSTD_DDict *dictionary;
    } known[KNOWN_MAX]; /* the first is that of this program */
    int known_count;
    struct buffer packed, frame, line;
    struct track track;
};

/* ---------------------------------------------------------------------------------- the coder */

const uint8_t *blob_dictionary(size_t *size)
{
    *size = dictionary_size;
    return dictionary_bytes;
}

int64_t blob_dictionary_number(const uint8_t *bytes, size_t size)
{
    uint8_t hash[SHA256_DIGEST_LENGTH];

    SHA256(bytes, size, hash);
    return (int64_t)(hash[0] & 0x7f) << 24 | hash[1] << 16 | hash[2] << 8 | hash[3];
}

struct blob_coder *blob_coder_create(void)
{
    struct blob_coder *coder = calloc(1, sizeof *coder);

    if (coder)
        coder->decompressor = ZSTD_createDCtx();
    if (!coder || !coder->decompressor ||
        blob_coder_learn(coder, blob_dictionary_number(dictionary_bytes, dictionary_size),
                         dictionary_bytes, dictionary_size)) {
        blob_coder_destroy(coder);
        return NULL;
    }
    return coder;
}

void blob_coder_destroy(struct blob_coder *coder)
{
    if (!coder)
        return;
    ZSTD_freeCCtx(coder->compressor);
    ZSTD_freeDCtx(coder->decompressor);
    ZSTD_freeCDict(coder->own);
    for (int i = 0; i < coder->known_count; i++)
        ZSTD_freeDDict(coder->known[i].dictionary);
    free(coder->packed.bytes);
    free(coder->frame.bytes);
    free(coder->line.bytes);
    free(coder);
}

static const ZSTD_DDict *known_find(const struct blob_coder *coder, int64_t number)
{
    for (int i = 0; i < coder->known_count; i++) {
        if (coder->known[i].number == number)
            return coder->known[i].dictionary;
    }
    return NULL;
}

bool blob_coder_knows(const struct blob_coder *coder, int64_t dictionary)
{
    return known_find(coder, dictionary) != NULL;
}

int blob_coder_learn(struct blob_coder *coder, int64_t dictionary, const uint8_t *bytes,
                     size_t size)
{
    if (size == 0 || size > BLOB_DICTIONARY_MAX ||
        blob_dictionary_number(bytes, size) != dictionary)
        return BLOB_DAMAGED;
    ZSTD_DDict *made = ZSTD_createDDict(bytes, size);
    if (!made)
        return BLOB_NO_MEMORY;
    if (coder->known_count == KNOWN_MAX)
        ZSTD_freeDDict(coder->known[--coder->known_count].dictionary);
    coder->known[coder->known_count].number = dictionary;
    coder->known[coder->known_count++].dictionary = made;
    return 0;
}

/* Allocations of the first packing. A frame has its length and a checksum, but no dictionary id:
 * our number stands beside it. */
static bool compressor_ready(struct blob_coder *coder)
{
    if (coder->compressor)
        return true;
    if (!coder->own)
        coder->own = ZSTD_createCDict(dictionary_bytes, dictionary_size, LEVEL);
    ZSTD_CCtx *made = coder->own ? ZSTD_createCCtx() : NULL;
    if (!made)
        return false;
    if (ZSTD_isError(ZSTD_CCtx_setParameter(made, ZSTD_c_checksumFlag, 1)) ||
        ZSTD_isError(ZSTD_CCtx_setParameter(made, ZSTD_c_dictIDFlag, 0)) ||
        ZSTD_isError(ZSTD_CCtx_refCDict(made, coder->own))) {
        ZSTD_freeCCtx(made);
        return false;
    }
    coder->compressor = made;
    return true;
}

/* ------------------------------------------------------------------------------------- buffers */

static bool buffer_reserve(struct buffer *buffer, size_t size)
{
    if (buffer->size >= size)
        return true;
    size_t wanted = size < 16384 ? 16384 : size + size / 4;
    uint8_t *grown = realloc(buffer->bytes, wanted);
    if (!grown)
        return false;
    buffer->bytes = grown;
    buffer->size = wanted;
    return true;
}

static void buffer_trim(struct buffer *buffer)
{
    if (buffer->size > KEEP_MAX) {
        free(buffer->bytes);
        *buffer = (struct buffer){0};
    }
}

static void buffers_trim(struct blob_coder *coder)
{
    buffer_trim(&coder->packed);
    buffer_trim(&coder->frame);
    buffer_trim(&coder->line);
}

/* --------------------------------------------------------------------------------------- pack */

static size_t head_write(uint8_t *out, int kind, size_t size)
{
    size_t used = 0;

    out[used++] = (uint8_t)kind;
    for (; size >= 0x80; size >>= 7)
        out[used++] = (uint8_t)(0x80 | (size & 0x7f));
    out[used++] = (uint8_t)size;
    return used;
}

/* Packs the line into coder->packed. Returns the bytes, or 0 if it does not unpack to the same
 * line. */
static size_t line_try(struct blob_coder *coder, const char *line, size_t size)
{
    size_t packed = line_pack(&coder->track, line, size, coder->packed.bytes);

    if (packed == 0)
        return 0;
    size_t back =
        line_unpack(&coder->track, coder->packed.bytes, packed, (char *)coder->line.bytes, size);
    return back == size && memcmp(coder->line.bytes, line, size) == 0 ? packed : 0;
}

int blob_pack(struct blob_coder *coder, const char *line, struct blob *blob)
{
    size_t size = strlen(line), room = ZSTD_compressBound(size);
    int status = -1;

    blob->bytes = NULL;
    if (size > BLOB_LINE_MAX || !buffer_reserve(&coder->packed, size + 1) ||
        !buffer_reserve(&coder->line, size + 1) || !buffer_reserve(&coder->frame, room) ||
        !compressor_ready(coder))
        goto out;
    size_t packed = line_try(coder, line, size);
    size_t frame =
        ZSTD_compress2(coder->compressor, coder->frame.bytes, coder->frame.size,
                       packed ? (const void *)coder->packed.bytes : line, packed ? packed : size);
    if (ZSTD_isError(frame))
        goto out;
    blob->bytes = malloc(HEAD_MAX + frame);
    if (!blob->bytes)
        goto out;
    blob->size = head_write(blob->bytes, packed ? KIND_PACKED : KIND_PLAIN, size);
    memcpy(blob->bytes + blob->size, coder->frame.bytes + MAGIC_BYTES, frame - MAGIC_BYTES);
    blob->size += frame - MAGIC_BYTES;
    blob->dictionary = coder->known[0].number;
    status = 0;
out:
    buffers_trim(coder);
    return status;
}

/* ------------------------------------------------------------------------------------- unpack */

/* Reads the kind and the size of the line. Returns the bytes of the head, or 0. */
static size_t head_read(const uint8_t *bytes, size_t size, int *kind, size_t *line_size)
{
    size_t at = 1;
    uint64_t number = 0;

    if (size < 2 || (bytes[0] != KIND_PACKED && bytes[0] != KIND_PLAIN))
        return 0;
    *kind = bytes[0];
    for (int shift = 0; at < size && at < HEAD_MAX; shift += 7) {
        uint8_t byte = bytes[at++];
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *line_size = (size_t)number;
            return number <= BLOB_LINE_MAX ? at : 0;
        }
    }
    return 0;
}

/* Decompresses the frame into coder->packed. Returns 0, BLOB_DAMAGED or BLOB_NO_MEMORY. */
static int frame_read(struct blob_coder *coder, const ZSTD_DDict *dictionary, const uint8_t *bytes,
                      size_t size, size_t line_size, size_t *content)
{
    if (!buffer_reserve(&coder->frame, MAGIC_BYTES + size))
        return BLOB_NO_MEMORY;
    memcpy(coder->frame.bytes, magic, MAGIC_BYTES);
    memcpy(coder->frame.bytes + MAGIC_BYTES, bytes, size);
    unsigned long long told = ZSTD_getFrameContentSize(coder->frame.bytes, MAGIC_BYTES + size);
    if (told == ZSTD_CONTENTSIZE_ERROR || told == ZSTD_CONTENTSIZE_UNKNOWN || told > line_size)
        return BLOB_DAMAGED; /* the packed form is never longer than its line */
    if (!buffer_reserve(&coder->packed, (size_t)told + 1))
        return BLOB_NO_MEMORY;
    *content = ZSTD_decompress_usingDDict(coder->decompressor, coder->packed.bytes, (size_t)told,
                                          coder->frame.bytes, MAGIC_BYTES + size, dictionary);
    return ZSTD_isError(*content) || *content != told ? BLOB_DAMAGED : 0;
}

typedef size_t line_fn(struct track *track, const uint8_t *bytes, size_t size, char *line,
                       size_t max);

/* `unpack` makes the text of a packed line: the line, or an outline. */
static int text_make(struct blob_coder *coder, int64_t dictionary, const uint8_t *bytes,
                     size_t size, line_fn *unpack, char **line)
{
    const ZSTD_DDict *known = known_find(coder, dictionary);
    size_t line_size = 0, content = 0;
    int kind = 0;
    size_t head = head_read(bytes, size, &kind, &line_size);

    *line = NULL;
    if (!known || head == 0)
        return BLOB_DAMAGED;
    int status = frame_read(coder, known, bytes + head, size - head, line_size, &content);
    char *text = status == 0 ? malloc(line_size + 1) : NULL;
    if (status == 0 && !text)
        status = BLOB_NO_MEMORY;
    if (status == 0 && kind == KIND_PACKED)
        content = unpack(&coder->track, coder->packed.bytes, content, text, line_size);
    else if (status == 0 && content == line_size)
        memcpy(text, coder->packed.bytes, line_size);
    bool whole = kind == KIND_PLAIN || unpack == line_unpack;
    if (status == 0 && ((whole ? content != line_size : content == 0) || memchr(text, 0, content)))
        status = BLOB_DAMAGED;
    buffers_trim(coder);
    if (status) {
        free(text);
        return status;
    }
    text[content] = '\0';
    *line = text;
    return 0;
}

int blob_unpack(struct blob_coder *coder, int64_t dictionary, const uint8_t *bytes, size_t size,
                char **line)
{
    return text_make(coder, dictionary, bytes, size, line_unpack, line);
}

int blob_outline(struct blob_coder *coder, int64_t dictionary, const uint8_t *bytes, size_t size,
                 char **text)
{
    return text_make(coder, dictionary, bytes, size, line_outline, text);
}
