/* Streams of messages. In whatever pieces the bytes arrive, the messages are the same; a message
 * that was decoded is the same after it was encoded and decoded again, in either encoding. */
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"
#include "protocol.h"

/* All fields of a message, as bytes. */
struct said {
    size_t size;
    uint8_t bytes[32768];
};

static void say(struct said *said, const void *bytes, size_t size)
{
    if (said->size + size > sizeof said->bytes)
        fuzz_broken("a message says more than a frame holds");
    if (size > 0)
        memcpy(said->bytes + said->size, bytes, size);
    said->size += size;
}

static void say_string(struct said *said, struct slice string)
{
    if (string.size > STRING_BYTES_MAX)
        fuzz_broken("a string of %zu bytes", string.size);
    say(said, &string.size, sizeof string.size);
    say(said, string.data, string.size);
}

static void say_field(struct said *said, const struct message *message, int field,
                      enum field_type type)
{
    const struct value *items;
    int64_t number;

    if (type == FIELD_STRING) {
        say_string(said, message_string(message, field));
        return;
    }
    if (type <= FIELD_BOOL) {
        number = message_int(message, field);
        say(said, &number, sizeof number);
        return;
    }
    int count = message_list(message, field, &items);
    if (count > MESSAGE_ITEMS_MAX)
        fuzz_broken("a list of %d", count);
    say(said, &count, sizeof count);
    for (int i = 0; i < count; i++) {
        if (type == FIELD_INTS)
            say(said, &items[i].integer, sizeof items[i].integer);
        else
            say_string(said, items[i].string);
    }
}

static void say_message(struct said *said, const struct message *message)
{
    said->size = 0;
    say(said, &message->kind, sizeof message->kind);
    if (message->kind == MESSAGE_UNKNOWN) {
        say_string(said, message->unknown);
        return;
    }
    const struct message_schema *schema = message_schema((enum message_kind)message->kind);
    say(said, &message->present, sizeof message->present);
    for (int field = 0; field < schema->field_count; field++) {
        if (message_has(message, field))
            say_field(said, message, field, schema->fields[field].type);
        else if (schema->fields[field].presence == FIELD_REQ)
            fuzz_broken("%s without %s", schema->name, schema->fields[field].key);
    }
}

static void check_encoding(const struct message *message, const struct said *expected,
                           enum encoding encoding)
{
    static struct message again;
    static struct said said;
    static char bytes[FRAME_BYTES_MAX];
    const struct message_schema *schema = message_schema((enum message_kind)message->kind);
    enum encoding found = ENCODING_UNKNOWN;
    size_t bad;
    int size = scribe_message(message, encoding, bytes, sizeof bytes);

    if (size == PROTOCOL_ERROR_SPACE)
        return; /* what fits one encoding may be too long for the other */
    if (size <= 0)
        fuzz_broken("%s does not encode: %s", schema->name, protocol_error_text(size));
    int status = stream_next(&found, schema->from, bytes, (size_t)size, &again, &bad);
    if (status != size || found != encoding)
        fuzz_broken("%s of %d bytes: %d came back", schema->name, size, status);
    say_message(&said, &again);
    if (said.size != expected->size || memcmp(said.bytes, expected->bytes, said.size) != 0)
        fuzz_broken("%s says something else after encoding %d", schema->name, (int)encoding);
}

/* One reader of the stream: its position, and the messages that it got. */
struct reader {
    enum encoding encoding;
    size_t at, bad;
    struct message message;
    struct said said;
};

/* The outcome of one step: as stream_next, 0 at the end of what is there. Lines and maps over the
 * limit cost themselves or the connection, according to how much was in sight: both count as lost.
 */
static int reader_step(struct reader *reader, enum message_from from, const char *bytes,
                       size_t size)
{
    size_t count = size - reader->at;
    int status = stream_next(&reader->encoding, from, bytes + reader->at, count, &reader->message,
                             &reader->bad);
    if (status > 0 && (size_t)status > count)
        fuzz_broken("a message of %d bytes out of %zu", status, count);
    if (status < 0 && status != PROTOCOL_ERROR_LOST) {
        if (reader->bad == 0 || reader->bad > count)
            fuzz_broken("%zu bad bytes out of %zu", reader->bad, count);
        if (reader->bad > FRAME_BYTES_MAX)
            return PROTOCOL_ERROR_LOST;
        reader->at += reader->bad;
    } else if (status > 0) {
        reader->at += (size_t)status;
        say_message(&reader->said, &reader->message);
    }
    return status;
}

/* The first bytes of a stream in memory of their own, so that a sanitizer sees a read beyond them.
 */
static char *arrive(char *before, const char *bytes, size_t size)
{
    free(before);
    char *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

/* Reads the same bytes at once and in pieces, in step. */
static void check_stream(const char *bytes, size_t size, struct fuzz_bytes *cuts,
                         enum message_from from)
{
    static struct reader whole, pieces;
    static char *copy;
    size_t arrived = 0;

    copy = arrive(copy, bytes, 0);
    whole.encoding = pieces.encoding = ENCODING_UNKNOWN;
    whole.at = pieces.at = 0;
    for (;;) {
        int expected = reader_step(&whole, from, bytes, size), status = 0;
        while (status == 0) {
            status = reader_step(&pieces, from, copy, arrived);
            if (status != 0 || arrived == size)
                break;
            size_t more = 1 + fuzz_byte(cuts) * (size_t)(cuts->left % 3 ? 1 : 16);
            arrived = more < size - arrived ? arrived + more : size;
            copy = arrive(copy, bytes, arrived);
        }
        if (status != expected || (status != PROTOCOL_ERROR_LOST && whole.at != pieces.at))
            fuzz_broken("in pieces %d at %zu, at once %d at %zu", status, pieces.at, expected,
                        whole.at);
        if (status == 0 || status == PROTOCOL_ERROR_LOST)
            return;
        if (status < 0)
            continue;
        if (whole.said.size != pieces.said.size ||
            memcmp(whole.said.bytes, pieces.said.bytes, whole.said.size) != 0)
            fuzz_broken("the message says something else in pieces");
        if (whole.message.kind != MESSAGE_UNKNOWN) {
            check_encoding(&whole.message, &whole.said, ENCODING_TEXT);
            check_encoding(&whole.message, &whole.said, ENCODING_MSGPACK);
        }
    }
}

/* The pieces are cut by the stream's own bytes, read from its end: the corpus stays readable. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes cuts = {data + size / 2, size - size / 2};
    struct fuzz_bytes same = cuts;

    check_stream((const char *)data, size, &cuts, FROM_CLIENT);
    check_stream((const char *)data, size, &same, FROM_SERVER);
    return 0;
}
