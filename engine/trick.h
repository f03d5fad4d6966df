/* trick.h - how cards rank under a contract, what may be played, who wins (rules 5).
 * Private to the engine. Knows nothing of auctions, scores or partners. */
#ifndef AVONDALE_TRICK_H
#define AVONDALE_TRICK_H

#include "engine.h"

#include <assert.h>
#include <string.h>

/* How many orders there are, and what a card is under each: constants, worked out by the compiler.
 */
enum { TRICK_ORDERS = 24 };
struct trick_strength {
    uint8_t suit, power; /* as trick_suit and trick_power tell them */
};
extern const struct trick_strength trick_strengths[TRICK_ORDERS][CARDS_MAX];
extern const cardset_t trick_suit_sets[TRICK_ORDERS][SUITS];
#define TRICK_JOKERS (CARDSET(CARD_RJ) | CARDSET(CARD_BJ))

/* The order of the cards under a call (CALL_PASS: passed-out no-trump), for game->order. An index
 * into constant tables: denomination x joker order x matching four. */
uint8_t trick_order(const struct ruleset *rules, call_t call);

/* The suit that a card belongs to: the left bower and the matching four are trumps, jokers are
 * trumps in a suit contract and SUIT_NONE without trumps. */
enum suit trick_suit(uint8_t order, card_t card);

/* All cards that belong to a suit (jokers only where they are trumps). */
cardset_t trick_suit_cards(uint8_t order, enum suit suit);

/* Strength of a card, comparable within a suit; any trump (and any joker) is over any other card.
 */
uint8_t trick_power(uint8_t order, card_t card);

/* Whether a suit is trumps: no jokers outside the suits, no joker that names one. */
static inline bool trick_has_trumps(uint8_t order)
{
    return order < 16;
}

/* From this power on a card beats all cards of the suit led: trumps and jokers. */
enum { TRICK_POWER_TRUMP = 32 };

/* What a hand that holds `held` may play to the suit `led`. `void_shown` and `suit_played` are
 * masks of suits as in struct game; they matter only to jokers without trumps. */
cardset_t trick_follow(uint8_t order, uint8_t joker_nt, cardset_t held, enum suit led,
                       uint8_t void_shown, uint8_t suit_played);

/* Without trumps: the mask of suits that a joker led from this hand may name; 0: it may not be led.
 */
uint8_t trick_lead_suits(uint8_t order, uint8_t joker_nt, cardset_t held, uint8_t void_shown,
                         uint8_t suit_played);

/* Starts the play: `leader` is the hand that leads; game->order, folded and hands are set. */
void trick_start(struct game *game, uint8_t leader);

/* ---------------------------------------------------------------------- a card in play, inlined
 *
 * Four actions of five are cards in play, so their path is part of game_legal and game_apply. What
 * is rare on it is out of line: leads, cards that are forced, jokers without trumps. */

void trick_legal_rare(const struct game *game, const struct ruleset *rules, struct legal *legal);

/* What the hand that is due may play to the trick on the table, jokers or not. */
cardset_t trick_follow_now(const struct game *game, const struct ruleset *rules);

static inline bool trick_is_joker_free(const struct game *game)
{
    return trick_has_trumps(game->order) || !(game->hands[game->hand_due] & TRICK_JOKERS);
}

/* Fills in `cards`, `joker_suits` (and the claim word in `words`) for game->hand_due. */
static inline void trick_legal(const struct game *game, const struct ruleset *rules,
                               struct legal *legal)
{
    assert(game->hand_due < HANDS_MAX && game->order < TRICK_ORDERS);
    if (game->must_play || game->trick_count == 0 || !trick_is_joker_free(game)) {
        trick_legal_rare(game, rules, legal);
        return;
    }
    cardset_t held = game->hands[game->hand_due];
    cardset_t in_suit = held & trick_suit_sets[game->order][game->led];
    legal->cards = in_suit ? in_suit : held;
}

/* Plays a legal card (with the suit it names, or SUIT_NONE) from game->hand_due. Moves hand_due on
 * to the next hand that is not folded. Returns true if that completed the trick: game->best is the
 * hand that won, its `won` is counted, game->trick is one more, hand_due and leader are the winner,
 * and the table is left as it is until the next lead. Turning up covered cards of table hands is
 * the caller's. */
static inline bool trick_play(struct game *game, card_t card, uint8_t named)
{
    unsigned hand = game->hand_due;
    struct trick_strength strength = trick_strengths[game->order][card];

    assert(cardset_has(game->hands[hand], card) && game->trick < TRICKS);
    cardset_remove(&game->hands[hand], card);
    if (strength.suit != SUIT_NONE)
        game->suit_played[hand] |= (uint8_t)(1 << strength.suit);
    if (game->trick_count++ == 0) {
        assert(strength.suit != SUIT_NONE || named < SUITS);
        memset(game->table, CARD_NONE, sizeof game->table);
        game->led = strength.suit != SUIT_NONE ? strength.suit : named;
        game->best = (uint8_t)hand;
        game->best_power = strength.power;
        game->must_play = 0;
    } else {
        if (strength.suit != SUIT_NONE && strength.suit != game->led)
            game->void_shown[hand] |= (uint8_t)(1 << game->led);
        if (strength.power > game->best_power &&
            (strength.suit == game->led || strength.power >= TRICK_POWER_TRUMP)) {
            game->best = (uint8_t)hand;
            game->best_power = strength.power;
        }
    }
    game->table[hand] = card;
    if (game->trick_count < game->players_in) {
        game->hand_due = game->next_hand[hand];
        return false;
    }
    game->won[game->best]++;
    game->trick++;
    game->trick_count = 0;
    game->led = SUIT_NONE;
    game->hand_due = game->leader = game->best;
    return true;
}

#endif
