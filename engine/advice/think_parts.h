/* think_parts.h - the parts of `expert` that think.c chooses from. */
#ifndef AVONDALE_THINK_PARTS_H
#define AVONDALE_THINK_PARTS_H

#include "think.h"

/* From think_bid.c: the auction and raises. */
void think_bid(struct think *think, const struct seen *game, const struct seen_turn *turn,
               struct action *action);

/* From think_rest.c: all decisions but auction, discard, partner and play. */
void think_rest(struct think *think, const struct seen *game, const struct seen_turn *turn,
                struct action *action);

/* The best card of a hand to give to a partner that plays a slam. */
cardset_t think_rest_gift(const struct seen *game, call_t call, cardset_t hand);

#endif
