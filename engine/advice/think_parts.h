/* think_parts.h - the parts of `expert` that think.c chooses from. */
#ifndef AVONDALE_THINK_PARTS_H
#define AVONDALE_THINK_PARTS_H

#include "think.h"

/* Of think_bid.c: the auction and raises. */
void think_bid(struct think *think, const struct seen *game, const struct seen_turn *turn,
               struct action *action);

/* Of think_rest.c: what is neither auction, discard, partner nor play. */
void think_rest(struct think *think, const struct seen *game, const struct seen_turn *turn,
                struct action *action);

/* The best card of a hand, for a partner that plays a slam. */
cardset_t think_rest_gift(const struct seen *game, call_t call, cardset_t hand);

#endif
