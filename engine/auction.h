/* auction.h - the phases blind, auction and raise (rules 4). Private to the engine.
 *
 * Knows neither cards nor what a contract leads to. Functions that change the state return what
 * comes next. */
#ifndef AVONDALE_AUCTION_H
#define AVONDALE_AUCTION_H

#include "phase.h"

/* Enters the first phase of the auction under these rules. */
void auction_begin(struct game *game, const struct ruleset *rules, struct events *events);

/* Fills in the calls and words that `game->turn` may say. */
void auction_legal(const struct game *game, const struct ruleset *rules, struct legal *legal);

/* Applies a legal action. Returns what comes next: _TURN, _CONTRACT or _PASSED_OUT. */
enum phase_next auction_apply(struct game *game, const struct ruleset *rules,
                              const struct action *action, struct events *events);

#endif
