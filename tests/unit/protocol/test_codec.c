/* Both encodings, driven by the table of messages: nothing is lost on the way, nothing hostile is
 * believed. The golden bytes are tests/vectors/wire.json, checked by build/tests/vectors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "protocol.h"

static uint64_t state = 42;

static uint32_t below(uint32_t bound)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(((z ^ z >> 31) >> 32) * bound >> 32);
}

static int64_t random_int(void)
{
    static const int64_t edges[] = {
        0,   1,    -1,   127,    128,    255,        256,        65535,     65536,    -32,
        -33, -128, -129, -32768, -32769, 4294967295, 4294967296, INT64_MAX, INT64_MIN};
    return below(2) ? edges[below(sizeof edges / sizeof edges[0])] : (int64_t)below(1000);
}

/* Spaces, commas, percent signs, control characters and letters of several bytes. */
static size_t random_text(char text[40])
{
    static const char *const pieces[] = {
        "a", "7", " ", ",", "%", "=", "\n", "\t", "\x7f", "é", "♠", "\xf0\x9f\x82\xa1", "QH", ":"};
    size_t size = 0;
    for (uint32_t count = below(6); count > 0; count--) {
        const char *piece = pieces[below(sizeof pieces / sizeof pieces[0])];
        memcpy(text + size, piece, strlen(piece));
        size += strlen(piece);
    }
    return size;
}

static void fill(struct message *message, enum message_kind kind, bool all)
{
    const struct message_schema *schema = message_schema(kind);
    char text[40];

    message_init(message, kind);
    for (int field = 0; field < schema->field_count; field++) {
        if (!all && schema->fields[field].presence == FIELD_OPT && below(2))
            continue;
        switch (schema->fields[field].type) {
        case FIELD_INT:
            message_set_int(message, field, random_int());
            break;
        case FIELD_BOOL:
            message_set_int(message, field, below(2));
            break;
        case FIELD_STRING:
            message_set_copy(message, field, text, random_text(text));
            break;
        case FIELD_INTS:
        case FIELD_STRINGS:
            message_begin_list(message, field);
            for (uint32_t count = below(4); count > 0; count--) {
                if (schema->fields[field].type == FIELD_INTS)
                    message_add_int(message, field, random_int());
                else
                    message_add_copy(message, field, text, random_text(text));
            }
            break;
        }
    }
    assert_false(message->failed);
}

static int encode(const struct message *message, enum encoding encoding, char *out)
{
    int size = message_encode(message, encoding, out, FRAME_BYTES_MAX);
    assert_true(size > 0);
    return size;
}

static void decode(const char *bytes, int size, enum encoding encoding, enum message_from from,
                   struct message *message)
{
    enum encoding told = ENCODING_UNKNOWN;
    size_t bad;
    assert_int_equal(stream_next(&told, from, bytes, (size_t)size, message, &bad), size);
    assert_int_equal(told, encoding);
}

static void nothing_is_lost(void **context)
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

/* A map that begins with its name is read in another way than one that does not. */
static void the_name_may_come_last(void **context)
{
    static struct message before, first, last;
    static char bytes[FRAME_BYTES_MAX], turned[FRAME_BYTES_MAX], again[FRAME_BYTES_MAX];
    (void)context;

    for (int i = 0; i < 20000; i++) {
        enum message_kind kind = (enum message_kind)below(MESSAGE_KIND_COUNT);
        const struct message_schema *schema = message_schema(kind);
        fill(&before, kind, below(2));
        int size = message_encode(&before, ENCODING_MSGPACK, bytes, sizeof bytes);
        assert_true(size > 0);
        size_t head = (uint8_t)bytes[0] == 0xde ? 3 : 1, name = 3 + strlen(schema->name);
        memcpy(turned, bytes, head);
        memcpy(turned + head, bytes + head + name, (size_t)size - head - name);
        memcpy(turned + (size_t)size - name, bytes + head, name);
        decode(bytes, size, ENCODING_MSGPACK, schema->from, &first);
        decode(turned, size, ENCODING_MSGPACK, schema->from, &last);
        assert_int_equal(first.present, last.present);
        assert_int_equal(message_encode(&first, ENCODING_MSGPACK, again, sizeof again), size);
        assert_memory_equal(bytes, again, (size_t)size);
        assert_int_equal(message_encode(&last, ENCODING_MSGPACK, again, sizeof again), size);
        assert_memory_equal(bytes, again, (size_t)size);
    }
}

