/* text.c - one message of one line of text: NAME key=value key=value. */
#include "codec.h"

#include <string.h>

static bool parse_int(const char *text, size_t size, int64_t *value)
{
    bool negative = size > 0 && text[0] == '-';
    uint64_t number = 0, limit = negative ? UINT64_C(1) << 63 : INT64_MAX;
    size_t i = negative;

    if (i == size || size > 20 || (text[i] == '0' && size > 1))
        return false;
    for (; i < size; i++) {
        unsigned digit = (unsigned)(text[i] - '0');
        if (digit > 9 || number > (limit - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *value = negative ? (int64_t)(0 - number) : (int64_t)number;
    return true;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

/* Points into the line, which is known to be UTF-8, where nothing is escaped, into the message's
 * own text otherwise. */
static int parse_string(const char *text, size_t size, struct message *message, struct slice *out)
{
    if (size > STRING_BYTES_MAX)
        return PROTOCOL_ERROR_TOO_LONG;
    *out = (struct slice){text, size};
    if (!memchr(text, '%', size))
        return 0;
    char *copy = message_reserve(message, size);
    size_t made = 0;
    if (!copy)
        return PROTOCOL_ERROR_TOO_LONG;
    for (size_t i = 0; i < size; i++) {
        if (text[i] != '%') {
            copy[made++] = text[i];
            continue;
        }
        int high = i + 2 < size ? hex_value(text[i + 1]) : -1;
        int low = high >= 0 ? hex_value(text[i + 2]) : -1;
        if (low < 0)
            return PROTOCOL_ERROR_SYNTAX;
        copy[made++] = (char)(high << 4 | low);
        i += 2;
    }
    *out = (struct slice){copy, made};
    return utf8_valid(copy, made) ? 0 : PROTOCOL_ERROR_SYNTAX;
}

static int parse_item(const char *text, size_t size, struct message *message, int field)
{
    struct value *item = message_add_item(message, field);
    if (!item)
        return PROTOCOL_ERROR_TOO_LONG;
    if (codec_type(message, field) == FIELD_INTS)
        return parse_int(text, size, &item->integer) ? 0 : PROTOCOL_ERROR_FIELD;
    if (size == 0)
        return PROTOCOL_ERROR_SYNTAX;
    if (size == 1 && text[0] == '%') {
        item->string = (struct slice){text, 0};
        return 0;
    }
    return parse_string(text, size, message, &item->string);
}

static int parse_list(const char *text, size_t size, struct message *message, int field)
{
    message_begin_list(message, field);
    while (size > 0) {
        const char *comma = memchr(text, ',', size);
        size_t item = comma ? (size_t)(comma - text) : size;
        int status = parse_item(text, item, message, field);
        if (status)
            return status;
        if (!comma)
            return 0;
        text += item + 1;
        size -= item + 1;
        if (size == 0)
            return PROTOCOL_ERROR_SYNTAX; /* a comma at the end */
    }
    return 0;
}

static int parse_value(const char *text, size_t size, struct message *message, int field)
{
    enum field_type type = codec_type(message, field);
    int64_t number;
    struct slice string;

    if (type == FIELD_STRING) {
        int status = memchr(text, ',', size) ? PROTOCOL_ERROR_SYNTAX
                                             : parse_string(text, size, message, &string);
        if (status == 0)
            message_set_string(message, field, string.data, string.size);
        return status;
    }
    if (type >= FIELD_INTS)
        return parse_list(text, size, message, field);
    if (!parse_int(text, size, &number) || (type == FIELD_BOOL && number != 0 && number != 1))
        return PROTOCOL_ERROR_FIELD;
    message_set_int(message, field, number);
    return 0;
}

/* Known keys with unreadable values go to the mask `bad`. */
static int parse_pair(const char *text, size_t size, struct message *message, uint32_t *bad)
{
    const char *equals = memchr(text, '=', size);
    size_t key = equals ? (size_t)(equals - text) : 0;

    if (key == 0)
        return PROTOCOL_ERROR_SYNTAX;
    if (message->kind == MESSAGE_UNKNOWN)
        return 0;
    int field = codec_find_field((enum message_kind)message->kind, text, key);
    if (field < 0)
        return 0; /* unknown keys are ignored */
    int status = message_has(message, field)
                     ? PROTOCOL_ERROR_FIELD
                     : parse_value(equals + 1, size - key - 1, message, field);
    if (status)
        *bad |= 1u << field;
    return status;
}

/* UTF-8 without control characters. Nearly every line is ASCII. */
static bool line_valid(const char *line, size_t size)
{
    unsigned seen = 0, control = 0;

    for (size_t i = 0; i < size; i++) {
        uint8_t c = (uint8_t)line[i];
        seen |= c;
        control |= (c < ' ') | (c == 0x7f);
    }
    return !control && (seen < 0x80 || utf8_valid(line, size));
}

int text_decode(enum message_from from, const char *line, size_t size, struct message *message)
{
    const char *space = memchr(line, ' ', size);
    size_t name = space ? (size_t)(space - line) : size;
    uint32_t bad = 0;
    int status = 0;

    message_init(message, MESSAGE_UNKNOWN);
    if (name == 0 || name > STRING_BYTES_MAX || !line_valid(line, size))
        return PROTOCOL_ERROR_SYNTAX;
    message->kind = (uint8_t)codec_find_message(from, line, name);
    if (message->kind == MESSAGE_UNKNOWN)
        message->unknown = (struct slice){line, name};
    for (size_t at = name; at < size;) {
        size_t begin = ++at;
        const char *end = memchr(line + begin, ' ', size - begin);
        at = end ? (size_t)(end - line) : size;
        int found = at == begin ? 0 : parse_pair(line + begin, at - begin, message, &bad);
        status = status ? status : found;
    }
    if (status == 0)
        return codec_complete(message) ? 0 : PROTOCOL_ERROR_FIELD;
    message->present &= ~bad;
    return status;
}
