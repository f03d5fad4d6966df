/* Both encodings, driven by the table of messages: no message is changed on the way, and hostile
 * input is not trusted. The golden bytes are tests/vectors/wire.json, checked by
 * build/tests/vectors. */
#include "messages.h"

static void decode(const char *bytes, int size, enum encoding encoding, enum message_from from,
                   struct message *message)
{
    enum encoding told = ENCODING_UNKNOWN;
    size_t bad;
    assert_int_equal(stream_next(&told, from, bytes, (size_t)size, message, &bad), size);
    assert_int_equal(told, encoding);
}

static void messages_round_trip(void **context)
{
    static struct message made, read, again;
    static char first[FRAME_BYTES_MAX], other[FRAME_BYTES_MAX], back[FRAME_BYTES_MAX];
    (void)context;

    for (int round = 0; round < 3000; round++) {
        enum message_kind kind = (enum message_kind)below(MESSAGE_KIND_COUNT);
        enum message_from from = message_schema(kind)->from;
        enum encoding a = round % 2 ? ENCODING_TEXT : ENCODING_MSGPACK;
        enum encoding b = round % 2 ? ENCODING_MSGPACK : ENCODING_TEXT;
        fill(&made, kind, round % 3 == 0);
        int size = encode(&made, a, first);
        decode(first, size, a, from, &read);
        int middle = encode(&read, b, other);
        decode(other, middle, b, from, &again);
        assert_int_equal(encode(&again, a, back), size);
        assert_memory_equal(back, first, (size_t)size);
    }
}

/* A map that begins with its name takes another path than one that does not. */
static void the_name_may_come_last(void **context)
{
    static struct message before, first, last;
    static char bytes[FRAME_BYTES_MAX], turned[FRAME_BYTES_MAX], again[FRAME_BYTES_MAX];
    (void)context;

    for (int i = 0; i < 20000; i++) {
        enum message_kind kind = (enum message_kind)below(MESSAGE_KIND_COUNT);
        const struct message_schema *schema = message_schema(kind);
        fill(&before, kind, below(2));
        int size = scribe_message(&before, ENCODING_MSGPACK, bytes, sizeof bytes);
        assert_true(size > 0);
        size_t head = (uint8_t)bytes[0] == 0xde ? 3 : 1, name = 3 + strlen(schema->name);
        memcpy(turned, bytes, head);
        memcpy(turned + head, bytes + head + name, (size_t)size - head - name);
        memcpy(turned + (size_t)size - name, bytes + head, name);
        decode(bytes, size, ENCODING_MSGPACK, schema->from, &first);
        decode(turned, size, ENCODING_MSGPACK, schema->from, &last);
        assert_int_equal(first.present, last.present);
        assert_int_equal(scribe_message(&first, ENCODING_MSGPACK, again, sizeof again), size);
        assert_memory_equal(bytes, again, (size_t)size);
        assert_int_equal(scribe_message(&last, ENCODING_MSGPACK, again, sizeof again), size);
        assert_memory_equal(bytes, again, (size_t)size);
    }
}

/* Into less and less space, between guard bytes. */
static void a_message_that_does_not_fit_is_dropped(void **context)
{
    static const enum encoding encodings[] = {ENCODING_TEXT, ENCODING_MSGPACK};
    struct scribe scribe;
    char out[300];
    (void)context;

    for (int i = 0; i < 2; i++) {
        scribe_init(&scribe, encodings[i], out, sizeof out);
        say_turn(&scribe);
        int whole = scribe_end(&scribe);
        for (int room = 2 * whole - 1; room >= 0; room--) {
            memset(out, '#', sizeof out);
            scribe_init(&scribe, encodings[i], out, (size_t)room);
            for (int k = 0; k < 2; k++) {
                bool fits = (k + 1) * whole <= room;
                say_turn(&scribe);
                assert_int_equal(scribe_end(&scribe), fits ? whole : PROTOCOL_ERROR_SPACE);
            }
            for (size_t at = (size_t)room; at < sizeof out; at++)
                assert_int_equal(out[at], '#');
        }
    }
}

