/* think.h - how `expert` decides: it imagines worlds that agree with what it has seen, has the
 * solver play them, and takes the action with the best mean chance to win the match.
 *
 * Knows no connection: a game as a bot sees it goes in, an action comes out. Time is a callback. */
#ifndef AVONDALE_THINK_H
#define AVONDALE_THINK_H

#include "sample.h"
#include "solve.h"

enum { THINK_TABLE_BITS = 16 };

/* What the latest decision found. */
struct think_note {
    int worlds;   /* worlds looked at; 0: decided by rule of thumb */
    bool learned; /* the networks of bidder.h were asked, too */
    int count;    /* of the turn's legal actions */
    double
        chance[LEGAL_LIST_MAX]; /* chance to win the match with each of them; -1: not looked at */
};

struct think {
    struct solver solver; /* initialized by the caller */
    uint64_t random;      /* state of its random generator */
    int worlds;           /* worlds for each decision; 0: as many as the time allows */
    int version;          /* 0: expert; 1: as it was, without table hands and slams; 2: expert-2 */
    uint64_t nodes;       /* with `worlds`: nodes of the solver for a play; 0: no limit */
    struct think_note note; /* out */
    int64_t (*left_usec)(
        void); /* time that this decision may still take; not called where `worlds` is set */
};

/* Sets *action to a legal action of the turn. */
void think_decide(struct think *think, const struct seen *game, const struct seen_turn *turn,
                  struct action *action);

#endif
