/* think_world.h - shared by the parts of `expert`: worlds, how many may be looked at, and
 * beginners' habits. */
#ifndef AVONDALE_THINK_WORLD_H
#define AVONDALE_THINK_WORLD_H

#include "think.h"

/* sample_init for what this version of expert imagines. */
bool think_world_imagine(const struct think *think, struct sampler *sampler,
                         const struct seen *game, cardset_t hand);

/* Whether another world may be looked at after `done` of them, `most` at the most. */
bool think_world_goes_on(const struct think *think, int done, int most);

/* The solver's nodes for one position: a share of the time that is left. */
uint64_t think_world_nodes(const struct think *think);

/* Makes a game at the first lead of a contract: the own hand is `hand`, all others as in the world.
 * Returns false if there is no such game. */
bool think_world_set_up(struct game *play, const struct seen *game, const struct contract *contract,
                        const struct world *world, cardset_t hand);

/* Makes a game at the first lead of a call that becomes the contract of the seat `by`, with some
 * cards of `rest` as the kitty, and discards as a beginner makes them. Returns false if there is
 * none. */
bool think_world_bid(struct game *play, const struct seen *game, seat_t by, call_t call,
                     const struct world *world, uint64_t *random);

/* Makes a game of a world and repeats the plays of the hand so far. Returns false if there is no
 * such game, or it is not in PHASE_PLAY. */
bool think_world_play(struct game *play, const struct seen *game, const struct world *world);

/* The cards that a beginner discards from a hand that is too large, for a contract of the own seat.
 */
cardset_t think_world_throw(const struct seen *game, call_t call, cardset_t hand, int count);

/* The five-handed partner card to call: CARD_NONE if the list holds none. */
card_t think_world_call_card(const struct seen *game, int denom, cardset_t from);

#endif
