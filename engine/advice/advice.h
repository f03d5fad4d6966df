/* advice.h - the decisions of `basic`, `expert` and `expert-2` as a function, each with its reason:
 * for hints, and for comparing what was played with what they would have done.
 *
 * Knows only what one player knows (seen.h). The caller owns all memory; no clock: how far
 * it looks is counted in worlds and nodes, so the same question and seed get the same answer. */
#ifndef AVONDALE_ADVICE_H
#define AVONDALE_ADVICE_H

#include "seen.h"
#include "think.h"

enum advice_by { ADVICE_BASIC, ADVICE_EXPERT, ADVICE_EXPERT_2, ADVICE_BY_COUNT };

const char *advice_by_name(enum advice_by by); /* "basic" */
bool advice_by_find(const char *name,
                    enum advice_by *by); /* Returns false if there is no such adviser. */

enum { ADVICE_WHY_MAX = 200, ADVICE_WORLDS_MAX = 160 };

struct advice {
    struct action action;     /* one of the legal actions of the turn */
    char why[ADVICE_WHY_MAX]; /* a line without its end */
};

/* Used by one thread at a time. ADVICE_BASIC uses nothing of it but the kind. */
struct adviser {
    enum advice_by by;
    struct think think;
};

/* Bytes of memory that advice_init needs: 0 for ADVICE_BASIC. */
size_t advice_bytes(enum advice_by by);

/* `worlds` (1 .. ADVICE_WORLDS_MAX) is the number of worlds looked at for a decision; a play gets
 * fewer once the solver has used `nodes` for it (0: no limit; 3 nodes are about a microsecond).
 * `memory`, of advice_bytes and 8-byte aligned, belongs to the caller and must last as long as the
 * adviser; it may be NULL if advice_bytes is 0. */
void advice_init(struct adviser *adviser, enum advice_by by, int worlds, uint64_t nodes,
                 void *memory);

/* What basic does if it trusts `bold` tenths of a trick to luck when it bids (basic itself: 6).
 * Gives no reason. */
void advice_decide(const struct seen *seen, const struct seen_turn *turn, int bold,
                   struct action *action);

/* Decides. `turn` asks something: it has a legal action, or cards to choose. ADVICE_BASIC takes
 * microseconds, the others up to 20 ms a world. */
void advice_give(struct adviser *adviser, const struct seen *seen, const struct seen_turn *turn,
                 struct advice *advice);

/* Compares an action with the choice of the latest advice_give, which is not of ADVICE_BASIC:
 * returns how much likelier that choice wins the match, 0 .. 1, or a negative number if the action
 * was not weighed. *differs: the adviser prefers another action. */
double advice_loss(const struct adviser *adviser, const struct seen_turn *turn,
                   const struct action *action, bool *differs);

/* Whether both are the same action, with the same cards and suits. */
bool advice_is_same(const struct action *a, const struct action *b);

#endif
