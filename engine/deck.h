/* deck.h - what only the engine needs of decks: packets (rules 2). */
#ifndef AVONDALE_DECK_H
#define AVONDALE_DECK_H

#include "engine.h"

/* All cards of a deck. */
cardset_t deck_set(enum deck deck);

/* The set of a list of cards. A number that is no card becomes a bit that no deck has. */
static inline cardset_t deck_gather(const card_t *cards, int count)
{
    uint64_t suited = 0, others = 0;
    for (int i = 0; i < count; i++) {
        if (cards[i] < CARD_RJ)
            suited |= UINT64_C(1) << cards[i];
        else
            others |= UINT64_C(1) << (cards[i] < CARDS_MAX ? cards[i] - CARD_RJ : 63);
    }
    return (cardset_t)others << 64 | suited;
}

/* Fills in deal_count and deal_packets: the ruleset's own packets or the default for its
 * kitty_size. hand_count and kitty_size are set. */
void deck_fill_packets(struct ruleset *rules);

#endif
