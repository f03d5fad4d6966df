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

size_t card_format(card_t card, char text[CARD_TEXT_MAX])
{
    assert(card < CARDS_MAX);
    if (card_is_joker(card)) {
        memcpy(text, card == CARD_RJ ? "RJ" : "BJ", 3);
        return 2;
    }
    const char *rank = rank_names[card_rank(card)];
    size_t size = 0;
    text[size++] = rank[0];
    if (rank[1])
        text[size++] = rank[1];
    text[size++] = suit_letters[card_suit(card)];
    text[size] = 0;
    return size;
}
