/* message_end.c - finds message ends: lines, and msgpack by counting the objects still to come. */
#include "net/message_end.h"

#include <string.h>

void message_end_init(struct message_end *end, bool binary)
{
    *end = (struct message_end){.binary = binary};
}

/* The types of msgpack from 0xc0 to 0xdf by their first byte: bytes of the length, what the length
 * counts, and further bytes in any case. */
static const struct {
    uint8_t length_bytes, unit, skip;
} types[32] = {
    [0x04] = {1, 0, 0}, [0x05] = {2, 0, 0},  [0x06] = {4, 0, 0}, /* bytes */
    [0x07] = {1, 0, 1}, [0x08] = {2, 0, 1},  [0x09] = {4, 0, 1}, /* extensions */
    [0x0a] = {0, 0, 4}, [0x0b] = {0, 0, 8},                      /* floating point */
    [0x0c] = {0, 0, 1}, [0x0d] = {0, 0, 2},  [0x0e] = {0, 0, 4}, [0x0f] = {0, 0, 8}, /* integers */
    [0x10] = {0, 0, 1}, [0x11] = {0, 0, 2},  [0x12] = {0, 0, 4}, [0x13] = {0, 0, 8},
    [0x14] = {0, 0, 2}, [0x15] = {0, 0, 3},  [0x16] = {0, 0, 5}, /* extensions of a fixed size */
    [0x17] = {0, 0, 9}, [0x18] = {0, 0, 17}, [0x19] = {1, 0, 0}, [0x1a] = {2, 0, 0},
    [0x1b] = {4, 0, 0},                     /* strings */
    [0x1c] = {2, 1, 0}, [0x1d] = {4, 1, 0}, /* arrays */
    [0x1e] = {2, 2, 0}, [0x1f] = {4, 2, 0}, /* maps */
};

static void begin_object(struct message_end *end, uint8_t byte)
{
    end->objects--;
    if (byte >= 0x80 && byte <= 0x8f) {
        end->objects += 2 * (uint64_t)(byte & 0x0f);
    } else if (byte >= 0x90 && byte <= 0x9f) {
        end->objects += byte & 0x0f;
    } else if (byte >= 0xa0 && byte <= 0xbf) {
        end->skip = byte & 0x1f;
    } else if (byte >= 0xc0 && byte <= 0xdf) {
        end->length = 0;
        end->length_left = types[byte & 0x1f].length_bytes;
        end->unit = types[byte & 0x1f].unit;
        end->more_skip = types[byte & 0x1f].skip;
        end->skip = end->length_left ? 0 : end->more_skip;
    }
}

static void take_length(struct message_end *end, uint8_t byte)
{
    end->length = end->length << 8 | byte;
    if (--end->length_left > 0)
        return;
    if (end->unit)
        end->objects += (uint64_t)end->unit * end->length;
    else
        end->skip = (uint64_t)end->length + end->more_skip;
}

static size_t find_binary(struct message_end *end, const uint8_t *bytes, size_t size)
{
    size_t at = 0;

    if (!end->inside)
        end->objects = 1;
    end->inside = true;
    while (at < size && end->inside) {
        if (end->skip > 0) {
            size_t step = end->skip < size - at ? (size_t)end->skip : size - at;
            end->skip -= step;
            at += step;
        } else if (end->length_left > 0) {
            take_length(end, bytes[at++]);
        } else {
            begin_object(end, bytes[at++]);
        }
        end->inside = end->objects > 0 || end->skip > 0 || end->length_left > 0;
    }
    return at;
}

size_t message_end_find(struct message_end *end, const uint8_t *bytes, size_t size)
{
    if (end->binary)
        return find_binary(end, bytes, size);
    const uint8_t *feed = memchr(bytes, '\n', size);
    end->inside = feed == NULL;
    return feed ? (size_t)(feed - bytes) + 1 : size;
}
