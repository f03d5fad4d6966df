/* msgpack.c - one message of one msgpack map.
 *
 * Reading is our own: the unpacker of msgpack-c allocates what a header claims (five bytes can
 * reserve gigabytes), and knows neither our limits nor where a bad message ends. Here a cursor
 * walks the bytes and never goes past what is there. */
#include "codec.h"

#include <string.h>

enum shape { SHAPE_INT, SHAPE_BOOL, SHAPE_STRING, SHAPE_LIST, SHAPE_MAP, SHAPE_OTHER };

/* The head of one value: its type, and the lengths of the head and of what follows it. */
struct head {
    enum shape shape;
    int64_t integer;
    uint64_t size; /* bytes of a string or other payload; items of a list; pairs of a map */
    size_t bytes;  /* of the head */
};

static uint64_t big_endian(const uint8_t *bytes, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* How many bytes after the code its argument takes; -1 for the code that means nothing. */
static int argument_bytes(uint8_t code)
{
    static const int8_t bytes[] = {
        0, -1, 0, 0, 1, 2, 4, 1, 2, 4, 4, 8, 1, 2, 4, 8, /* c0 .. cf */
        1, 2,  4, 8, 0, 0, 0, 0, 0, 1, 2, 4, 2, 4, 2, 4, /* d0 .. df */
    };
    return code >= 0xc0 && code <= 0xdf ? bytes[code - 0xc0] : 0;
}

static void read_special(uint8_t code, uint64_t argument, struct head *head)
{
    if (code == 0xc2 || code == 0xc3) {
        *head = (struct head){.shape = SHAPE_BOOL, .integer = code == 0xc3};
    } else if (code >= 0xcc && code <= 0xcf) {
        *head = (struct head){.shape = argument > INT64_MAX ? SHAPE_OTHER : SHAPE_INT,
                              .integer = (int64_t)argument};
    } else if (code >= 0xd0 && code <= 0xd3) {
        int shift = 64 - 8 * (1 << (code - 0xd0));
        *head = (struct head){.shape = SHAPE_INT, .integer = (int64_t)(argument << shift) >> shift};
    } else if (code >= 0xd9 && code <= 0xdb) {
        *head = (struct head){.shape = SHAPE_STRING, .size = argument};
    } else if (code == 0xdc || code == 0xdd) {
        *head = (struct head){.shape = SHAPE_LIST, .size = argument};
    } else if (code == 0xde || code == 0xdf) {
        *head = (struct head){.shape = SHAPE_MAP, .size = argument};
    } else {
        uint64_t size = code >= 0xc4 && code <= 0xc6   ? argument
                        : code >= 0xc7 && code <= 0xc9 ? argument + 1
                        : code >= 0xd4 && code <= 0xd8 ? (1u << (code - 0xd4)) + 1
                                                       : 0;
        *head = (struct head){.shape = SHAPE_OTHER, .size = size};
    }
}

static int read_long_head(const uint8_t *bytes, size_t size, struct head *head)
{
    int argument = argument_bytes(bytes[0]);
    if (argument < 0)
        return PROTOCOL_ERROR_LOST;
    if (size < 1 + (size_t)argument)
        return 0;
    read_special(bytes[0], big_endian(bytes + 1, argument), head);
    head->bytes = 1 + (size_t)argument;
    return head->size > FRAME_BYTES_MAX ? PROTOCOL_ERROR_LOST : 1;
}

/* Returns 1; 0 if bytes are missing; or PROTOCOL_ERROR_LOST. Most heads are one byte. */
static inline int read_head(const uint8_t *bytes, size_t size, struct head *head)
{
    if (size == 0)
        return 0;
    uint8_t code = bytes[0];
    if (code <= 0x7f || code >= 0xe0)
        *head = (struct head){.shape = SHAPE_INT, .integer = (int8_t)code, .bytes = 1};
    else if (code <= 0x8f)
        *head = (struct head){.shape = SHAPE_MAP, .size = code & 15, .bytes = 1};
    else if (code <= 0x9f)
        *head = (struct head){.shape = SHAPE_LIST, .size = code & 15, .bytes = 1};
    else if (code <= 0xbf)
        *head = (struct head){.shape = SHAPE_STRING, .size = code & 31, .bytes = 1};
    else
        return read_long_head(bytes, size, head);
    return 1;
}

/* Returns the size of a small number or a short string, with its head; 0 if it is something else.
 * Most values are one or the other and are skipped without the table of heads. */
static inline size_t short_value(uint8_t code)
{
    if (code <= 0x7f || code >= 0xe0)
        return 1;
    return code >= 0xa0 && code <= 0xbf ? 1 + (size_t)(code & 31) : 0;
}

/* Returns the size of one whole value, nested ones included; 0 if bytes are missing; or
 * PROTOCOL_ERROR_LOST. */
static int skip(const uint8_t *bytes, size_t size)
{
    uint64_t left[MESSAGE_DEPTH_MAX + 1]; /* values to come at each depth */
    size_t at = 0;
    int depth = 0;

    left[0] = 1;
    for (;;) {
        struct head head;
        while (left[depth] == 0) {
            if (depth-- == 0)
                return (int)at;
        }
        size_t taken = at < size ? short_value(bytes[at]) : 0;
        if (taken && at + taken <= size && at + taken <= FRAME_BYTES_MAX) {
            left[depth]--;
            at += taken;
            continue;
        }
        int status = read_head(bytes + at, size - at, &head);
        if (status <= 0)
            return size >= FRAME_BYTES_MAX && status == 0 ? PROTOCOL_ERROR_LOST : status;
        left[depth]--;
        at += head.bytes;
        if (head.shape == SHAPE_LIST || head.shape == SHAPE_MAP) {
            if (depth == MESSAGE_DEPTH_MAX)
                return PROTOCOL_ERROR_LOST;
            left[++depth] = head.shape == SHAPE_MAP ? 2 * head.size : head.size;
        } else if (head.shape == SHAPE_STRING || head.shape == SHAPE_OTHER) {
            at += head.size;
        }
        /* The limit comes first: a message that is too long is refused however much of it has
         * arrived. */
        if (at > FRAME_BYTES_MAX)
            return PROTOCOL_ERROR_LOST;
        if (at > size)
            return 0;
    }
}

/* From here on the whole value is known to be there. */
static struct head next_head(const uint8_t **at)
{
    struct head head = {0};
    int status = read_head(*at, FRAME_BYTES_MAX, &head);
    (void)status;
    *at += head.bytes;
    return head;
}

static int read_string(const struct head *head, const uint8_t **at, struct slice *out)
{
    if (head->shape != SHAPE_STRING)
        return PROTOCOL_ERROR_FIELD;
    *out = (struct slice){(const char *)*at, head->size};
    *at += head->size;
    if (out->size > STRING_BYTES_MAX)
        return PROTOCOL_ERROR_TOO_LONG;
    return utf8_valid(out->data, out->size) ? 0 : PROTOCOL_ERROR_SYNTAX;
}

/* Reads a key. A short key is not checked for UTF-8 yet: a known key is ASCII. */
static inline int read_key(const uint8_t **at, struct slice *key, bool *checked)
{
    uint8_t code = **at;

    *checked = !(code >= 0xa0 && code <= 0xbf);
    if (*checked) {
        struct head head = next_head(at);
        return read_string(&head, at, key);
    }
    *key = (struct slice){(const char *)*at + 1, code & 31};
    *at += 1 + key->size;
    return 0;
}

static int read_list(const struct head *list, const uint8_t **at, struct message *message,
                     int field)
{
    enum field_type type = codec_type(message, field);

    message_begin_list(message, field);
    for (uint64_t i = 0; i < list->size; i++) {
        struct head head = next_head(at);
        struct value *item = message_add_item(message, field);
        if (!item)
            return PROTOCOL_ERROR_TOO_LONG;
        if (type == FIELD_INTS && head.shape == SHAPE_INT) {
            item->integer = head.integer;
            continue;
        }
        int status =
            type == FIELD_STRINGS ? read_string(&head, at, &item->string) : PROTOCOL_ERROR_FIELD;
        if (status)
            return status;
    }
    return 0;
}

/* Leaves `at` behind the value. */
static int read_value(const uint8_t **at, struct message *message, int field)
{
    enum field_type type = codec_type(message, field);

    if (type == FIELD_INT && **at <= 0x7f) {
        message_set_int(message, field, *(*at)++);
        return 0;
    }
    struct head head = next_head(at);
    struct slice string;
    if (type == FIELD_STRING) {
        int status = read_string(&head, at, &string);
        if (status == 0)
            message_set_string(message, field, string.data, string.size);
        return status;
    }
    if (type >= FIELD_INTS)
        return head.shape == SHAPE_LIST ? read_list(&head, at, message, field)
                                        : PROTOCOL_ERROR_FIELD;
    if (head.shape != (type == FIELD_BOOL ? SHAPE_BOOL : SHAPE_INT))
        return PROTOCOL_ERROR_FIELD;
    message_set_int(message, field, head.integer);
    return 0;
}

/* Finds the value of `t`, which may stand anywhere in the map. */
static int read_name(const uint8_t *at, const uint8_t *end, uint64_t pairs, struct slice *name)
{
    for (uint64_t i = 0; i < pairs; i++) {
        struct slice key;
        bool checked;
        if (read_key(&at, &key, &checked))
            return PROTOCOL_ERROR_SYNTAX;
        if (key.size == 1 && key.data[0] == 't') {
            struct head head = next_head(&at);
            return read_string(&head, &at, name) ? PROTOCOL_ERROR_SYNTAX : 0;
        }
        if (!checked && !utf8_valid(key.data, key.size))
            return PROTOCOL_ERROR_SYNTAX;
        at += skip(at, (size_t)(end - at));
    }
    return PROTOCOL_ERROR_SYNTAX;
}

/* Skips a bad value, so that the rest of the message is still read. The first error is that of the
 * message. */
static int read_fields(const uint8_t *at, const uint8_t *end, uint64_t pairs,
                       struct message *message)
{
    bool named = false;
    uint32_t bad = 0;
    int status = 0;
    for (uint64_t i = 0; i < pairs; i++) {
        struct slice key;
        bool checked;
        int field = -1;
        if (read_key(&at, &key, &checked)) {
            status = status ? status : PROTOCOL_ERROR_SYNTAX;
            break;
        }
        bool is_name = key.size == 1 && key.data[0] == 't';
        if (is_name && named)
            status = status ? status : PROTOCOL_ERROR_FIELD;
        named = named || is_name;
        if (!is_name && message->kind != MESSAGE_UNKNOWN)
            field = codec_find_field((enum message_kind)message->kind, key.data, key.size);
        if (field < 0) {
            if (!is_name && !checked && !utf8_valid(key.data, key.size))
                status = status ? status : PROTOCOL_ERROR_SYNTAX;
            at += skip(at, (size_t)(end - at));
            continue;
        }
        const uint8_t *value = at;
        int found =
            message_has(message, field) ? PROTOCOL_ERROR_FIELD : read_value(&at, message, field);
        if (found) {
            at = value + skip(value, (size_t)(end - value));
            bad |= 1u << field;
            status = status ? status : found;
        }
    }
    if (status == 0)
        return codec_complete(message) ? 0 : PROTOCOL_ERROR_FIELD;
    message->present &= ~bad;
    return status;
}

/* ------------------------------------------------------------------------- short messages */

/* Reads a number from 0 on, or a short string. Returns the bytes it takes; 0 if it is something
 * else or incomplete. */
static size_t read_short_value(const uint8_t *at, size_t size, struct message *message, int field)
{
    enum field_type type = codec_type(message, field);
    uint8_t code = at[0];

    if (type == FIELD_INT && code <= 0x7f) {
        message_set_int(message, field, code);
        return 1;
    }
    if (type == FIELD_INT && code >= 0xcc && code <= 0xce) {
        size_t bytes = (size_t)1 << (code - 0xcc);
        if (size <= bytes)
            return 0;
        message_set_int(message, field, (int64_t)big_endian(at + 1, (int)bytes));
        return 1 + bytes;
    }
    size_t length = code & 31;
    if (type != FIELD_STRING || (code & 0xe0) != 0xa0 || size <= length ||
        !utf8_valid((const char *)at + 1, length))
        return 0;
    message_set_string(message, field, (const char *)at + 1, length);
    return 1 + length;
}

/* Nearly every message is a short map that begins with its name and has only such values under
 * known keys: it is read in one pass. Returns the bytes it takes; 0 if it is another kind or
 * incomplete: the general reader takes it then. */
static size_t read_short(enum message_from from, const uint8_t *bytes, size_t size,
                         struct message *message)
{
    if (size < 4 || bytes[0] <= 0x80 || bytes[0] > 0x8f || memcmp(bytes + 1, "\xa1t", 2) != 0)
        return 0;
    size_t at = 4, name = bytes[3] & 31;
    if ((bytes[3] & 0xe0) != 0xa0 || size < at + name)
        return 0;
    message_init(message, codec_find_message(from, (const char *)bytes + at, name));
    at += name;
    for (int left = (bytes[0] & 15) - 1; left > 0; left--) {
        size_t key = at < size ? bytes[at] & 31 : 0;
        if (message->kind == MESSAGE_UNKNOWN || size < at + 2 + key || (bytes[at] & 0xe0) != 0xa0)
            return 0;
        int field =
            codec_find_field((enum message_kind)message->kind, (const char *)bytes + at + 1, key);
        at += 1 + key;
        if (field < 0 || message_has(message, field))
            return 0;
        size_t value = read_short_value(bytes + at, size - at, message, field);
        if (value == 0)
            return 0;
        at += value;
    }
    return message->kind != MESSAGE_UNKNOWN && codec_complete(message) ? at : 0;
}

int msgpack_next(enum message_from from, const char *bytes, size_t size, struct message *message,
                 size_t *bad)
{
    const uint8_t *at = (const uint8_t *)bytes;
    struct slice name;

    size_t taken = read_short(from, at, size, message);
    if (taken > 0)
        return (int)taken;
    int whole = skip(at, size);
    if (whole <= 0)
        return whole;
    const uint8_t *end = at + whole;
    struct head head = next_head(&at);
    *bad = (size_t)whole;
    if (head.shape != SHAPE_MAP || read_name(at, end, head.size, &name))
        return PROTOCOL_ERROR_SYNTAX;
    message_init(message, codec_find_message(from, name.data, name.size));
    if (message->kind == MESSAGE_UNKNOWN)
        message->unknown = name;
    int status = read_fields(at, end, head.size, message);
    return status ? status : whole;
}
