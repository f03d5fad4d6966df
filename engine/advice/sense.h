/* sense.h - what bots that play by rules of thumb share: how strong a hand is, which cards to
 * throw, which to play. Knows nothing of bidding systems. */
#ifndef AVONDALE_SENSE_H
#define AVONDALE_SENSE_H

#include "seen.h"

/* All cards printed with a suit, S .. H. */
cardset_t sense_suit(int suit);
/* Of S .. H: suit, jokers, left bower and, in deck 43m, matching four; of NT and JNT: the jokers.
 * Cards that the deck does not have may be among them. */
cardset_t sense_trumps(const struct ruleset *rules, int denom);
/* The cards of the deck that must follow when `suit` is led under a denomination: the left bower
 * counts as a trump, and where there are no trumps the jokers count for no suit. */
cardset_t sense_suit_cards(const struct ruleset *rules, int denom, int suit);
/* Cards of a suit (as above) that other hands may still hold, as far as this player knows. */
cardset_t sense_cards_out(const struct seen *game, int suit);
/* Of the contract; NT for special calls and before there is a contract. */
int sense_denomination(const struct seen *game);
/* Tricks in a denomination, in tenths. */
int sense_worth(const struct ruleset *rules, cardset_t hand, int denom);
/* Low enough to win no trick. */
bool sense_is_misere(cardset_t hand);

/* Tenths of a trick that a bidder expects of its partner. */
int sense_partner(const struct seen *game);
/* Tenths of a trick that a bidder expects from its luck. */
enum { SENSE_BOLD = 6 };

/* Each of these sets *action, one of those that the turn allows. The bid: the lowest level that the
 * own hand is worth with `bold` tenths of a trick; a partner's bid is left alone unless there is
 * more to gain. */
void sense_bid(const struct seen *game, const struct seen_turn *turn, int bold,
               struct action *action);
void sense_choose(const struct seen *game, const struct seen_turn *turn, struct action *action);
void sense_play(const struct seen *game, const struct seen_turn *turn, struct action *action);
/* How much sense_play likes a card of game->hand: it takes the first one of the highest value. */
int sense_play_value(const struct seen *game, card_t card);
/* Why sense_play would play a card that it likes most, as half a sentence. */
const char *sense_play_reason(const struct seen *game, card_t card);
/* Everything but auction, cards to throw and play: says no where it can. */
void sense_decline(const struct seen_turn *turn, struct action *action);
/* Whichever of them the turn asks for: all that `basic` is. */
void sense_decide(const struct seen *game, const struct seen_turn *turn, int bold,
                  struct action *action);

#endif