/* The input ends at the end of a mapping: a read past it crashes. */
static void cut_off_input_is_partial(void **context)
{
    long page = sysconf(_SC_PAGESIZE);
    char *map =
        mmap(NULL, (size_t)(3 * page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    static struct message made, read;
    static char bytes[FRAME_BYTES_MAX];
    (void)context;

    assert_true(map != MAP_FAILED);
    assert_int_equal(mprotect(map + 2 * page, (size_t)page, PROT_NONE), 0);
    for (int kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
        for (int e = ENCODING_MSGPACK; e <= ENCODING_TEXT; e++) {
            fill(&made, (enum message_kind)kind, true);
            int size = encode(&made, (enum encoding)e, bytes);
            for (int cut = 0; cut < size; cut++) {
                enum encoding encoding = (enum encoding)e;
                size_t bad;
                char *at = map + 2 * page - cut;
                memcpy(at, bytes, (size_t)cut);
                assert_int_equal(stream_next(&encoding, message_schema(made.kind)->from, at,
                                             (size_t)cut, &read, &bad),
                                 0);
            }
        }
    }
    munmap(map, (size_t)(3 * page));
}

static void unknown_messages_are_named(void **context)
{
    static struct message message;
    enum encoding encoding = ENCODING_UNKNOWN;
    size_t bad;
    (void)context;
    assert_int_equal(stream_next(&encoding, FROM_CLIENT, "dance x=1\n", 10, &message, &bad), 10);
    assert_int_equal(message.kind, MESSAGE_UNKNOWN);
    assert_memory_equal(message.unknown.data, "dance", 5);
}

/* A message with an error still has its name and its valid fields. */
static void expect_rest(const char *bytes, size_t size, int status, int kind, uint32_t present)
{
    static struct message message;
    enum encoding encoding = ENCODING_UNKNOWN;
    size_t bad;

    message.kind = MESSAGE_HELLO; /* of an earlier message */
    message.present = 1;
    assert_int_equal(stream_next(&encoding, FROM_CLIENT, bytes, size, &message, &bad), status);
    assert_int_equal(bad, size);
    assert_int_equal(message.kind, kind);
    if (kind != MESSAGE_UNKNOWN)
        assert_int_equal(message.present, present);
    if (present >> ACT_G & 1 && kind == MESSAGE_ACT)
        assert_int_equal(message_int(&message, ACT_G), 2);
}

#define EXPECT_REST(bytes, status, kind, present)                                                  \
    expect_rest(bytes, sizeof bytes - 1, PROTOCOL_ERROR_##status, MESSAGE_##kind, present)

static void bad_messages_keep_their_name(void **context)
{
    const uint32_t g = 1u << ACT_G, n = 1u << ACT_N, a = 1u << ACT_A;
    (void)context;
    EXPECT_REST("act n=x g=2 a=pass\n", FIELD, ACT, g | a);
    EXPECT_REST("act a=%zz g=2 n=1\n", SYNTAX, ACT, g | n);
    EXPECT_REST("act a=%zz n=x g=2\n", SYNTAX, ACT, g); /* the first error counts */
    EXPECT_REST("act g=2 g=2 n=1 a=pass\n", FIELD, ACT, n | a);
    EXPECT_REST("act g=2 g=2 g=2 n=1 a=pass\n", FIELD, ACT, n | a);
    EXPECT_REST("act g=2 n=1\n", FIELD, ACT, g | n);
    EXPECT_REST("act pass g=2\n", SYNTAX, ACT, g);
    EXPECT_REST("ping x\n", SYNTAX, PING, 0);
    EXPECT_REST("dance x\n", SYNTAX, UNKNOWN, 0);
    EXPECT_REST("act\x01 g=2\n", SYNTAX, UNKNOWN, 0);
    EXPECT_REST(" act g=2\n", SYNTAX, UNKNOWN, 0);
    EXPECT_REST("\x84\xa1t\xa3"
                "act\xa1n\xa1x\xa1g\x02\xa1"
                "a\xa4pass",
                FIELD, ACT, g | a);
    EXPECT_REST("\x84\xa1g\x02\xa1n\x92\x81\x01\x02\x03\xa1t\xa3"
                "act\xa1"
                "a\xa4pass",
                FIELD, ACT, g | a);
    EXPECT_REST("\x84\xa1t\xa3"
                "act\xa1"
                "a\xa1\xff\xa1n\x01\xa1g\x02",
                SYNTAX, ACT, g | n);
    EXPECT_REST("\x84\xa1t\xa3"
                "act\xa1g\x02\xa1g\x02\xa1n\x01",
                FIELD, ACT, n);
    EXPECT_REST("\x83\xa1t\xa3"
                "act\xa1t\xa3"
                "act\xa1g\x02",
                FIELD, ACT, g);
    EXPECT_REST("\x83\xa1t\xa3"
                "act\xa1g\x02\x01\x01",
                SYNTAX, ACT, g); /* a key that is no string: the rest is not read */
    EXPECT_REST("\x81\xa1x\x01", SYNTAX, UNKNOWN, 0);
    EXPECT_REST("\x81\xa1t\x01", SYNTAX, UNKNOWN, 0);
}

static void too_many_items_are_an_error(void **context)
{
    static struct message message;
    static char bytes[FRAME_BYTES_MAX];
    (void)context;
    message_init(&message, MESSAGE_TURN);
    message_set_int(&message, TURN_G, 1);
    message_begin_list(&message, TURN_LEGAL);
    for (int i = 0; i <= MESSAGE_ITEMS_MAX; i++)
        message_add_copy(&message, TURN_LEGAL, "QS", 2);
    assert_int_equal(scribe_message(&message, ENCODING_TEXT, bytes, sizeof bytes),
                     PROTOCOL_ERROR_SPACE);
}

static void an_empty_list_is_no_empty_string(void **context)
{
    static struct message message, read;
    static char bytes[FRAME_BYTES_MAX];
    (void)context;
    message_init(&message, MESSAGE_FAIR);
    message_set_int(&message, FAIR_G, 1);
    message_begin_list(&message, FAIR_NONCES);
    message_set_string(&message, FAIR_MIX, "", 0);
    int size = encode(&message, ENCODING_TEXT, bytes);
    assert_memory_equal(bytes, "fair g=1 nonces= mix=\n", (size_t)size);
    message.present &= ~(1u << FAIR_MIX);
    message_add_copy(&message, FAIR_NONCES, "", 0);
    message_set_string(&message, FAIR_MIX, "", 0);
    size = encode(&message, ENCODING_TEXT, bytes);
    assert_memory_equal(bytes, "fair g=1 nonces=% mix=\n", (size_t)size);
    decode(bytes, size, ENCODING_TEXT, FROM_SERVER, &read);
    const struct value *items;
    assert_int_equal(message_list(&read, FAIR_NONCES, &items), 1);
    assert_int_equal(items[0].string.size, 0);
}

/* With WIRE in the environment: writes the golden vectors to that file. */
static void write_vectors(const char *name)
{
    static struct message message;
    static char text[FRAME_BYTES_MAX], packed[FRAME_BYTES_MAX], hex[2 * FRAME_BYTES_MAX + 1];
    FILE *file = fopen(name, "w");
    bool first = true;

    fprintf(file, "{\"format\": \"avondale-wire/1\",\n \"vectors\": [\n");
    for (int kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
        for (int round = 0; round < 3; round++) {
            fill(&message, (enum message_kind)kind, round == 0);
            int size = encode(&message, ENCODING_TEXT, text);
            int bytes = encode(&message, ENCODING_MSGPACK, packed);
            hex_encode((const uint8_t *)packed, (size_t)bytes, hex);
            fprintf(file,
                    "%s  {\"id\": \"%s-%d\", \"kind\": \"wire\", \"text\": \"%.*s\", \"msgpack\": "
                    "\"%s\"}",
                    first ? "" : ",\n", message_schema((enum message_kind)kind)->name, round,
                    size - 1, text, hex);
            first = false;
        }
    }
    fprintf(file, "\n]}\n");
    fclose(file);
}

int main(void)
{
    if (getenv("WIRE")) {
        write_vectors(getenv("WIRE"));
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_round_trip),
        cmocka_unit_test(cut_off_input_is_partial),
        cmocka_unit_test(the_name_may_come_last),
        cmocka_unit_test(a_message_that_does_not_fit_is_dropped),
        cmocka_unit_test(unknown_messages_are_named),
        cmocka_unit_test(bad_messages_keep_their_name),
        cmocka_unit_test(too_many_items_are_an_error),
        cmocka_unit_test(an_empty_list_is_no_empty_string),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
