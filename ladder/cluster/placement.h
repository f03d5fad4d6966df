/* placement.h - chooses the node where bots that wait at several nodes play each other.
 *
 * Pure. Every node reads the same offers in the store and computes the same answer. For a ruleset
 * it is the node with the most waiting bots (ties: by the node's name), and it claims as many bots
 * as a game lacks. A bot that has waited PLACEMENT_LONELY_MSEC in vain moves to a node where its
 * ruleset is being played, one bot at a time: bots there never wait for long, and are not offered.
 * Two nodes that read at different moments may both claim; the store gives a seek to one of them.
 * A bot that arrives where no opponent waits is offered again.
 */
#ifndef AVONDALE_GATHER_H
#define AVONDALE_GATHER_H

#include "cluster/cluster.h"

enum { PLACEMENT_LONELY_MSEC = 1000 };

struct placement_ruleset {
    const char *name; /* the caller's */
    int players;
    bool played; /* games of it are running at this node */
};

/* Computes what the node `self` claims now: at most one want for each ruleset and kind of game
 * (rated or not). `offers` are in the order of the store, the longest waiting first. Returns the
 * number of wants, at most 2 * ruleset_count. */
int placement_wants(const struct seek_offer *offers, int offer_count, const char *self,
                    const struct placement_ruleset *rulesets, int ruleset_count,
                    struct seek_want *wants);

#endif
