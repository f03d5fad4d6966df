/* legal.h - whether a set of legal actions holds an action. Private to the engine. */
#ifndef AVONDALE_LEGAL_H
#define AVONDALE_LEGAL_H

#include "engine.h"
#include "trick.h"

/* legal_has for an action that is already settled. */
bool legal_allows(const struct legal *legal, const struct game *game, const struct ruleset *rules,
                  const struct action *action);

/* legal_allows_card for a card that is led, forced, or may be a joker without trumps. */
bool legal_allows_card_rare(const struct game *game, const struct ruleset *rules,
                            const struct action *action);

/* legal_allows for an ACTION_PLAY in PHASE_PLAY, without a set of legal actions: inlined, as four
 * actions of five are cards in play. */
static inline bool legal_allows_card(const struct game *game, const struct ruleset *rules,
                                     const struct action *action)
{
    assert(game->hand_due < HANDS_MAX && game->order < TRICK_ORDERS);
    if (action->count != 1 || action->joker[0] != SUIT_NONE || action->joker[1] != SUIT_NONE ||
        game->must_play || !trick_is_joker_free(game))
        return legal_allows_card_rare(game, rules, action);
    card_t card = action->cards[0];
    cardset_t held = game->hands[game->hand_due];
    if (!cardset_has(held, card))
        return false;
    return game->trick_count == 0 || trick_strengths[game->order][card].suit == game->led ||
           !(held & trick_suit_sets[game->order][game->led]);
}

#endif
