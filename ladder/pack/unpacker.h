/* unpacker.h - the positions in packed bytes and in the line that they become; inside the room
 * only.
 *
 * What cannot be read or has no room sets `failed`, after which nothing that was read counts. */
#ifndef AVONDALE_UNPACKER_H
#define AVONDALE_UNPACKER_H

#include "pack/notation.h"
#include "pack/track.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct unpacker {
    struct track *track;
    const uint8_t *at, *end;
    char *line;
    size_t size, max;
    bool outline; /* see line_outline */
    bool failed;
};

/* Returns false. */
static inline bool unpacker_fail(struct unpacker *unpacker)
{
    unpacker->failed = true;
    return false;
}

/* Reads the next byte. */
static inline unsigned unpacker_take(struct unpacker *unpacker)
{
    if (unpacker->at == unpacker->end) {
        unpacker->failed = true;
        return 0;
    }
    return *unpacker->at++;
}

/* Reads the next byte, which is below `below`. */
static inline unsigned unpacker_take_below(struct unpacker *unpacker, unsigned below)
{
    unsigned byte = unpacker_take(unpacker);

    if (byte >= below) {
        unpacker->failed = true;
        return 0;
    }
    return byte;
}

/* Reads a number as packer_put_number writes it, below 2^63. */
uint64_t unpacker_take_number(struct unpacker *unpacker);
/* Reads that many bytes, in place. Returns NULL if they are not there. */
const uint8_t *unpacker_take_bytes(struct unpacker *unpacker, size_t size);
/* Reads a number of cards and the cards. Returns the number. */
int unpacker_take_cards(struct unpacker *unpacker, uint8_t cards[NOTATION_CARDS]);

/* Each adds to the line. */
void unpacker_add(struct unpacker *unpacker, const char *text, size_t size);
void unpacker_add_text(struct unpacker *unpacker, const char *text);
void unpacker_add_number(struct unpacker *unpacker, int64_t number);
/* A list of cards with its brackets. */
void unpacker_add_cards(struct unpacker *unpacker, const uint8_t *cards, int count);

static inline void unpacker_add_char(struct unpacker *unpacker, char c)
{
    if (unpacker->size == unpacker->max)
        unpacker->failed = true;
    else
        unpacker->line[unpacker->size++] = c;
}

#endif
