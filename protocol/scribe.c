/* scribe.c - messages as bytes, in both encodings. Packing is msgpack-c's. */
#include "decimal.h"
#include "pack.h"

enum { MAP_SHORT = 15 }; /* pairs whose number the first byte of a map holds */

/* ------------------------------------------------------------------------------------ values */

/* Most strings and numbers are short: their heads are one byte. */
static inline void pack_string(struct wire_writer *writer, const char *text, size_t size)
{
    if (size < 32)
        writer_put_byte(writer, 0xa0 + (unsigned)size);
    else
        msgpack_pack_str(writer, size);
    writer_put(writer, text, size);
}

static inline void pack_int(struct wire_writer *writer, int64_t value)
{
    if (value >= 0 && value < 128)
        writer_put_byte(writer, (unsigned)value);
    else
        msgpack_pack_int64(writer, value);
}

static void write_int(struct wire_writer *writer, int64_t value)
{
    char text[DECIMAL_MAX];

    if (value >= 0 && value < 10) { /* seats, most of the time */
        writer_put_byte(writer, (unsigned)('0' + value));
        return;
    }
    const char *begin = decimal_format(value, text);
    writer_put(writer, begin, (size_t)(text + sizeof text - begin));
}

static bool plain(uint8_t c)
{
    return c > ' ' && c != ',' && c != '%' && c != 0x7f;
}

static void write_escaped(struct wire_writer *writer, const char *text, size_t size)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t run = 0;

    for (size_t i = 0; i < size; i++) {
        uint8_t c = (uint8_t)text[i];
        if (plain(c)) {
            run++;
            continue;
        }
        char escape[3] = {'%', digits[c >> 4], digits[c & 15]};
        writer_put(writer, text + i - run, run);
        writer_put(writer, escape, 3);
        run = 0;
    }
    writer_put(writer, text + size - run, run);
}

static inline void put_int(struct scribe *scribe, int64_t value)
{
    if (scribe->text)
        write_int(&scribe->out, value);
    else
        pack_int(&scribe->out, value);
}

static inline void put_word(struct scribe *scribe, const char *word, size_t size)
{
    if (scribe->text)
        writer_put(&scribe->out, word, size);
    else
        pack_string(&scribe->out, word, size);
}

static void put_string(struct scribe *scribe, const char *text, size_t size)
{
    if (scribe->text)
        write_escaped(&scribe->out, text, size);
    else
        pack_string(&scribe->out, text, size);
}

/* Nearly all actions are a card or a call, whose texts are at hand. */
static void put_action(struct scribe *scribe, const struct action *action)
{
    char text[ACTION_TEXT_MAX];

    if (action->kind == ACTION_PLAY && action->count == 1 && !card_is_joker(action->cards[0]))
        put_word(scribe, card_texts[action->cards[0]], card_text_size(action->cards[0]));
    else if (action->kind == ACTION_CALL)
        put_word(scribe, call_name(action->call), call_name_size(action->call));
    else
        put_word(scribe, text, action_format(action, text));
}

/* ---------------------------------------------------------------------------------- messages */

void scribe_init(struct scribe *scribe, enum encoding encoding, char *out, size_t size)
{
    assert(encoding == ENCODING_TEXT || encoding == ENCODING_MSGPACK);
    scribe->text = encoding == ENCODING_TEXT;
    scribe->out = (struct wire_writer){out, out + size, false};
}

/* The head of a map holds the number of pairs, so it is written last: three bytes are reserved if
 * there may be more than 15 pairs, and one is used if there are not. */
static size_t head_bytes(const struct scribe *scribe)
{
    return scribe->schema->field_count < MAP_SHORT ? 1 : 3;
}

void scribe_begin(struct scribe *scribe, enum message_kind kind)
{
    struct wire_writer *out = &scribe->out;

    assert(kind < MESSAGE_KIND_COUNT);
    scribe->start = out->at;
    scribe->schema = &codec_schemas[kind];
    scribe->keys = codec_keys[kind];
    scribe->last = -1;
    scribe->pairs = 1;
    if (!scribe->text) {
        writer_put(out, "\xde\0\0", head_bytes(scribe));
        writer_put(out, "\xa1t", 2);
    }
    writer_put_word(out, &codec_names[kind], !scribe->text);
}

static inline void put_key(struct scribe *scribe, int field)
{
    assert(field > scribe->last && field < scribe->schema->field_count);
    scribe->last = field;
    scribe->pairs++;
    if (scribe->text)
        writer_put_byte(&scribe->out, ' ');
    writer_put_word(&scribe->out, &scribe->keys[field], !scribe->text);
    if (scribe->text)
        writer_put_byte(&scribe->out, '=');
}

static inline enum field_type type_of(const struct scribe *scribe, int field)
{
    return scribe->schema->fields[field].type;
}

void scribe_int(struct scribe *scribe, int field, int64_t value)
{
    enum field_type type = type_of(scribe, field);

    put_key(scribe, field);
    assert(type == FIELD_INT || (type == FIELD_BOOL && (value == 0 || value == 1)));
    if (type == FIELD_INT || scribe->text)
        put_int(scribe, value);
    else if (value)
        msgpack_pack_true(&scribe->out);
    else
        msgpack_pack_false(&scribe->out);
}

