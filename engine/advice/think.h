/* think.h - how `expert` decides: it imagines worlds that agree with what it has seen, has the
 * solver play them out, and takes what is best on average for the chance to win the match.
 *
 * Knows no connection: a game as a bot sees it goes in, an action comes out. Time comes in as a
 * function. */
#ifndef AVONDALE_THINK_H
#define AVONDALE_THINK_H

#include "sample.h"
#include "solve.h"

enum { THINK_TABLE_BITS = 16 };

/* What was found out about the latest decision. */
struct think_note {
    int worlds;                    /* looked at; 0: it was decided by rule of thumb */
    int count;                     /* of the turn's legal actions */
    double chance[LEGAL_LIST_MAX]; /* to win the match with each of them; -1: not looked at */
};

struct think {
    struct solver solver;       /* initialized by the caller */
    uint64_t random;            /* the state of its dice */
    int worlds;                 /* so many for each decision; 0: as many as the time allows */
    int version;                /* 0: the latest; 1: as the reference bot expert-1 */
    uint64_t nodes;             /* with `worlds`: of the solver, for a play; 0: no limit */
    struct think_note note;     /* out */
    int64_t (*left_usec)(void); /* what the decision at hand may still take; not called where
                                   `worlds` is set */
};

/* Sets *action, one of those that the turn allows. */
void think_decide(struct think *think, const struct seen *game, const struct seen_turn *turn,
                  struct action *action);

/* Of think_bid.c: the auction and raises. */
void think_bid(struct think *think, const struct seen *game, const struct seen_turn *turn,
               struct action *action);

/* Of think_rest.c: what is neither auction, discard, partner nor play. */
void think_rest(struct think *think, const struct seen *game, const struct seen_turn *turn,
                struct action *action);

/* sampler_init of what this version of expert imagines. */
bool think_imagine(const struct think *think, struct sampler *sampler, const struct seen *game,
                   cardset_t hand);

/* Whether another world may be looked at after `done` of them; never more than `most`. */
bool think_goes_on(const struct think *think, int done, int most);

/* Nodes of the solver that one position may cost: a share of the time that is left. */
uint64_t think_nodes(const struct think *think);

/* A game at the first lead of a contract: the own hand is `hand`, all others as in the world.
 * False: no such game. */
bool think_set_up(struct game *play, const struct seen *game, const struct contract *contract,
                  const struct world *world, cardset_t hand);

/* The cards that a beginner throws of a hand that is too large for a contract of the own seat. */
cardset_t think_throw(const struct seen *game, call_t call, cardset_t hand, int count);

/* The best card of a hand, for a partner that plays a slam. */
cardset_t think_gift(const struct seen *game, call_t call, cardset_t hand);

/* The five-handed card to call for: CARD_NONE where there is none in the list. */
card_t think_call_card(const struct seen *game, int denom, cardset_t from);

#endif
