/* stream.c - cuts bytes into messages; detects the encoding by the first byte. */
#include "codec.h"

#include <string.h>

/* A line that is too long is one bad message if its end is within reach. */
static int text_next(enum message_from from, const char *bytes, size_t size,
                     struct message *message, size_t *bad)
{
    size_t begin = 0;

    while (begin < size && (bytes[begin] == '\n' || bytes[begin] == '\r'))
        begin++;
    if (begin > FRAME_BYTES_MAX)
        return PROTOCOL_ERROR_LOST;
    const char *end = memchr(bytes + begin, '\n', size - begin);
    size_t length = end ? (size_t)(end - bytes) - begin : size - begin;
    if (!end)
        return length > FRAME_BYTES_MAX ? PROTOCOL_ERROR_LOST : 0;
    *bad = begin + length + 1;
    if (length > 0 && bytes[begin + length - 1] == '\r')
        length--;
    int status = text_decode(from, bytes + begin, length, message);
    if (*bad > begin + FRAME_BYTES_MAX + 1)
        return PROTOCOL_ERROR_TOO_LONG;
    return status ? status : (int)*bad;
}

static bool is_map(uint8_t byte)
{
    return (byte & 0xf0) == 0x80 || byte == 0xde || byte == 0xdf;
}

int stream_next(enum encoding *encoding, enum message_from from, const char *bytes, size_t size,
                struct message *message, size_t *bad)
{
    *bad = 0;
    message->kind = MESSAGE_UNKNOWN;
    message->present = 0;
    if (size == 0)
        return 0;
    if (*encoding == ENCODING_UNKNOWN)
        *encoding = is_map((uint8_t)bytes[0]) ? ENCODING_MSGPACK : ENCODING_TEXT;
    if (*encoding == ENCODING_MSGPACK)
        return msgpack_next(from, bytes, size, message, bad);
    return text_next(from, bytes, size, message, bad);
}
