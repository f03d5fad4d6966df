/* deck.c - decks by name, and how they are dealt (rules 2 and 7). */
#include "deck.h"

#include <assert.h>
#include <string.h>

/* Masks of ranks: from a rank upward, without 11, 12 and 13, which only the largest decks have. */
#define RANKS_11_TO_13 (1u << RANK_11 | 1u << RANK_12 | 1u << RANK_13)
#define RANKS_FROM(rank) (0xffffu & ~((1u << (rank)) - 1u) & ~RANKS_11_TO_13)
#define FOUR_UP RANKS_FROM(RANK_4)
#define FIVE_UP RANKS_FROM(RANK_4 + 1)
#define SEVEN_UP RANKS_FROM(RANK_4 + 3)
#define TWO_UP RANKS_FROM(RANK_2)
#define TWO_UP_12 (TWO_UP | 1u << RANK_11 | 1u << RANK_12)
#define TWO_UP_13 (TWO_UP | RANKS_11_TO_13)

static const struct deck_shape {
    uint16_t ranks[SUITS]; /* S C D H */
    uint8_t jokers;
} deck_shapes[DECK_COUNT] = {
    [DECK_33] = {{SEVEN_UP, SEVEN_UP, SEVEN_UP, SEVEN_UP}, 1},
    [DECK_43] = {{FIVE_UP, FIVE_UP, FOUR_UP, FOUR_UP}, 1},
    [DECK_43M] = {{FIVE_UP, FOUR_UP, FIVE_UP, FOUR_UP}, 1},
    [DECK_44] = {{FIVE_UP, FIVE_UP, FOUR_UP, FOUR_UP}, 2},
    [DECK_45] = {{FOUR_UP, FOUR_UP, FOUR_UP, FOUR_UP}, 1},
    [DECK_46] = {{FOUR_UP, FOUR_UP, FOUR_UP, FOUR_UP}, 2},
    [DECK_52] = {{TWO_UP, TWO_UP, TWO_UP, TWO_UP}, 0},
    [DECK_53] = {{TWO_UP, TWO_UP, TWO_UP, TWO_UP}, 1},
    [DECK_63] = {{TWO_UP_12, TWO_UP_12, TWO_UP_13, TWO_UP_13}, 1},
    [DECK_64] = {{TWO_UP_12, TWO_UP_12, TWO_UP_13, TWO_UP_13}, 2},
    [DECK_65] = {{TWO_UP_13, TWO_UP_13, TWO_UP_13, TWO_UP_13}, 1},
    [DECK_66] = {{TWO_UP_13, TWO_UP_13, TWO_UP_13, TWO_UP_13}, 2},
};

cardset_t deck_set(enum deck deck)
{
    assert((unsigned)deck < DECK_COUNT);
    const struct deck_shape *shape = &deck_shapes[deck];
    cardset_t cards = 0;
    for (int suit = 0; suit < SUITS; suit++)
        cards |= (cardset_t)shape->ranks[suit] << (suit * RANKS);
    if (shape->jokers > 0)
        cards |= CARDSET(CARD_RJ);
    if (shape->jokers > 1)
        cards |= CARDSET(CARD_BJ);
    return cards;
}

int deck_cards(const struct ruleset *rules, card_t cards[CARDS_MAX])
{
    assert(cardset_count(rules->cards) <= CARDS_MAX);
    cardset_t left = rules->cards;
    int count = 0;
    while (left)
        cards[count++] = cardset_pop(&left);
    return count;
}

#define K(count) (PACKET_KITTY | (count))

/* The default packets by k; no deck leaves one card. A draft deals no kitty with its packets,
 * whatever k is. */
static const uint8_t default_packets[KITTY_MAX + 1][7] = {
    [0] = {3, 4, 3},
    [2] = {3, K(1), 4, K(1), 3},
    [3] = {3, K(1), 4, K(1), 3, K(1)},
    [4] = {3, K(1), 4, K(2), 3, K(1)},
    [5] = {3, K(3), 4, K(2), 3},
    [6] = {3, K(3), 3, K(3), 4},
};

