/* show_text.c - text of a known width, with the signs of suits in it. */
#include "record/show_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char red[] = "\033[31m", plain[] = "\033[0m";

struct show_style show_text_style(FILE *out, bool ascii)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    bool colour = isatty(fileno(out)) && !(none && *none) && !(term && strcmp(term, "dumb") == 0);
    return (struct show_style){.ascii = ascii, .colour = colour};
}

void show_text_init(struct show_text *cell)
{
    cell->text[0] = 0;
    cell->size = 0;
    cell->width = 0;
}

static void add(struct show_text *cell, const char *text, int width)
{
    size_t size = strlen(text);

    /* Keeps room to end a colour. */
    if (cell->size + size + sizeof plain > sizeof cell->text && text != plain)
        return;
    memcpy(cell->text + cell->size, text, size + 1);
    cell->size += size;
    cell->width += width;
}

void show_text_add(struct show_text *cell, const char *text)
{
    for (; *text; text++) {
        char c[2] = {*text >= ' ' && *text <= '~' ? *text : '?', 0};
        add(cell, c, 1);
    }
}

void show_text_format(struct show_text *cell, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    show_text_add(cell, text);
}

static void begin_suit(struct show_text *cell, const struct show_style *style, enum suit suit)
{
    if (style->colour && (suit == SUIT_D || suit == SUIT_H))
        add(cell, red, 0);
}

static void end_suit(struct show_text *cell, const struct show_style *style, enum suit suit)
{
    if (style->colour && (suit == SUIT_D || suit == SUIT_H))
        add(cell, plain, 0);
}

static void add_sign(struct show_text *cell, const struct show_style *style, enum suit suit)
{
    static const char *const letters[] = {"S", "C", "D", "H"};
    static const char *const signs[] = {"\u2660", "\u2663", "\u2666", "\u2665"};
    add(cell, style->ascii ? letters[suit] : signs[suit], 1);
}

void show_text_add_suit(struct show_text *cell, const struct show_style *style, enum suit suit)
{
    begin_suit(cell, style, suit);
    add_sign(cell, style, suit);
    end_suit(cell, style, suit);
}

/* A card is its rank followed by the sign of its suit, as everywhere here. */
void show_text_add_card(struct show_text *cell, const struct show_style *style, card_t card,
                        enum suit named)
{
    enum suit suit = card_is_joker(card) ? card == CARD_RJ ? SUIT_H : SUIT_S : card_suit(card);
    char text[CARD_TEXT_MAX];
    size_t size = card_format(card, text);

    begin_suit(cell, style, suit);
    if (!card_is_joker(card))
        text[size - 1] = 0;
    show_text_add(cell, text);
    if (!card_is_joker(card))
        add_sign(cell, style, suit);
    end_suit(cell, style, suit);
    if (card_is_joker(card) && named != SUIT_NONE) {
        show_text_add(cell, "=");
        show_text_add_suit(cell, style, named);
    }
}

void show_text_add_cards(struct show_text *cell, const struct show_style *style, cardset_t cards)
{
    for (bool first = true; cards; first = false) {
        if (!first)
            show_text_add(cell, " ");
        show_text_add_card(cell, style, cardset_pop(&cards), SUIT_NONE);
    }
}

void show_text_add_call(struct show_text *cell, const struct show_style *style, call_t call)
{
    int denomination = call_is_bid(call) ? call_denomination(call) : DENOM_NT;

    if (denomination > DENOM_H) {
        show_text_add(cell, call_name(call));
        return;
    }
    begin_suit(cell, style, (enum suit)denomination);
    show_text_format(cell, "%d", call_level(call));
    add_sign(cell, style, (enum suit)denomination);
    end_suit(cell, style, (enum suit)denomination);
}

void show_text_pad(struct show_text *cell, int width)
{
    while (cell->width < width && cell->size + 1 < sizeof cell->text - sizeof plain)
        add(cell, " ", 1);
}

void show_text_print(const struct show_text *cell, FILE *out)
{
    size_t size = cell->size;
    while (size > 0 && cell->text[size - 1] == ' ')
        size--;
    fwrite(cell->text, 1, size, out);
    fputc('\n', out);
}
