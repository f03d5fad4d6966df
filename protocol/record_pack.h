/* record_pack.h - text that grows, and the packed parts of a record in it. Private to record*.c. */
#ifndef AVONDALE_RECORD_TEXT_H
#define AVONDALE_RECORD_TEXT_H

#include "protocol.h"

#include <string.h>

enum {
    RECORD_CARD_BYTES =
        CARD_TEXT_MAX + 3,  /* of a card as text at most, with its comma and quotes */
    RECORD_STEP_BYTES = 18, /* of most steps as text */
};

/* Once an allocation has failed nothing more is added (errors stick). */
struct text {
    char *bytes;
    size_t size, capacity;
    bool failed;
};

bool record_pack_grow(struct text *text, size_t size);

/* Returns room for `size` bytes at the end, or NULL after a failed allocation. The caller adds the
 * bytes used to the size. */
static inline char *room(struct text *text, size_t size)
{
    if ((!text->bytes || text->capacity - text->size < size) && !record_pack_grow(text, size))
        return NULL;
    return text->bytes + text->size;
}

static inline void add_bytes(struct text *text, const char *bytes, size_t size)
{
    char *at = room(text, size);
    if (!at)
        return;
    memcpy(at, bytes, size);
    text->size += size;
}

/* Inline, so that the length of a literal is known where it is written. */
static inline void add(struct text *text, const char *words)
{
    add_bytes(text, words, strlen(words));
}

static inline void add_char(struct text *text, char c)
{
    add_bytes(text, &c, 1);
}

/* What every hand holds. Of a finished hand they are about RECORD_HAND_BYTES, and a byte each
 * while packed. */
#define RECORD_WORDS(X)                                                                            \
    X(HAND, "{\"dealer\":")                                                                        \
    X(DEAL, ",\"deal\":{\"hands\":[")                                                              \
    X(KITTY, "],\"kitty\":")                                                                       \
    X(DECK, ",\"deck\":")                                                                          \
    X(STEPS, "},\"steps\":[")                                                                      \
    X(CONTRACT, "],\"contract\":")                                                                 \
    X(CALL, "{\"call\":")                                                                          \
    X(BY, ",\"by\":")                                                                              \
    X(PARTNER, ",\"partner\":")                                                                    \
    X(TRICKS, ",\"tricks\":")                                                                      \
    X(DELTA, ",\"delta\":")                                                                        \
    X(SCORES, ",\"scores\":")                                                                      \
    X(DEAL_NUMBER, ",\"d\":")                                                                      \
    X(ATTEMPT, ",\"a\":")
enum record_word {
#define RECORD_WORD(name, text) RECORD_WORD_##name,
    RECORD_WORDS(RECORD_WORD)
#undef RECORD_WORD
        RECORD_WORD_COUNT
};
enum { RECORD_HAND_BYTES = 140 };

/* One of those words, a list of cards, a step, its action settled: packed. */
void record_pack_word(struct text *text, enum record_word word);
void record_pack_cards(struct text *text, const card_t *cards, int count);
void record_pack_step(struct text *text, seat_t seat, enum phase phase,
                      const struct action *action);
/* Adds [HAND, STEP, SEAT, TEXT], with a comma unless it is the first: the text in ASCII, without
 * bytes that are not UTF-8. */
/* `name`: NULL if the seat wrote the line; else the name of the spectator. */
void record_chat_add(struct text *text, int hand, int step, seat_t seat, const char *name,
                     const char *say, size_t size);
/* Adds `packed` with all that is packed in it as text. */
void record_pack_unpack(struct text *text, const struct text *packed);

#endif
