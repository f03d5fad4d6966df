/* advice.h - the decisions of `basic` and `expert` as a function, each with its reason: for hints,
 * and for comparing what was played with what they would have done.
 *
 * Knows only what one player knows (seen.h). The caller owns all memory; no clock: how far
 * it looks is counted in worlds and nodes, so the same question and seed get the same answer. */
#ifndef AVONDALE_ADVICE_H
#define AVONDALE_ADVICE_H

#include "seen.h"
#include "think.h"

enum advice_by { ADVICE_BASIC, ADVICE_EXPERT, ADVICE_BY_COUNT };

const char *advice_by_name(enum advice_by by);             /* "basic" */
bool advice_by_find(const char *name, enum advice_by *by); /* false: no such adviser */

enum { ADVICE_WHY_MAX = 200, ADVICE_WORLDS_MAX = 160 };

struct advice {
    struct action action;     /* one that the turn allows */
    char why[ADVICE_WHY_MAX]; /* a line without its end */
};

/* One thread at a time; of no use to ADVICE_BASIC but its kind. */
struct adviser {
    enum advice_by by;
    struct think think;
};

/* What advice_init wants of memory: 0 for ADVICE_BASIC. */
size_t advice_bytes(enum advice_by by);

/* `worlds` (1 .. ADVICE_WORLDS_MAX) are what it looks at for a decision, fewer of a play where the
 * solver has used `nodes` for it (0: no limit; 3 are about a microsecond). `memory`, of
 * advice_bytes and 8-byte aligned, is the caller's and lent for as long as the adviser is used;
 * NULL where none is wanted. */
void advice_init(struct adviser *adviser, enum advice_by by, int worlds, uint64_t nodes,
                 void *memory);

/* What basic does that trusts `bold` tenths of a trick to luck when it bids (basic itself: 6),
 * without a reason. */
void advice_decide(const struct seen *seen, const struct seen_turn *turn, int bold,
                   struct action *action);

/* What to do. `turn` asks something: it has a legal action, or cards to choose. ADVICE_BASIC takes
 * microseconds, ADVICE_EXPERT up to 20 ms a world. */
void advice_give(struct adviser *adviser, const struct seen *seen, const struct seen_turn *turn,
                 struct advice *advice);

/* What the latest advice_give of ADVICE_EXPERT thinks of an action: how much likelier the match is
 * won by its own choice, 0 .. 1. Negative: it did not weigh that action. *differs: it would rather
 * do another. */
double advice_loss(const struct adviser *adviser, const struct seen_turn *turn,
                   const struct action *action, bool *differs);

#endif
