/* schema.c - the table of messages, and messages as values. */
#include "codec.h"

#include <assert.h>
#include <stdio.h>
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

const struct message_schema *message_schema(enum message_kind kind)
{
    assert(kind < MESSAGE_KIND_COUNT);
    return &codec_schemas[kind];
}

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

/* The lengths that a lead byte announces, and the bounds of its second byte: RFC 3629. */
bool codec_utf8_valid(const char *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    for (size_t i = 0; i < size;) {
        uint8_t lead = bytes[i];
        if (lead >= 1 && lead < 0x80) {
            i++;
            continue;
        }
        size_t more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
        uint8_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        uint8_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (lead < 0xc2 || lead > 0xf4 || size - i <= more)
            return false;
        for (size_t k = 1; k <= more; k++) {
            if (bytes[i + k] < (k == 1 ? low : 0x80) || bytes[i + k] > (k == 1 ? high : 0xbf))
                return false;
        }
        i += more + 1;
    }
    return true;
}

const char *wire_error_code(enum wire_error error)
{
#define CODE(name, code, text) code,
    static const char *const codes[] = {WIRE_ERRORS(CODE)};
#undef CODE
    assert(error < WIRE_ERROR_COUNT);
    return codes[error];
}

const char *wire_error_text(enum wire_error error)
{
#define TEXT(name, code, text) text,
    static const char *const texts[] = {WIRE_ERRORS(TEXT)};
#undef TEXT
    assert(error < WIRE_ERROR_COUNT);
    return texts[error];
}

/* --------------------------------------------------------------------------------- setters */

void message_init(struct message *message, enum message_kind kind)
{
    message->kind = (uint8_t)kind;
    message->failed = 0;
    message->item_count = 0;
    message->present = 0;
    message->text_size = 0;
}

void message_set_int(struct message *message, int field, int64_t value)
{
    enum field_type type = codec_type(message, field);
    assert(type == FIELD_INT || (type == FIELD_BOOL && (value == 0 || value == 1)));
    (void)type;
    message->fields[field].integer = value;
    message->present |= 1u << field;
}

void message_set_string(struct message *message, int field, const char *text, size_t size)
{
    assert(codec_type(message, field) == FIELD_STRING);
    if (size > STRING_BYTES_MAX) {
        message->failed = 1;
        return;
    }
    message->fields[field].string = (struct slice){text, size};
    message->present |= 1u << field;
}

char *codec_reserve(struct message *message, size_t size)
{
    if (size > MESSAGE_TEXT_MAX - message->text_size) {
        message->failed = 1;
        return NULL;
    }
    char *text = message->text + message->text_size;
    message->text_size += (uint32_t)size;
    return text;
}

void message_set_copy(struct message *message, int field, const char *text, size_t size)
{
    char *copy = codec_reserve(message, size);
    if (!copy)
        return;
    memcpy(copy, text, size);
    message_set_string(message, field, copy, size);
}

void message_set_hex(struct message *message, int field, const uint8_t *bytes, size_t size)
{
    char *text = codec_reserve(message, 2 * size + 1);
    if (!text)
        return;
    hex_encode(bytes, size, text);
    message_set_string(message, field, text, 2 * size);
}

void message_begin_list(struct message *message, int field)
{
    assert(codec_type(message, field) >= FIELD_INTS);
    message->fields[field].list.first = message->item_count;
    message->fields[field].list.count = 0;
    message->present |= 1u << field;
}

struct value *codec_add_item(struct message *message, int field)
{
    assert(message_has(message, field));
    assert(message->fields[field].list.first + message->fields[field].list.count ==
           message->item_count);
    if (message->item_count == MESSAGE_ITEMS_MAX) {
        message->failed = 1;
        return NULL;
    }
    message->fields[field].list.count++;
    return &message->items[message->item_count++];
}

void message_add_int(struct message *message, int field, int64_t value)
{
    assert(codec_type(message, field) == FIELD_INTS);
    struct value *item = codec_add_item(message, field);
    if (item)
        item->integer = value;
}

void message_add_copy(struct message *message, int field, const char *text, size_t size)
{
    assert(codec_type(message, field) == FIELD_STRINGS);
    char *copy = codec_reserve(message, size);
    struct value *item = copy ? codec_add_item(message, field) : NULL;
    if (!item)
        return;
    memcpy(copy, text, size);
    item->string = (struct slice){copy, size};
}

void message_set_action(struct message *message, int field, const struct action *action)
{
    char text[ACTION_TEXT_MAX];
    size_t size = action_format(action, text);
    message_set_copy(message, field, text, size);
}

/* --------------------------------------------------------------------------------- getters */

int64_t message_int(const struct message *message, int field)
{
    assert(message_has(message, field) && codec_type(message, field) <= FIELD_BOOL);
    return message->fields[field].integer;
}

struct slice message_string(const struct message *message, int field)
{
    assert(message_has(message, field) && codec_type(message, field) == FIELD_STRING);
    return message->fields[field].string;
}

int message_list(const struct message *message, int field, const struct value **items)
{
    assert(message_has(message, field) && codec_type(message, field) >= FIELD_INTS);
    *items = message->items + message->fields[field].list.first;
    return message->fields[field].list.count;
}