static inline void begin_string(struct scribe *scribe, int field)
{
    put_key(scribe, field);
    assert(type_of(scribe, field) == FIELD_STRING);
}

void scribe_string(struct scribe *scribe, int field, const char *text, size_t size)
{
    begin_string(scribe, field);
    put_string(scribe, text, size);
}

void scribe_word(struct scribe *scribe, int field, const char *word)
{
    begin_string(scribe, field);
    put_word(scribe, word, strlen(word));
}

void scribe_hex(struct scribe *scribe, int field, const uint8_t *bytes, size_t size)
{
    char text[2 * FAIR_BYTES + 1];

    assert(size <= FAIR_BYTES);
    hex_encode(bytes, size, text);
    begin_string(scribe, field);
    put_word(scribe, text, 2 * size);
}

void scribe_action(struct scribe *scribe, int field, const struct action *action)
{
    begin_string(scribe, field);
    put_action(scribe, action);
}

/* ------------------------------------------------------------------------------------- lists */

static inline void begin_list(struct scribe *scribe, int field, int count)
{
    put_key(scribe, field);
    scribe->listed = false;
    if (!scribe->text)
        msgpack_pack_array(&scribe->out, (size_t)count);
}

void scribe_list(struct scribe *scribe, int field, int count)
{
    assert(type_of(scribe, field) >= FIELD_INTS);
    begin_list(scribe, field, count);
}

static inline void begin_item(struct scribe *scribe)
{
    if (scribe->text && scribe->listed)
        writer_put_byte(&scribe->out, ',');
    scribe->listed = true;
}

void scribe_add_int(struct scribe *scribe, int64_t value)
{
    assert(type_of(scribe, scribe->last) == FIELD_INTS);
    begin_item(scribe);
    put_int(scribe, value);
}

/* In text an empty item is a lone percent sign, so that a list of one differs from an empty list.
 */
void scribe_add_string(struct scribe *scribe, const char *text, size_t size)
{
    assert(type_of(scribe, scribe->last) == FIELD_STRINGS);
    begin_item(scribe);
    if (size == 0 && scribe->text)
        writer_put_byte(&scribe->out, '%');
    else
        put_string(scribe, text, size);
}

void scribe_add_action(struct scribe *scribe, const struct action *action)
{
    assert(type_of(scribe, scribe->last) == FIELD_STRINGS);
    begin_item(scribe);
    put_action(scribe, action);
}

/* What is written most: room is asked for once, and a card is a copy of its four bytes. */
void scribe_cards(struct scribe *scribe, int field, cardset_t cards)
{
    bool text = scribe->text;
    int count = cardset_count(cards);

    assert(type_of(scribe, field) == FIELD_STRINGS);
    begin_list(scribe, field, count);
    if (!writer_has_room(&scribe->out, (size_t)count * (1 + CARD_TEXT_MAX)))
        return;
    char *at = scribe->out.at;
    for (; cards; scribe->listed = true) {
        card_t card = cardset_pop(&cards);
        size_t size = card_text_size(card);
        if (!text)
            *at++ = (char)(0xa0 + size);
        else if (scribe->listed)
            *at++ = ',';
        memcpy(at, card_texts[card], CARD_TEXT_MAX);
        at += size;
    }
    scribe->out.at = at;
}

int scribe_end(struct scribe *scribe)
{
    struct wire_writer *out = &scribe->out;
    char *start = scribe->start;

    if (scribe->text)
        writer_put_byte(out, '\n');
    if (out->full || out->at - start > FRAME_BYTES_MAX) {
        out->at = start;
        out->full = false;
        return PROTOCOL_ERROR_SPACE;
    }
    if (!scribe->text && scribe->pairs <= MAP_SHORT) {
        size_t head = head_bytes(scribe);
        start[0] = (char)(0x80 + scribe->pairs);
        memmove(start + 1, start + head, (size_t)(out->at - start) - head);
        out->at -= head - 1;
    } else if (!scribe->text) {
        start[2] = (char)scribe->pairs;
    }
    return (int)(out->at - start);
}

/* ------------------------------------------------------------------------- one made before */

static void add_items(struct scribe *scribe, const struct message *message, int field,
                      enum field_type type)
{
    const struct value *items;
    int count = message_list(message, field, &items);

    scribe_list(scribe, field, count);
    for (int i = 0; i < count; i++) {
        if (type == FIELD_INTS)
            scribe_add_int(scribe, items[i].integer);
        else
            scribe_add_string(scribe, items[i].string.data, items[i].string.size);
    }
}

int scribe_message(const struct message *message, enum encoding encoding, char *out, size_t size)
{
    struct scribe scribe;

    if (message->failed)
        return PROTOCOL_ERROR_SPACE;
    scribe_init(&scribe, encoding, out, size);
    scribe_begin(&scribe, (enum message_kind)message->kind);
    for (uint32_t left = message->present; left; left &= left - 1) {
        int field = __builtin_ctz(left);
        const struct value *value = &message->fields[field];
        enum field_type type = codec_type(message, field);
        if (type == FIELD_INT || type == FIELD_BOOL)
            scribe_int(&scribe, field, value->integer);
        else if (type == FIELD_STRING)
            scribe_string(&scribe, field, value->string.data, value->string.size);
        else
            add_items(&scribe, message, field, type);
    }
    return scribe_end(&scribe);
}
