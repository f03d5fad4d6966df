/* sense.h - what bots that play by rules of thumb share: how strong a hand is, which cards to throw, which
 * to play. Knows nothing of bidding systems. */
#ifndef AVONDALE_SENSE_H
#define AVONDALE_SENSE_H

#include "botkit.h"

cardset_t sense_suit(int suit);        /* all cards printed with a suit, S .. H */
cardset_t sense_trumps(int denom);     /* of S .. H: suit, jokers and left bower; else the jokers */
int sense_denomination(const struct bot_game *game); /* of the contract; NT for special calls and none */
int sense_worth(cardset_t hand, int denom);          /* tricks in a denomination, in tenths */
bool sense_is_misere(cardset_t hand);                /* low enough to win no trick */

/* Each sets *action, one of those that the turn allows. */
void sense_choose(const struct bot_game *game, const struct bot_turn *turn, struct action *action);
void sense_play(const struct bot_game *game, const struct bot_turn *turn, struct action *action);
/* Everything but auction, cards to throw and play: says no where it can. */
void sense_decline(const struct bot_turn *turn, struct action *action);

#endif
