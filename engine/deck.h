/* deck.h - what only the engine needs of decks: packets (rules 2). */
#ifndef AVONDALE_DECK_H
#define AVONDALE_DECK_H

#include "engine.h"

/* All cards of a deck. */
cardset_t deck_set(enum deck deck);

/* Fills in deal_count and deal_packets: the ruleset's own packets or the default for its
 * kitty_size. hand_count and kitty_size are set. */
void deck_fill_packets(struct ruleset *rules);

#endif
