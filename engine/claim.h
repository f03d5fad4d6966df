/* claim.h - decides claims (rules 5, "Claims"). Private to the engine. */
#ifndef AVONDALE_CLAIM_H
#define AVONDALE_CLAIM_H

#include "engine.h"

/* The form: all cards of the hand due, each a legal lead in its turn, jokers naming a suit exactly
 * where they must. */
bool claim_is_formed(const struct game *game, const struct ruleset *rules,
                     const struct action *claim);

/* Whether each card of a well-formed claim wins its trick against all legal plays of all other
 * hands. Exact; bounded by the sizes of the hands. */
bool claim_stands(const struct game *game, const struct ruleset *rules, const struct action *claim);

#endif