void deck_fill_packets(struct ruleset *rules)
{
    assert(rules->hand_count > 0 && rules->kitty_size <= KITTY_MAX);
    memset(rules->deal_packets, 0, sizeof rules->deal_packets);
    rules->deal_count = 0;
    if (rules->two_handed == TWO_HANDED_DRAW)
        return;
    if (rules->packet_count > 0) {
        memcpy(rules->deal_packets, rules->packets, sizeof rules->packets);
        rules->deal_count = rules->packet_count;
        return;
    }
    const uint8_t *packets =
        default_packets[rules->two_handed == TWO_HANDED_DRAFT ? 0 : rules->kitty_size];
    while (packets[rules->deal_count] != 0) {
        rules->deal_packets[rules->deal_count] = packets[rules->deal_count];
        rules->deal_count++;
    }
}

void deck_deal(struct deal *deal, const struct ruleset *rules, const card_t *deck, seat_t dealer)
{
    int held = 0; /* cards in each hand so far */

    assert(dealer < rules->players);
    memset(deal, 0, sizeof *deal);
    deal->hand_count = rules->hand_count;
    if (rules->two_handed == TWO_HANDED_DRAW) {
        deal->stock_count = STOCK_MAX;
        memcpy(deal->stock, deck, STOCK_MAX);
        deal->kitty_count = rules->kitty_size;
        memcpy(deal->kitty, deck + STOCK_MAX, rules->kitty_size);
        return;
    }
    deal->hand_cards = HAND_CARDS;
    for (int i = 0; i < rules->deal_count; i++) {
        int size = rules->deal_packets[i] & ~PACKET_KITTY;
        if (rules->deal_packets[i] & PACKET_KITTY) {
            memcpy(deal->kitty + deal->kitty_count, deck, (size_t)size);
            deal->kitty_count = (uint8_t)(deal->kitty_count + size);
            deck += size;
            continue;
        }
        for (int turn = 1; turn <= rules->hand_count; turn++) {
            memcpy(deal->hands[(dealer + turn) % rules->hand_count] + held, deck, (size_t)size);
            deck += size;
        }
        held += size;
    }
    if (rules->two_handed == TWO_HANDED_DRAFT) {
        deal->exposed_count = EXPOSED_MAX;
        memcpy(deal->exposed, deck, EXPOSED_MAX);
        deal->kitty_count = rules->draft_kitty;
        memcpy(deal->kitty, deck + EXPOSED_MAX, rules->draft_kitty);
    }
}

int deck_from_deal(card_t deck[CARDS_MAX], const struct deal *deal, const struct ruleset *rules,
                   seat_t dealer)
{
    int count = 0;

    assert(deal->stock_count == 0 && deal->exposed_count == 0);
    for (int turn = 1; turn <= deal->hand_count; turn++) {
        memcpy(deck + count, deal->hands[(dealer + turn) % rules->hand_count], deal->hand_cards);
        count += deal->hand_cards;
    }
    memcpy(deck + count, deal->kitty, deal->kitty_count);
    return count + deal->kitty_count;
}

int deck_check_deal(const struct deal *deal, const struct ruleset *rules)
{
    bool draw = rules->two_handed == TWO_HANDED_DRAW;
    bool draft = rules->two_handed == TWO_HANDED_DRAFT;
    if (deal->hand_count != rules->hand_count || deal->hand_cards != (draw ? 0 : HAND_CARDS) ||
        deal->kitty_count != rules->kitty_size ||
        deal->exposed_count != (draft ? EXPOSED_MAX : 0) ||
        deal->stock_count != (draw ? STOCK_MAX : 0))
        return ENGINE_ERROR_DEAL;
    cardset_t dealt = deck_gather(deal->kitty, deal->kitty_count) |
                      deck_gather(deal->exposed, deal->exposed_count) |
                      deck_gather(deal->stock, deal->stock_count);
    int count = deal->kitty_count + deal->exposed_count + deal->stock_count;
    for (int hand = 0; hand < deal->hand_count; hand++) {
        dealt |= deck_gather(deal->hands[hand], deal->hand_cards);
        count += deal->hand_cards;
    }
    /* As many different cards as were listed, and none foreign: so none is listed twice. */
    bool each_once = !(dealt & ~rules->cards) && cardset_count(dealt) == count;
    return each_once && (draft || dealt == rules->cards) ? ENGINE_OK : ENGINE_ERROR_DEAL;
}