static void say_turn(struct scribe *scribe)
{
    struct action pass = {.kind = ACTION_CALL, .call = CALL_PASS, .joker = {SUIT_NONE, SUIT_NONE}};
    struct action take = {
        .kind = ACTION_TAKE, .count = 1, .cards = {CARD_RJ}, .joker = {SUIT_NONE, SUIT_NONE}};
    struct action ten = {.kind = ACTION_PLAY,
                         .count = 1,
                         .cards = {CARD(SUIT_H, RANK_10)},
                         .joker = {SUIT_NONE, SUIT_NONE}};

    scribe_begin(scribe, MESSAGE_TURN);
    scribe_int(scribe, TURN_G, 1);
    scribe_int(scribe, TURN_N, 300);
    scribe_word(scribe, TURN_PHASE, "play");
    scribe_list(scribe, TURN_LEGAL, 3);
    scribe_add_action(scribe, &pass);
    scribe_add_action(scribe, &take);
    scribe_add_action(scribe, &ten);
    scribe_cards(scribe, TURN_FROM, CARDSET(CARD_BJ) | CARDSET(CARD(SUIT_S, RANK_2)));
    scribe_cards(scribe, TURN_OUT, 0);
}

static void a_scribe_writes_what_it_is_told(void **context)
{
    static const char text[] = "turn g=1 n=300 phase=play legal=pass,take:RJ,10H from=2S,BJ out=\n";
    static const char packed[] = "\x87\xa1t\xa4turn\xa1g\x01\xa1n\xcd\x01\x2c\xa5phase\xa4play"
                                 "\xa5legal\x93\xa4pass\xa7take:RJ\xa3"
                                 "10H\xa4"
                                 "from\x92\xa2"
                                 "2S\xa2"
                                 "BJ\xa3out\x90";
    char out[200];
    struct scribe scribe;
    (void)context;

    scribe_init(&scribe, ENCODING_TEXT, out, sizeof out);
    say_turn(&scribe);
    assert_int_equal(scribe_end(&scribe), sizeof text - 1);
    assert_memory_equal(out, text, sizeof text - 1);
    scribe_init(&scribe, ENCODING_MSGPACK, out, sizeof out);
    say_turn(&scribe);
    assert_int_equal(scribe_end(&scribe), sizeof packed - 1);
    assert_memory_equal(out, packed, sizeof packed - 1);
}

/* In room that becomes smaller and smaller, between bytes that stay. */
static void what_does_not_fit_costs_itself(void **context)
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

/* The input ends where memory does: a read past it is a crash. */
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

static void expect(const char *bytes, size_t size, int status, size_t skipped)
{
    static struct message message;
    enum encoding encoding = ENCODING_UNKNOWN;
    size_t bad = 0;
    assert_int_equal(stream_next(&encoding, FROM_CLIENT, bytes, size, &message, &bad), status);
    if (skipped)
        assert_int_equal(bad, skipped);
}
#define EXPECT(bytes, status, skipped) expect(bytes, sizeof(bytes) - 1, status, skipped)

static void hostile_msgpack(void **context)
{
    (void)context;
    EXPECT("\xdf\xff\xff\xff\xff", PROTOCOL_ERROR_LOST, 0);          /* four billion pairs */
    EXPECT("\x82\xa1t\xdb\xff\xff\xff\xff", PROTOCOL_ERROR_LOST, 0); /* a string of 4 GB */
    EXPECT("\x82\xa1t\xa4ping\xa1z\x91\x91\x91\x91\x91\x91\x01", PROTOCOL_ERROR_LOST, 0);
    EXPECT("\x81\xc1", PROTOCOL_ERROR_LOST, 0);                      /* c1 means nothing */
    EXPECT("\x82\xa1t\xa4ping\xa1x\xa1y", PROTOCOL_ERROR_FIELD, 12); /* x is an integer */
    EXPECT("\x83\xa1t\xa4ping\xa1x\x01\xa1x\x01", PROTOCOL_ERROR_FIELD, 14);
    EXPECT("\x81\xa1z\x01", PROTOCOL_ERROR_SYNTAX, 4); /* no name */
    EXPECT("\x82\xa1t\xa4ping\xa1z\xc0", 11, 0);       /* unknown keys are skipped */
    EXPECT("\x82\xa1t\xa4ping\xa1z\x92\x01\x81\xa1q\xc3", 16, 0);
    EXPECT("\x82\xa1t\xa3"
           "act\xa1n\x01",
           PROTOCOL_ERROR_FIELD, 10); /* a is missing */
    EXPECT("\x81\xa1t\xa5hello", PROTOCOL_ERROR_FIELD, 9);
    EXPECT("\x83\xa1t\xa3"
           "act\xa1n\x01\xa1"
           "a\xa2\xc3\x28",
           PROTOCOL_ERROR_SYNTAX, 15);
}

