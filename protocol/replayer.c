/* replayer.c - used by all parts of a replay: reports a difference, reads cards and deals. */
#include "replayer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool replayer_differ(struct replayer *replayer, const char *format, ...)
{
    char text[512];
    va_list args;

    if (replayer->differences++ > 0 && !replayer->out->all)
        return false;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *c = text; *c; c++) {
        if (*c < ' ' || *c > '~')
            *c = '?'; /* so a record can neither break the line nor send control codes to a terminal
                       */
    }
    if (replayer->out->report)
        replayer->out->report(replayer->out->context, text);
    return replayer->out->all;
}

const char *replayer_show(const json_t *json, char shown[SHOWN_MAX])
{
    char *text = json ? json_dumps(json, JSON_ENCODE_ANY | JSON_ENSURE_ASCII | JSON_COMPACT) : NULL;
    int size = snprintf(shown, SHOWN_MAX, "%s", text ? text : "nothing");
    if (size >= SHOWN_MAX)
        memcpy(shown + SHOWN_MAX - 4, "...", 4);
    free(text);
    return shown;
}

int replayer_read_cards(const json_t *list, card_t *cards, int max)
{
    size_t size = json_array_size(list);

    if (!json_is_array(list) || size > (size_t)max)
        return -1;
    for (size_t i = 0; i < size; i++) {
        const json_t *card = json_array_get(list, i);
        if (!json_is_string(card) ||
            card_parse(json_string_value(card), json_string_length(card), &cards[i]))
            return -1;
    }
    return (int)size;
}

/* A list beside the hands; one that does not exist in this ruleset may be left out. */
static bool read_list(struct replayer *replayer, int hand, const char *key, int expected,
                      card_t *cards, uint8_t *count)
{
    const json_t *list = json_object_get(
        json_object_get(json_array_get(replayer->hands, (size_t)hand - 1), "deal"), key);
    char shown[SHOWN_MAX];

    *count = (uint8_t)expected;
    if ((!list && expected == 0 && strcmp(key, "kitty") != 0) ||
        replayer_read_cards(list, cards, expected) == expected)
        return true;
    return replayer_stop(replayer, "hand %d: deal: %s: expected %d cards, got %s", hand, key,
                         expected, replayer_show(list, shown));
}

bool replayer_read_deal(struct replayer *replayer, int hand, struct deal *deal)
{
    const struct ruleset *rules = &replayer->rules;
    const json_t *json = json_object_get(json_array_get(replayer->hands, (size_t)hand - 1), "deal");
    const json_t *hands = json_object_get(json, "hands");
    bool draw = rules->two_handed == TWO_HANDED_DRAW, draft = rules->two_handed == TWO_HANDED_DRAFT;
    char shown[SHOWN_MAX];

    memset(deal, 0, sizeof *deal);
    deal->hand_count = rules->hand_count;
    deal->hand_cards = draw ? 0 : HAND_CARDS;
    if (!json_is_array(hands) || json_array_size(hands) != rules->hand_count)
        return replayer_stop(replayer, "hand %d: deal: expected %d hands, got %s", hand,
                             rules->hand_count, replayer_show(hands, shown));
    for (size_t i = 0; i < json_array_size(hands); i++) {
        const json_t *cards = json_array_get(hands, i);
        if (replayer_read_cards(cards, deal->hands[i], deal->hand_cards) != deal->hand_cards)
            return replayer_stop(replayer, "hand %d: deal: hand %zu: expected %d cards, got %s",
                                 hand, i, deal->hand_cards, replayer_show(cards, shown));
    }
    if (!read_list(replayer, hand, "kitty", rules->kitty_size, deal->kitty, &deal->kitty_count) ||
        !read_list(replayer, hand, "exposed", draft ? EXPOSED_MAX : 0, deal->exposed,
                   &deal->exposed_count) ||
        !read_list(replayer, hand, "stock", draw ? STOCK_MAX : 0, deal->stock, &deal->stock_count))
        return false;
    if (deck_check_deal(deal, rules))
        return replayer_stop(replayer, "hand %d: deal: expected each card of the deck once", hand);
    return true;
}

bool replayer_same_deal(const struct deal *a, const struct deal *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}
