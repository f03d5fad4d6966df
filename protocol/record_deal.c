/* record_deal.c - a deal on its own line: `deal` as in the hand of a record, and the dealer. */
#include "replayer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static int wrong(char error[160], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, 160, format, args);
    va_end(args);
    return PROTOCOL_ERROR_RECORD;
}

static int parse_list(const json_t *json, const char *key, int expected, card_t *cards,
                      uint8_t *count, char error[160])
{
    const json_t *list = json_object_get(json, key);
    char shown[SHOWN_MAX];

    *count = (uint8_t)expected;
    if ((!list && expected == 0) || replayer_read_cards(list, cards, expected) == expected)
        return 0;
    return wrong(error, "%s: expected %d cards, got %s", key, expected, replayer_show(list, shown));
}

static int parse_hands(const json_t *json, const struct ruleset *rules, struct deal *deal,
                       char error[160])
{
    const json_t *hands = json_object_get(json, "hands");
    char shown[SHOWN_MAX];

    deal->hand_count = rules->hand_count;
    deal->hand_cards = rules->two_handed == TWO_HANDED_DRAW ? 0 : HAND_CARDS;
    if (!json_is_array(hands) || json_array_size(hands) != rules->hand_count)
        return wrong(error, "hands: expected %d, got %s", rules->hand_count,
                     replayer_show(hands, shown));
    for (size_t i = 0; i < rules->hand_count; i++) {
        const json_t *cards = json_array_get(hands, i);
        if (replayer_read_cards(cards, deal->hands[i], deal->hand_cards) != deal->hand_cards)
            return wrong(error, "hand %zu: expected %d cards, got %s", i, deal->hand_cards,
                         replayer_show(cards, shown));
    }
    return 0;
}

static int parse_dealer(const json_t *json, const struct ruleset *rules, seat_t *dealer,
                        char error[160])
{
    const json_t *seat = json_object_get(json, "dealer");
    char shown[SHOWN_MAX];

    *dealer = SEAT_NONE;
    if (!seat)
        return 0;
    if (!json_is_integer(seat) || json_integer_value(seat) < 0 ||
        json_integer_value(seat) >= rules->players)
        return wrong(error, "dealer: expected a seat from 0 to %d, got %s", rules->players - 1,
                     replayer_show(seat, shown));
    *dealer = (seat_t)json_integer_value(seat);
    return 0;
}

static int parse(const json_t *json, const struct ruleset *rules, struct deal *deal, seat_t *dealer,
                 char error[160])
{
    bool draw = rules->two_handed == TWO_HANDED_DRAW, draft = rules->two_handed == TWO_HANDED_DRAFT;

    memset(deal, 0, sizeof *deal);
    if (!json_is_object(json))
        return wrong(error, "expected an object with hands and kitty");
    int status = parse_hands(json, rules, deal, error);
    if (!status)
        status =
            parse_list(json, "kitty", rules->kitty_size, deal->kitty, &deal->kitty_count, error);
    if (!status)
        status = parse_list(json, "exposed", draft ? EXPOSED_MAX : 0, deal->exposed,
                            &deal->exposed_count, error);
    if (!status)
        status =
            parse_list(json, "stock", draw ? STOCK_MAX : 0, deal->stock, &deal->stock_count, error);
    if (!status)
        status = parse_dealer(json, rules, dealer, error);
    if (!status && deck_check_deal(deal, rules))
        status = wrong(error, "expected each card of the deck once, and no other");
    return status;
}

int record_deal_parse(const char *line, size_t size, const struct ruleset *rules, struct deal *deal,
                      seat_t *dealer, char error[160])
{
    json_error_t json_error;
    json_t *json = json_loadb(line, size, JSON_REJECT_DUPLICATES, &json_error);

    if (!json)
        return wrong(error, "no JSON: %.120s", json_error.text);
    int status = parse(json, rules, deal, dealer, error);
    json_decref(json);
    return status;
}
