/* show_text.h - text of a known width, with the signs of suits in it; inside show alone. */
#ifndef AVONDALE_SHOW_CELL_H
#define AVONDALE_SHOW_CELL_H

#include "engine.h"
#include "record/show.h"

/* A piece of a line. What does not fit is left out: names are cut, cards are few. */
struct cell {
    char text[512];
    size_t size;
    int width; /* as it is seen: without escapes, a sign counts one */
};

void cell_init(struct cell *cell);
/* Plain text; whatever is no printable ASCII becomes '?'. */
void cell_add(struct cell *cell, const char *text);
__attribute__((format(printf, 2, 3))) void cell_format(struct cell *cell, const char *format, ...);
void cell_add_suit(struct cell *cell, const struct show_style *style, enum suit suit);
/* `named`: the suit that a joker names, or SUIT_NONE. */
void cell_add_card(struct cell *cell, const struct show_style *style, card_t card, enum suit named);
void cell_add_cards(struct cell *cell, const struct show_style *style, cardset_t cards);
void cell_add_call(struct cell *cell, const struct show_style *style, call_t call);
/* Pads with blanks up to `width`. */
void cell_pad(struct cell *cell, int width);
void cell_print(const struct cell *cell, FILE *out);

#endif
