/* bytes.c - numbers and texts as bytes. */
#include "base/bytes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 255 };

void bytes_fini(struct bytes *bytes)
{
    free(bytes->at);
    memset(bytes, 0, sizeof *bytes);
}

bool bytes_room(struct bytes *bytes, size_t more)
{
    size_t capacity = bytes->capacity ? bytes->capacity : 4096;

    if (bytes->failed || more <= bytes->capacity - bytes->size)
        return !bytes->failed;
    while (capacity - bytes->size < more)
        capacity *= 2;
    uint8_t *at = realloc(bytes->at, capacity);
    if (!at) {
        bytes->failed = true;
        return false;
    }
    bytes->at = at;
    bytes->capacity = capacity;
    return true;
}

void bytes_number(struct bytes *bytes, int64_t number)
{
    uint64_t rest = (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0);

    if (!bytes_room(bytes, BYTES_NUMBER_MAX))
        return;
    uint8_t *at = bytes->at + bytes->size;
    for (; rest >= 128; rest >>= 7)
        *at++ = (uint8_t)(rest | 128);
    *at++ = (uint8_t)rest;
    bytes->size = (size_t)(at - bytes->at);
}

void bytes_raw(struct bytes *bytes, const void *raw, size_t size)
{
    if (size == 0 || !bytes_room(bytes, size))
        return;
    memcpy(bytes->at + bytes->size, raw, size);
    bytes->size += size;
}

void bytes_text(struct bytes *bytes, const char *text)
{
    size_t length = strlen(text);
    uint8_t size = (uint8_t)length;

    assert(length <= TEXT_MAX);
    bytes_raw(bytes, &size, 1);
    bytes_raw(bytes, text, length);
}

/* ------------------------------------------------------------------------------------ reading */

static uint64_t read_rest(struct bytes_reader *reader)
{
    uint64_t rest = 0;

    for (int shift = 0; shift < 64 && reader->at < reader->end; shift += 7) {
        uint8_t byte = *reader->at++;
        if (shift == 63 && byte > 1) /* more than 64 bits */
            break;
        rest |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            reader->failed |= byte == 0 && shift > 0; /* there is one way to write a number */
            return rest;
        }
    }
    reader->failed = true;
    return 0;
}

int64_t bytes_read_number(struct bytes_reader *reader, int64_t least, int64_t most)
{
    if (reader->failed)
        return 0;
    uint64_t rest = read_rest(reader);
    int64_t number = (int64_t)(rest >> 1 ^ (rest & 1 ? UINT64_MAX : 0));
    if (number < least || number > most)
        reader->failed = true;
    return reader->failed ? 0 : number;
}

void bytes_read_text(struct bytes_reader *reader, char *text, size_t size)
{
    memset(text, 0, size);
    if (reader->failed || reader->at == reader->end) {
        reader->failed = true;
        return;
    }
    size_t length = *reader->at++;
    if (length >= size || length > (size_t)(reader->end - reader->at) ||
        (length > 0 && memchr(reader->at, '\0', length))) {
        reader->failed = true;
        return;
    }
    memcpy(text, reader->at, length);
    reader->at += length;
}

int bytes_read_count(struct bytes_reader *reader, size_t row, int most)
{
    int64_t count = bytes_read_number(reader, 0, most);

    if ((size_t)count > (size_t)(reader->end - reader->at) / row)
        reader->failed = true;
    return reader->failed ? 0 : (int)count;
}
