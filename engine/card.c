/* card.c - the notation of cards (rules 1), and the texts of the engine's error codes. */
#include "engine.h"
#include "line.h"

#include <assert.h>

static const char suit_letters[SUITS] = {'S', 'C', 'D', 'H'};
static const char rank_names[RANKS][3] = {"2",  "3",  "4",  "5",  "6", "7", "8", "9",
                                          "10", "11", "12", "13", "J", "Q", "K", "A"};

const char *engine_error_text(int error)
{
#define ENGINE_ERROR_TEXT(name, text) text,
    static const char *const texts[ENGINE_ERROR_COUNT] = {ENGINE_ERRORS(ENGINE_ERROR_TEXT)};
#undef ENGINE_ERROR_TEXT

    if (error == ENGINE_OK)
        return "ok";
    int index = -1 - error;
    return index >= 0 && index < ENGINE_ERROR_COUNT ? texts[index]
                                                    : "not an error code of the engine";
}

int card_parse(const char *text, size_t size, card_t *card)
{
    if (size < 2 || size > 3)
        return ENGINE_ERROR_SYNTAX;
    if (size == 2 && text[1] == 'J' && (text[0] == 'R' || text[0] == 'B')) {
        *card = text[0] == 'R' ? CARD_RJ : CARD_BJ;
        return ENGINE_OK;
    }
    const char *suit = line_find(suit_letters, text[size - 1], SUITS);
    if (!suit)
        return ENGINE_ERROR_SYNTAX;
    for (int rank = 0; rank < RANKS; rank++) {
        const char *name = rank_names[rank];
        bool two = name[1] != 0;
        if (name[0] == text[0] && two == (size == 3) && (!two || name[1] == text[1])) {
            *card = CARD((int)(suit - suit_letters), rank);
            return ENGINE_OK;
        }
    }
    return ENGINE_ERROR_SYNTAX;
}

/* All texts at hand, each with its NUL: formatting is a copy of four bytes. */
#define TEXT(rank, suit)                                                                           \
    {                                                                                              \
        rank suit                                                                                  \
    }
#define TEXTS(suit)                                                                                \
    TEXT("2", suit), TEXT("3", suit), TEXT("4", suit), TEXT("5", suit), TEXT("6", suit),           \
        TEXT("7", suit), TEXT("8", suit), TEXT("9", suit), TEXT("10", suit), TEXT("11", suit),     \
        TEXT("12", suit), TEXT("13", suit), TEXT("J", suit), TEXT("Q", suit), TEXT("K", suit),     \
        TEXT("A", suit)
const char card_texts[CARDS_MAX][CARD_TEXT_MAX] = {TEXTS("S"), TEXTS("C"), TEXTS("D"),
                                                   TEXTS("H"), {"RJ"},     {"BJ"}};

size_t card_format(card_t card, char text[CARD_TEXT_MAX])
{
    assert(card < CARDS_MAX);
    memcpy(text, card_texts[card], CARD_TEXT_MAX);
    return card_text_size(card);
}

size_t cardset_format(cardset_t set, char text[CARDS_TEXT_MAX])
{
    size_t used = 0;

    text[0] = 0;
    while (set) {
        if (used > 0)
            text[used++] = ' ';
        used += card_format(cardset_pop(&set), text + used);
    }
    return used;
}
