/* sense.h - rules of thumb that several bots share: how strong a hand is, which cards to throw,
 * which to play. Knows nothing of bidding systems. */
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
/* The denomination of the contract; NT for special calls and before there is a contract. */
int sense_denomination(const struct seen *game);
/* Expected tricks in a denomination, in tenths. */
int sense_worth(const struct ruleset *rules, cardset_t hand, int denom);
/* Whether a card is low enough to win no trick. */
bool sense_is_misere(cardset_t hand);

/* Tenths of a trick that a bidder expects of its partner. */
int sense_partner(const struct seen *game);
/* Tenths of a trick that a bidder expects from its luck. */
enum { SENSE_BOLD = 6 };

/* Each of these sets *action to a legal action of the turn. sense_bid: the lowest level that the
 * own hand is worth with `bold` tenths of a trick; it leaves a partner's bid alone unless there is
 * more to gain. */
void sense_bid(const struct seen *game, const struct seen_turn *turn, int bold,
               struct action *action);
void sense_choose(const struct seen *game, const struct seen_turn *turn, struct action *action);
void sense_play(const struct seen *game, const struct seen_turn *turn, struct action *action);
/* How much sense_play likes a card of game->hand. It plays the first card of the highest value. */
int sense_play_value(const struct seen *game, card_t card);
/* Why sense_play likes a card most, as half a sentence. */
const char *sense_play_reason(const struct seen *game, card_t card);
/* Everything but auction, discards and play: declines where it can. */
void sense_decline(const struct seen_turn *turn, struct action *action);
/* Any of these, as the turn asks: this is the whole of `basic`. */
void sense_decide(const struct seen *game, const struct seen_turn *turn, int bold,
                  struct action *action);

#endif
