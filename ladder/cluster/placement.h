/* placement.h - which node brings the bots together that wait for opponents at several of them.
 *
 * Pure. Every node sees the same offers in the store and comes to the same answer without asking the others:
 * where most wait for a ruleset, ties by the node's name, there the others' bots are brought; only so many as
 * a game lacks. Who has waited for GATHER_LONELY_MSEC all the same, too few to play where it is, is brought to a
 * node where its ruleset is being played, one at a time: those there never wait for long, and are not offered.
 * Two nodes that look at different moments may both claim; a seek is claimed once all the same, and a bot that
 * comes where nobody waits any more is offered again.
 */
#ifndef AVONDALE_GATHER_H
#define AVONDALE_GATHER_H

#include "cluster/cluster.h"

enum { GATHER_LONELY_MSEC = 1000 };

struct gather_ruleset {
    const char *name; /* the caller's */
    int players;
    bool played; /* there are games of it under way at this node */
};

/* What the node `self` claims now: one want a ruleset and kind of game (rated or not) at most. `offers` as the store lists them, those that have waited longest first. The number of wants, at most
 * 2 * ruleset_count. */
int gather_wants(const struct seek_offer *offers, int offer_count, const char *self,
                 const struct gather_ruleset *rulesets, int ruleset_count, struct seek_want *wants);

#endif
