/* exchange.h - the phases expose and draw before the auction, and slam to breach after it (rules 5
 * to 7). Private to the engine.
 *
 * Knows no calls but the contract. Functions that change the state return what comes next. */
#ifndef AVONDALE_EXCHANGE_H
#define AVONDALE_EXCHANGE_H

#include "phase.h"

/* Called after the deal. Returns _TURN, or _AUCTION if the rules have nothing before it. */
enum phase_next exchange_begin_deal(struct game *game, const struct ruleset *rules,
                                    struct events *events);

/* game->contract is settled: the contractor takes the kitty. Returns _TURN or _PLAY. */
enum phase_next exchange_begin_contract(struct game *game, const struct ruleset *rules,
                                        struct events *events);

/* Fills in the cards and words that are legal for `game->turn`. */
void exchange_legal(const struct game *game, const struct ruleset *rules, struct legal *legal);

/* Applies a legal action. Returns what comes next: _TURN, _AUCTION or _PLAY. */
enum phase_next exchange_apply(struct game *game, const struct ruleset *rules,
                               const struct action *action, struct events *events);

#endif
