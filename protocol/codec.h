/* codec.h - what schema.c and the two encodings share. Private to the protocol. */
#ifndef AVONDALE_CODEC_H
#define AVONDALE_CODEC_H

#include "protocol.h"

enum message_kind codec_find_message(enum message_from from, const char *name, size_t size);
int codec_find_field(enum message_kind kind, const char *key, size_t size); /* -1: none */
enum field_type codec_type(const struct message *message, int field);
bool codec_complete(const struct message *message); /* all required fields are there */
bool codec_utf8_valid(const char *text, size_t size); /* and without NUL */
char *codec_reserve(struct message *message, size_t size); /* NULL, and failed: no room */
struct value *codec_add_item(struct message *message, int field);

/* Where bytes go; an overflow sticks. */
struct writer {
    char *at, *end;
    bool full;
};
static inline void writer_put(struct writer *writer, const void *bytes, size_t size)
{
    if (size > (size_t)(writer->end - writer->at)) {
        writer->full = true;
        return;
    }
    __builtin_memcpy(writer->at, bytes, size);
    writer->at += size;
}

void text_encode(const struct message *message, struct writer *writer);
void msgpack_encode(const struct message *message, struct writer *writer);

/* One whole line without its end. 0, or PROTOCOL_ERROR_SYNTAX, _FIELD, _TOO_LONG. */
int text_decode(enum message_from from, const char *line, size_t size, struct message *message);

/* As stream_next, for msgpack. */
int msgpack_next(enum message_from from, const char *bytes, size_t size, struct message *message,
                 size_t *bad);

#endif