/* What is longer than a frame is lost, whether its end has arrived or not. */
static void long_msgpack_is_lost(void **context)
{
    static char bytes[2 * FRAME_BYTES_MAX] = "\x82\xa1t\xa4ping\xa1z\xda";
    const size_t head = 13; /* with the length of the string to come */
    (void)context;
    for (size_t over = 0; over < 2; over++) {
        size_t string = FRAME_BYTES_MAX + over - head, size = head + string;
        bytes[11] = (char)(string >> 8);
        bytes[12] = (char)string;
        expect(bytes, size, over ? PROTOCOL_ERROR_LOST : FRAME_BYTES_MAX, 0);
        expect(bytes, sizeof bytes, over ? PROTOCOL_ERROR_LOST : FRAME_BYTES_MAX, 0);
        expect(bytes, size - 1, over ? PROTOCOL_ERROR_LOST : 0, 0);
    }
}

static void hostile_text(void **context)
{
    static char line[2 * FRAME_BYTES_MAX];
    (void)context;
    EXPECT("ping x=1\n", 9, 0);
    EXPECT("\r\n\nping x=1\r\n", 13, 0);
    EXPECT("ping x=01\n", PROTOCOL_ERROR_FIELD, 10);
    EXPECT("ping x=+1\n", PROTOCOL_ERROR_FIELD, 10);
    EXPECT("ping x=9223372036854775808\n", PROTOCOL_ERROR_FIELD, 27);
    EXPECT("ping x=1 x=1\n", PROTOCOL_ERROR_FIELD, 13);
    EXPECT("act n=1 a=%zz\n", PROTOCOL_ERROR_SYNTAX, 14);
    EXPECT("act n=1 a=%4\n", PROTOCOL_ERROR_SYNTAX, 13);
    EXPECT("act n=1 a=%00\n", PROTOCOL_ERROR_SYNTAX, 14);
    EXPECT("act n=1\n", PROTOCOL_ERROR_FIELD, 8);
    EXPECT("act n=1 a\n", PROTOCOL_ERROR_SYNTAX, 10);
    EXPECT("dance x=1\n", 10, 0);               /* no such message: told, not fatal */
    EXPECT("turn g=1 n=1 phase=play\n", 24, 0); /* the arena's own word from a bot: unknown */
    memset(line, 'a', sizeof line);
    expect(line, sizeof line, PROTOCOL_ERROR_LOST, 0);
    line[STRING_BYTES_MAX] = '\n'; /* a name is a string, and no longer than one */
    expect(line, sizeof line, STRING_BYTES_MAX + 1, 0);
    line[STRING_BYTES_MAX] = 'a';
    line[STRING_BYTES_MAX + 1] = '\n';
    expect(line, sizeof line, PROTOCOL_ERROR_SYNTAX, STRING_BYTES_MAX + 2);
    line[STRING_BYTES_MAX + 1] = 'a';
    line[FRAME_BYTES_MAX + 100] = '\n';
    expect(line, sizeof line, PROTOCOL_ERROR_TOO_LONG, FRAME_BYTES_MAX + 101);
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

/* A message that cannot be read is still known by its name and by what of it is good. */
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
    EXPECT_REST("act a=%zz n=x g=2\n", SYNTAX, ACT, g); /* the first one is told */
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
                SYNTAX, ACT, g); /* a key that is no string: what follows it is not looked at */
    EXPECT_REST("\x81\xa1x\x01", SYNTAX, UNKNOWN, 0);
    EXPECT_REST("\x81\xa1t\x01", SYNTAX, UNKNOWN, 0);
}

