/* codec.c - the table of messages, and look-ups of messages and fields by name. */
#include "codec.h"

#include <assert.h>
#include <string.h>

#define FIELD_ROW(message, field, key, type, presence) {key, FIELD_##type, FIELD_##presence},
#define FIELD_ROWS(message, name, from)                                                            \
    static const struct field_schema fields_##message[] = {FIELDS_##message(FIELD_ROW)};
MESSAGES(FIELD_ROWS)

#define MESSAGE_ROW(message, name, from) {name, from, message##_FIELD_COUNT, fields_##message},
const struct message_schema codec_schemas[] = {MESSAGES(MESSAGE_ROW)};

/* 0xa0 is the head of an empty string of msgpack. */
#define WORD(text) {(char)(0xa0 + sizeof text - 1), text, sizeof text - 1},
#define NAME_WORD(message, name, from) WORD(name)
const struct codec_word codec_names[] = {MESSAGES(NAME_WORD)};

#define KEY_WORD(message, field, key, type, presence) WORD(key)
#define KEY_WORDS(message, name, from)                                                             \
    static const struct codec_word keys_##message[] = {FIELDS_##message(KEY_WORD)};
MESSAGES(KEY_WORDS)
#define KEY_ROW(message, name, from) keys_##message,
const struct codec_word *const codec_keys[] = {MESSAGES(KEY_ROW)};

#define REQUIRED_BIT(message, field, key, type, presence)                                          \
    | (FIELD_##presence == FIELD_REQ ? 1u << message##_##field : 0)
#define REQUIRED_MASK(message, name, from) 0 FIELDS_##message(REQUIRED_BIT),
const uint32_t codec_required[] = {MESSAGES(REQUIRED_MASK)};

#define KEY_FITS(message, field, key, type, presence)                                              \
    _Static_assert(sizeof key <= CODEC_WORD_MAX + 1, "a key is too long");
#define WORDS_FIT(message, name, from)                                                             \
    _Static_assert(sizeof name <= CODEC_WORD_MAX + 1, "a name is too long");                       \
    FIELDS_##message(KEY_FITS)
MESSAGES(WORDS_FIT)

#define FITS(message, name, from)                                                                  \
    _Static_assert((int)message##_FIELD_COUNT <= (int)MESSAGE_FIELDS_MAX, "too many fields");
MESSAGES(FITS)

static bool word_is(const struct codec_word *word, const char *text, size_t size)
{
    return word->size == size && word->text[0] == text[0] &&
           (size == 1 || memcmp(word->text, text, size) == 0);
}

enum message_kind codec_find_message(enum message_from from, const char *name, size_t size)
{
    for (int kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
        if (word_is(&codec_names[kind], name, size) && codec_schemas[kind].from == from)
            return (enum message_kind)kind;
    }
    return MESSAGE_UNKNOWN;
}

int codec_find_field(enum message_kind kind, const char *key, size_t size)
{
    for (int field = 0; field < codec_schemas[kind].field_count; field++) {
        if (word_is(&codec_keys[kind][field], key, size))
            return field;
    }
    return -1;
}

bool codec_complete(const struct message *message)
{
    if (message->kind == MESSAGE_UNKNOWN)
        return true;
    assert(message->kind < MESSAGE_KIND_COUNT);
    return (codec_required[message->kind] & ~message->present) == 0;
}
