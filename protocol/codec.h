/* codec.h - shared by the message table, the messages and the two encodings. Private to the
 * protocol. */
#ifndef AVONDALE_CODEC_H
#define AVONDALE_CODEC_H

#include "protocol.h"
#include "utf8.h"

#include <assert.h>
#include <string.h>

/* A key or a name as it is written: in msgpack the head and the text, in text the text alone. Of a
 * fixed size, so that it is copied without a call. */
enum { CODEC_WORD_MAX = 13 };
struct codec_word {
    char head;
    char text[CODEC_WORD_MAX + 1];
    uint8_t size; /* of the text */
};

/* By kind, by kind and field. */
extern const struct message_schema codec_schemas[MESSAGE_KIND_COUNT];
extern const struct codec_word codec_names[MESSAGE_KIND_COUNT];
extern const struct codec_word *const codec_keys[MESSAGE_KIND_COUNT];
extern const uint32_t codec_required[MESSAGE_KIND_COUNT]; /* mask of fields */

enum message_kind codec_find_message(enum message_from from, const char *name, size_t size);
int codec_find_field(enum message_kind kind, const char *key, size_t size); /* -1: none */
static inline enum field_type codec_type(const struct message *message, int field)
{
    assert(message->kind < MESSAGE_KIND_COUNT);
    const struct message_schema *schema = &codec_schemas[message->kind];
    assert(field >= 0 && field < schema->field_count);
    return schema->fields[field].type;
}
bool codec_complete(const struct message *message);          /* all required fields are there */
char *message_reserve(struct message *message, size_t size); /* NULL with `failed` set: no room */
struct value *message_add_item(struct message *message, int field);

static inline bool writer_has_room(struct wire_writer *writer, size_t size)
{
    if (size <= (size_t)(writer->end - writer->at))
        return true;
    writer->full = true;
    return false;
}

/* Most of what is written is a few bytes: two copies of a fixed size that overlap cost less than a
 * call. */
static inline void writer_put(struct wire_writer *writer, const void *bytes, size_t size)
{
    const char *from = bytes;
    char *at = writer->at;

    if (!writer_has_room(writer, size))
        return;
    if (size > 16) {
        memcpy(at, from, size);
    } else if (size >= 8) {
        memcpy(at, from, 8);
        memcpy(at + size - 8, from + size - 8, 8);
    } else if (size >= 4) {
        memcpy(at, from, 4);
        memcpy(at + size - 4, from + size - 4, 4);
    } else if (size > 0) {
        at[0] = from[0];
        at[size / 2] = from[size / 2];
        at[size - 1] = from[size - 1];
    }
    writer->at += size;
}

static inline void writer_put_byte(struct wire_writer *writer, unsigned byte)
{
    if (writer_has_room(writer, 1))
        *writer->at++ = (char)byte;
}

/* The text of a word, with or without its head. */
static inline void writer_put_word(struct wire_writer *writer, const struct codec_word *word,
                                   bool head)
{
    if ((size_t)(writer->end - writer->at) < sizeof *word) {
        writer_put(writer, head ? &word->head : word->text, word->size + (size_t)head);
    } else if (head) {
        memcpy(writer->at, word, sizeof *word);
        writer->at += 1 + word->size;
    } else {
        memcpy(writer->at, word->text, sizeof word->text);
        writer->at += word->size;
    }
}

/* Reads one whole line without its end. Returns 0, or PROTOCOL_ERROR_SYNTAX, _FIELD or _TOO_LONG;
 * *message then holds the readable part, as stream_next says. */
int text_decode(enum message_from from, const char *line, size_t size, struct message *message);

/* As stream_next, for msgpack. */
int msgpack_next(enum message_from from, const char *bytes, size_t size, struct message *message,
                 size_t *bad);

#endif