static void too_much_sticks(void **context)
{
    static struct message message;
    static char bytes[FRAME_BYTES_MAX];
    (void)context;
    message_init(&message, MESSAGE_TURN);
    message_set_int(&message, TURN_G, 1);
    message_begin_list(&message, TURN_LEGAL);
    for (int i = 0; i <= MESSAGE_ITEMS_MAX; i++)
        message_add_copy(&message, TURN_LEGAL, "QS", 2);
    assert_int_equal(message_encode(&message, ENCODING_TEXT, bytes, sizeof bytes),
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

/* In what the arena says: a client that knows the keys needs no table of messages to read text. */
static void a_key_has_one_type(void **context)
{
    (void)context;
    for (int a = 0; a < MESSAGE_KIND_COUNT; a++) {
        const struct message_schema *one = message_schema((enum message_kind)a);
        for (int b = 0; b < a; b++) {
            const struct message_schema *other = message_schema((enum message_kind)b);
            for (int i = 0; i < one->field_count; i++) {
                for (int k = 0; k < other->field_count; k++) {
                    if (one->from == FROM_SERVER && other->from == FROM_SERVER &&
                        strcmp(one->fields[i].key, other->fields[k].key) == 0 &&
                        one->fields[i].type != other->fields[k].type)
                        fail_msg("%s of %s and %s", one->fields[i].key, one->name, other->name);
                }
            }
        }
    }
}

/* The section has a row for the word. */
static void assert_row(const char *page, const char *section, const char *word)
{
    char want[64];
    const char *at = strstr(page, section);

    assert_non_null(at);
    snprintf(want, sizeof want, "\n| `%s` | ", word);
    const char *row = strstr(at, want), *end = strstr(at + 1, "\n## ");
    if (!row || (end && row > end))
        fail_msg("section '%s': no row for %s", section, word);
}

/* Every message and every key of the tables is on the page, and every error code. */
static void the_page_is_complete(void **context)
{
    static char page[1 << 18], want[160];
    FILE *file = fopen("protocol/PROTOCOL.md", "r");
    (void)context;

    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = 0;
    fclose(file);
    for (int kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
        const struct message_schema *schema = message_schema((enum message_kind)kind);
        snprintf(want, sizeof want, "\n`%s`\n", schema->name);
        char *at = strstr(page, want);
        assert_non_null(at);
        char *end = strstr(at + 2, "\n`");
        for (int field = 0; field < schema->field_count; field++) {
            snprintf(want, sizeof want, "\n| `%s` |", schema->fields[field].key);
            char *row = strstr(at, want);
            if (!row || (end && row > end))
                fail_msg("%s: no row for %s", schema->name, schema->fields[field].key);
        }
    }
    for (int error = 0; error < WIRE_ERROR_COUNT; error++) {
        snprintf(want, sizeof want, "\n| `%s` | %s | ", wire_error_code((enum wire_error)error),
                 wire_error_text((enum wire_error)error));
        const char *row = strstr(page, want);
        if (!row || row[strlen(want)] == '\n')
            fail_msg("no row for the error '%s', or not what it costs", want);
    }
    /* What `hand`, `over` and `event` say in one word. */
    for (int reason = REASON_NONE + 1; reason < REASON_COUNT; reason++)
        assert_row(page, "## 4. ", reason_name((enum reason)reason));
    for (int kind = 0; kind < EVENT_KIND_COUNT; kind++) {
        const unsigned messages =
            1u << EVENT_DEAL | 1u << EVENT_CARDS | 1u << EVENT_HAND | 1u << EVENT_OVER;
        if (!(messages >> kind & 1))
            assert_row(page, "## 4. ", event_name((enum event_kind)kind));
    }
    assert_null(strstr(page, "_name()"));
    for (int i = 0; phrase_key(i); i++) {
        const char *key = phrase_key(i), *text = phrase_text(key, strlen(key));
        assert_true(strlen(text) <= CHAT_BYTES_MAX);
        snprintf(want, sizeof want, "\n| `%s` | %s |", key, text);
        if (!strstr(page, want))
            fail_msg("no row for the phrase %s", key);
    }
    assert_null(phrase_text("hell", 4));
    assert_null(phrase_text("", 0));
}

/* With WIRE set in the environment: writes the golden vectors to that file. */
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
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(cut_off_input_is_partial),
        cmocka_unit_test(the_name_may_come_last),
        cmocka_unit_test(a_scribe_writes_what_it_is_told),
        cmocka_unit_test(what_does_not_fit_costs_itself),
        cmocka_unit_test(hostile_msgpack),
        cmocka_unit_test(long_msgpack_is_lost),
        cmocka_unit_test(hostile_text),
        cmocka_unit_test(unknown_messages_are_named),
        cmocka_unit_test(bad_messages_keep_their_name),
        cmocka_unit_test(too_much_sticks),
        cmocka_unit_test(an_empty_list_is_no_empty_string),
        cmocka_unit_test(the_page_is_complete),
        cmocka_unit_test(a_key_has_one_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
