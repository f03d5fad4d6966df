/* notation.h - cards, calls and phases of a record as numbers; inside the room only.
 *
 * The ladder knows no rules. These words of records are in the order of the rules pages; any other
 * word is kept as text. The numbers stand in stored records, so they never change: append. Pure. */
#ifndef AVONDALE_NOTATION_H
#define AVONDALE_NOTATION_H

#include <stddef.h>
#include <stdint.h>

enum {
    NOTATION_CARDS = 66,    /* numeric order is deck order */
    NOTATION_CARD_MAX = 3,  /* characters: "10S" */
    NOTATION_NONE = 255,    /* no such card, call or phase */
    NOTATION_WORD_MAX = 16, /* characters of a call or a phase at most */
};

/* Reads a card that is followed by a quote, a colon or an equals sign. Returns its number and sets
 * *size to its characters, or NOTATION_NONE. `text` ends with a NUL. */
int notation_card_read(const char *text, size_t *size);
/* Writes the characters of a card below NOTATION_CARDS; returns their number. */
size_t notation_card_write(int card, char *text);

/* The number of a call, or of a phase, of `size` characters; NOTATION_NONE if there is none. */
int notation_call_find(const char *text, size_t size);
int notation_phase_find(const char *text, size_t size);
/* The text of a number, or NULL. */
const char *notation_call(int call);
const char *notation_phase(int phase);

#endif
