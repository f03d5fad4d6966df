/* messages.h - random messages of every kind, for the tests of both encodings. */
#ifndef AVONDALE_TEST_MESSAGES_H
#define AVONDALE_TEST_MESSAGES_H

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
#include "splitmix.h"

static uint64_t state = 42;

static inline uint32_t below(uint32_t bound)
{
    return splitmix_below(&state, bound);
}

static inline int64_t random_int(void)
{
    static const int64_t edges[] = {
        0,   1,    -1,   127,    128,    255,        256,        65535,     65536,    -32,
        -33, -128, -129, -32768, -32769, 4294967295, 4294967296, INT64_MAX, INT64_MIN};
    return below(2) ? edges[below(sizeof edges / sizeof edges[0])] : (int64_t)below(1000);
}

/* Spaces, commas, percent signs, control characters and letters of several bytes. */
static inline size_t random_text(char text[40])
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

static inline void fill(struct message *message, enum message_kind kind, bool all)
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

static inline int encode(const struct message *message, enum encoding encoding, char *out)
{
    int size = scribe_message(message, encoding, out, FRAME_BYTES_MAX);
    assert_true(size > 0);
    return size;
}

static inline void say_turn(struct scribe *scribe)
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

static inline void expect(const char *bytes, size_t size, int status, size_t skipped)
{
    static struct message message;
    enum encoding encoding = ENCODING_UNKNOWN;
    size_t bad = 0;
    assert_int_equal(stream_next(&encoding, FROM_CLIENT, bytes, size, &message, &bad), status);
    if (skipped)
        assert_int_equal(bad, skipped);
}

#define EXPECT(bytes, status, skipped) expect(bytes, sizeof(bytes) - 1, status, skipped)

#endif
