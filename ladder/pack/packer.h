/* packer.h - the positions in a record's line and in its packed bytes; inside the room only.
 *
 * Reading stops at the NUL after the line, which is not part of a text, number or digit. */
#ifndef AVONDALE_PACKER_H
#define AVONDALE_PACKER_H

#include "pack/notation.h"
#include "pack/track.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct packer {
    struct track *track;
    const char *line, *at, *end; /* *end is 0 */
    uint8_t *out;
    size_t size, max;
    bool failed; /* it would be no shorter */
};

static inline void packer_put(struct packer *packer, unsigned byte)
{
    if (packer->size == packer->max)
        packer->failed = true;
    else
        packer->out[packer->size++] = (uint8_t)byte;
}

/* Skips `text`. Returns false if the line does not have it here. */
static inline bool packer_skip(struct packer *packer, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(packer->end - packer->at) < size || memcmp(packer->at, text, size) != 0)
        return false;
    packer->at += size;
    return true;
}

void packer_put_bytes(struct packer *packer, const void *bytes, size_t size);
/* Seven bits a byte, the lowest first. */
void packer_put_number(struct packer *packer, uint64_t number);

/* Reads a number without leading zeros, below 2^32. Returns false if there is none here. */
bool packer_number_read(struct packer *packer, uint32_t *number);
/* Reads two hex digits for each of `size` bytes. Returns false if one is missing. */
bool packer_hex_read(struct packer *packer, uint8_t *bytes, size_t size);
/* Reads a list of cards with its brackets. Returns their number, or -1 if it is no such list. */
int packer_cards_read(struct packer *packer, uint8_t cards[NOTATION_CARDS]);

#endif
