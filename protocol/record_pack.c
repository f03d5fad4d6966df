/* record_pack.c - steps and lists of cards as a record keeps them while its game is played.
 *
 * Packed they are a quarter as large as they are as text, and thousands of games may run, or wait
 * to be written. The text around them is ASCII, so a byte from 0x80 on begins something packed. */
#include "record_pack.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

/* The lowest three bits of a step's are the seat. */
enum {
    PACKED = 0x80,
    PACKED_PLAY = 0x80,  /* card: phase play, a card that names no suit */
    PACKED_CALL = 0x88,  /* call: phase auction */
    PACKED_STEP = 0x90,  /* phase, and the action as it is, without the cards that it has not */
    PACKED_CARDS = 0xa0, /* count, cards */
    PACKED_WORD = 0xb0,  /* and the number of the word */
    STEP_TEXT_MAX = 24 + ACTION_TEXT_MAX,
    HEAD = 2,
    BARE = offsetof(struct action, cards),
};

bool record_pack_grow(struct text *text, size_t size)
{
    size_t capacity = text->capacity ? text->capacity : 64;

    if (text->failed)
        return false;
    if (!text->bytes && size > capacity)
        capacity = size;
    while (capacity - text->size < size)
        capacity += capacity / 2;
    char *grown = realloc(text->bytes, capacity);
    if (!grown) {
        text->failed = true;
        return false;
    }
    text->bytes = grown;
    text->capacity = capacity;
    return true;
}

static const struct {
    const char *text;
    size_t size;
} words[] = {
#define RECORD_WORD(name, text) {text, sizeof text - 1},
    RECORD_WORDS(RECORD_WORD)
#undef RECORD_WORD
};
_Static_assert(PACKED_WORD + RECORD_WORD_COUNT <= 0x100, "a byte each");

void record_pack_word(struct text *text, enum record_word word)
{
    add_char(text, (char)(PACKED_WORD + word));
}

void record_pack_cards(struct text *text, const card_t *cards, int count)
{
    char *at = room(text, (size_t)count + 2);
    if (!at)
        return;
    at[0] = (char)PACKED_CARDS;
    at[1] = (char)count;
    memcpy(at + 2, cards, (size_t)count);
    text->size += (size_t)count + 2;
}

static void add_cards(struct text *text, const card_t *cards, int count)
{
    char *at = room(text, (size_t)count * RECORD_CARD_BYTES + 2);
    size_t size = 0;

    if (!at)
        return;
    at[size++] = '[';
    for (int i = 0; i < count; i++) {
        if (i > 0)
            at[size++] = ',';
        at[size++] = '"';
        size += card_format(cards[i], at + size);
        at[size++] = '"';
    }
    at[size++] = ']';
    text->size += size;
}

/* `size` bytes of room are there. */
static size_t put_word(char *at, const char *word)
{
    size_t size = strlen(word);
    memcpy(at, word, size);
    return size;
}

static void add_step(struct text *text, seat_t seat, enum phase phase, const struct action *action)
{
    char *at = room(text, STEP_TEXT_MAX);
    size_t size = 0;

    if (!at)
        return;
    if (at[-1] != '[')
        at[size++] = ',';
    at[size++] = '[';
    at[size++] = (char)('0' + seat);
    size += put_word(at + size, ",\"");
    size += put_word(at + size, game_phase_name(phase));
    size += put_word(at + size, "\",\"");
    size += action_format(action, at + size);
    size += put_word(at + size, "\"]");
    text->size += size;
}

void record_pack_step(struct text *text, seat_t seat, enum phase phase, const struct action *action)
{
    char *at = room(text, HEAD + sizeof *action);
    bool play = phase == PHASE_PLAY && action->kind == ACTION_PLAY && action->count == 1 &&
                action->joker[0] == SUIT_NONE && action->joker[1] == SUIT_NONE;

    if (!at)
        return;
    if (play || (phase == PHASE_AUCTION && action->kind == ACTION_CALL)) {
        at[0] = (char)((play ? PACKED_PLAY : PACKED_CALL) | seat);
        at[1] = (char)(play ? action->cards[0] : action->call);
        text->size += HEAD;
        return;
    }
    at[0] = (char)(PACKED_STEP | seat);
    at[1] = (char)phase;
    memcpy(at + HEAD, action, BARE + action->count);
    text->size += HEAD + BARE + action->count;
}

/* The step that begins at `packed`, as text; the bytes that it took. */
static size_t unpack_step(struct text *text, const char *packed)
{
    struct action action = {.joker = {SUIT_NONE, SUIT_NONE}};
    uint8_t what = (uint8_t)packed[0] & 0xf8;
    seat_t seat = (uint8_t)packed[0] & 7;

    if (what == PACKED_PLAY) {
        action.kind = ACTION_PLAY;
        action.count = 1;
        action.cards[0] = (card_t)packed[1];
        add_step(text, seat, PHASE_PLAY, &action);
        return HEAD;
    }
    if (what == PACKED_CALL) {
        action.kind = ACTION_CALL;
        action.call = (call_t)packed[1];
        add_step(text, seat, PHASE_AUCTION, &action);
        return HEAD;
    }
    assert(what == PACKED_STEP);
    memcpy(&action, packed + HEAD, BARE);
    memcpy(action.cards, packed + HEAD + BARE, action.count);
    add_step(text, seat, (enum phase)packed[1], &action);
    return HEAD + BARE + action.count;
}

void record_pack_unpack(struct text *text, const struct text *packed)
{
    text->failed = text->failed || packed->failed;
    if (packed->size == 0) /* there may be no bytes at all */
        return;
    const char *at = packed->bytes, *end = at + packed->size;
    while (at < end && !text->failed) {
        const char *plain = at;
        while (at < end && !((uint8_t)*at & PACKED))
            at++;
        add_bytes(text, plain, (size_t)(at - plain));
        if (at == end)
            break;
        if ((uint8_t)*at >= PACKED_WORD) {
            const int word = (uint8_t)*at++ - PACKED_WORD;
            add_bytes(text, words[word].text, words[word].size);
        } else if ((uint8_t)*at == PACKED_CARDS) {
            add_cards(text, (const card_t *)at + 2, (uint8_t)at[1]);
            at += 2 + (uint8_t)at[1];
        } else {
            at += unpack_step(text, at);
        }
    }
}
