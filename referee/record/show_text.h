/* show_text.h - text of a known width, with the signs of suits in it; inside show alone. */
#ifndef AVONDALE_SHOW_TEXT_H
#define AVONDALE_SHOW_TEXT_H

#include "engine.h"
#include "record/show.h"

/* A piece of a line. Text that does not fit is left out: names are cut, cards are few. */
struct show_text {
    char text[512];
    size_t size;
    int width; /* visible width: without escapes; a sign counts one */
};

void show_text_init(struct show_text *cell);
/* Adds plain text; bytes other than printable ASCII become '?'. */
void show_text_add(struct show_text *cell, const char *text);
__attribute__((format(printf, 2, 3))) void show_text_format(struct show_text *cell,
                                                            const char *format, ...);
void show_text_add_suit(struct show_text *cell, const struct show_style *style, enum suit suit);
/* `named`: the suit that a joker names, or SUIT_NONE. */
void show_text_add_card(struct show_text *cell, const struct show_style *style, card_t card,
                        enum suit named);
void show_text_add_cards(struct show_text *cell, const struct show_style *style, cardset_t cards);
void show_text_add_call(struct show_text *cell, const struct show_style *style, call_t call);
/* Pads with blanks up to `width`. */
void show_text_pad(struct show_text *cell, int width);
void show_text_print(const struct show_text *cell, FILE *out);

#endif
