/* message.c - messages as values: their fields are set and read. */
#include "codec.h"

#include <assert.h>
#include <string.h>

const struct message_schema *message_schema(enum message_kind kind)
{
    assert(kind < MESSAGE_KIND_COUNT);
    return &codec_schemas[kind];
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

char *message_reserve(struct message *message, size_t size)
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
    char *copy = message_reserve(message, size);
    if (!copy)
        return;
    memcpy(copy, text, size);
    message_set_string(message, field, copy, size);
}

void message_set_hex(struct message *message, int field, const uint8_t *bytes, size_t size)
{
    char *text = message_reserve(message, 2 * size + 1);
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

struct value *message_add_item(struct message *message, int field)
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
    struct value *item = message_add_item(message, field);
    if (item)
        item->integer = value;
}

void message_add_copy(struct message *message, int field, const char *text, size_t size)
{
    assert(codec_type(message, field) == FIELD_STRINGS);
    char *copy = message_reserve(message, size);
    struct value *item = copy ? message_add_item(message, field) : NULL;
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

cardset_t message_cards(const struct message *message, int field)
{
    const struct value *items = NULL;
    int count = message_has(message, field) ? message_list(message, field, &items) : 0;
    cardset_t cards = 0;

    for (int i = 0; i < count; i++) {
        card_t card;
        if (card_parse(items[i].string.data, items[i].string.size, &card) == 0)
            cards |= CARDSET(card);
    }
    return cards;
}
