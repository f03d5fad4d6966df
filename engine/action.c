/* action.c - the notation of actions (rules 1). Knows words, not games. */
#include "engine.h"
#include "line.h"

#include <assert.h>

/* The word of each kind, and how many cards follow it. Calls and plays have no word of their own.
 */
static const struct action_word {
    const char *word;
    uint8_t cards_min, cards_max;
} action_words[ACTION_KIND_COUNT] = {
    [ACTION_TAKE] = {"take", 1, 1},
    [ACTION_KEEP] = {"keep", 0, 0},
    [ACTION_DROP] = {"drop", 0, 0},
    [ACTION_LOOK] = {"look", 0, 0},
    [ACTION_SLAM] = {"slam", 0, 0},
    [ACTION_NO] = {"no", 0, 0},
    [ACTION_GIVE] = {"give", 1, ACTION_CARDS_MAX},
    [ACTION_DISCARD] = {"discard", 1, ACTION_CARDS_MAX},
    [ACTION_SWAP] = {"swap", 2, 2},
    [ACTION_PARTNER] = {"partner", 1, 1},
    [ACTION_ALONE] = {"alone", 0, 0},
    [ACTION_BREACH] = {"breach", 0, 0},
    [ACTION_CLAIM] = {"claim", 0, HAND_CARDS}, /* lists of legal actions hold the word alone */
};

static const char suit_letters[] = "SCDH";

/* The first letter distinguishes most words without a call. */
static bool word_is(const char *word, const char *text, size_t size)
{
    return word && word[0] == text[0] && strlen(word) == size && memcmp(word, text, size) == 0;
}

/* One card; in a play or a claim also the suit that it names. */
static int parse_part(const char *text, size_t size, struct action *action)
{
    bool led = action->kind == ACTION_PLAY || action->kind == ACTION_CLAIM;
    enum suit named = SUIT_NONE;
    card_t card;

    if (led && size == 4 && text[2] == '=') {
        const char *suit = line_find(suit_letters, text[3], SUITS);
        if (!suit)
            return ENGINE_ERROR_SYNTAX;
        named = (enum suit)(suit - suit_letters);
        size = 2;
    }
    int error = card_parse(text, size, &card);
    if (error)
        return error;
    if (named != SUIT_NONE) {
        if (!card_is_joker(card))
            return ENGINE_ERROR_SYNTAX;
        action->joker[card - CARD_RJ] = (uint8_t)named;
    }
    for (int i = 0; i < action->count; i++) {
        if (action->cards[i] == card)
            return ENGINE_ERROR_SYNTAX;
    }
    action->cards[action->count++] = card;
    return ENGINE_OK;
}

static void sort_cards(struct action *action)
{
    for (int i = 1; i < action->count; i++) {
        card_t card = action->cards[i];
        int at = i;
        for (; at > 0 && action->cards[at - 1] > card; at--)
            action->cards[at] = action->cards[at - 1];
        action->cards[at] = card;
    }
}

/* `text` is what follows the word: nothing, or parts that each begin with a colon. */
static int parse_parts(const char *text, size_t size, struct action *action)
{
    const struct action_word *word = &action_words[action->kind];

    while (size > 0) {
        const char *end = line_find(text + 1, ':', size - 1);
        size_t part = end ? (size_t)(end - text) : size;
        if (action->count == word->cards_max)
            return ENGINE_ERROR_SYNTAX;
        int error = parse_part(text + 1, part - 1, action);
        if (error)
            return error;
        text += part;
        size -= part;
    }
    if (action->count < word->cards_min)
        return ENGINE_ERROR_SYNTAX;
    if (action->kind == ACTION_GIVE || action->kind == ACTION_DISCARD)
        sort_cards(action);
    return ENGINE_OK;
}

static int parse_word(const char *text, size_t size, struct action *action)
{
    const char *colon = line_find(text, ':', size);
    size_t word_size = colon ? (size_t)(colon - text) : size;
    bool has_word = text[0] >= 'a' && text[0] <= 'z'; /* cards and most calls have none */

    for (int kind = 0; has_word && kind < ACTION_KIND_COUNT; kind++) {
        if (word_is(action_words[kind].word, text, word_size)) {
            action->kind = (uint8_t)kind;
            return parse_parts(text + word_size, size - word_size, action);
        }
    }
    action->kind = ACTION_CALL;
    if (call_parse(text, size, &action->call) == ENGINE_OK) {
        if (card_parse(text, size, &action->cards[0]) == ENGINE_OK)
            action->count = 1; /* a bid or a card: action_settle decides which */
        return ENGINE_OK;
    }
    action->kind = ACTION_PLAY;
    return parse_part(text, size, action);
}

int action_parse(const char *text, size_t size, struct action *action)
{
    struct action parsed;
    memset(&parsed, 0, sizeof parsed);
    parsed.joker[0] = parsed.joker[1] = SUIT_NONE;

    int error = size > 0 ? parse_word(text, size, &parsed) : ENGINE_ERROR_SYNTAX;
    if (!error)
        *action = parsed;
    return error;
}

void action_settle(struct action *action, enum phase phase)
{
    if (action->kind != ACTION_CALL || action->count == 0)
        return;
    if (phase == PHASE_PLAY) {
        action->kind = ACTION_PLAY;
        action->call = CALL_PASS;
    } else {
        action->count = 0;
        action->cards[0] = 0;
    }
}

size_t action_format(const struct action *action, char text[ACTION_TEXT_MAX])
{
    if (action->kind == ACTION_PLAY && action->count == 1 && !card_is_joker(action->cards[0]))
        return card_format(action->cards[0], text); /* nine actions of ten */
    assert(action->kind < ACTION_KIND_COUNT && action->count <= ACTION_CARDS_MAX);
    struct line line = line_start(text, ACTION_TEXT_MAX);
    bool led = action->kind == ACTION_PLAY || action->kind == ACTION_CLAIM;
    if (action->kind == ACTION_CALL)
        line_add(&line, call_name(action->call));
    else if (action->kind != ACTION_PLAY)
        line_add(&line, action_words[action->kind].word);
    int count = action->kind == ACTION_CALL ? 0 : action->count;
    for (int i = 0; i < count; i++) {
        card_t card = action->cards[i];
        char name[CARD_TEXT_MAX];
        if (action->kind != ACTION_PLAY)
            line_add(&line, ":");
        size_t size = card_format(card, name);
        line_add_bytes(&line, name, size);
        if (led && card_is_joker(card) && action->joker[card - CARD_RJ] < SUITS) {
            line_add(&line, "=");
            line_add_bytes(&line, &suit_letters[action->joker[card - CARD_RJ]], 1);
        }
    }
    return line.used;
}
