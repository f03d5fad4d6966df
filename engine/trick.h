/* trick.h - how cards rank under a contract, what may be played, who wins (rules 5).
 * Private to the engine. Knows nothing of auctions, scores or partners. */
#ifndef AVONDALE_TRICK_H
#define AVONDALE_TRICK_H

#include "engine.h"

/* The order of the cards under a call (CALL_PASS: passed-out no-trump), for game->order. An index
 * into constant tables: denomination x joker order x matching four. */
uint8_t trick_order(const struct ruleset *rules, call_t call);

/* The suit that a card belongs to: the left bower and the matching four are trumps, jokers are
 * trumps in a suit contract and SUIT_NONE without trumps. */
enum suit trick_suit(uint8_t order, card_t card);

/* All cards that belong to a suit (jokers only where they are trumps). */
cardset_t trick_suit_cards(uint8_t order, enum suit suit);

/* Strength of a card, comparable within a suit; any trump (and any joker) is over any other card. */
uint8_t trick_power(uint8_t order, card_t card);

/* Whether a suit is trumps: no jokers outside the suits, no joker that names one. */
static inline bool trick_has_trumps(uint8_t order)
{
    return order < 16;
}

/* From this power on a card beats those of the suit led, whatever it is: trumps and jokers. */
enum { TRICK_POWER_TRUMP = 32 };

/* What a hand that holds `held` may play to the suit `led`. `void_shown` and `suit_played` are masks
 * of suits as in struct game; they matter only to jokers without trumps. */
cardset_t trick_follow(uint8_t order, uint8_t joker_nt, cardset_t held, enum suit led,
                       uint8_t void_shown, uint8_t suit_played);

/* Without trumps: the mask of suits that a joker led from this hand may name; 0: it may not be led. */
uint8_t trick_lead_suits(uint8_t order, uint8_t joker_nt, cardset_t held, uint8_t void_shown,
                         uint8_t suit_played);

/* Fills in `cards`, `joker_suits` (and the claim word in `words`) for game->hand_due. */
void trick_legal(const struct game *game, const struct ruleset *rules, struct legal *legal);

/* What legal_allows says of an ACTION_PLAY in PHASE_PLAY, without a set of legal actions. */
bool trick_allows(const struct game *game, const struct ruleset *rules,
                  const struct action *action);

/* Starts the play: `leader` is the hand that leads; game->order, folded and hands are set. */
void trick_start(struct game *game, uint8_t leader);

/* Plays a legal card (with the suit it names, or SUIT_NONE) from game->hand_due. Moves hand_due on
 * to the next hand that is not folded. True if that completed the trick: game->best is the hand that
 * won, its `won` is counted, game->trick is one more, hand_due and leader are the winner, and the
 * table is left as it is until the next lead. Turning up covered cards of table hands is the
 * caller's. */
bool trick_play(struct game *game, card_t card, uint8_t named);

#endif
