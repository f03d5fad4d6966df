/* native.h - what the Python package calls beside the environment itself: deals from bytes, whole
 * hands of records, the solver, advice and worlds. Flat functions, memory of the caller. */
#ifndef AVONDALE_PYTHON_NATIVE_H
#define AVONDALE_PYTHON_NATIVE_H

#include "advice/advice.h"
#include "env/env.h"

/* Fills in a deal from cards in the order of records.md: hands one after the other, then kitty,
 * exposed and stock. Returns 0, or ENGINE_ERROR_DEAL if `count` is not what the ruleset deals. */
int native_deal(struct deal *deal, const struct ruleset *rules, const uint8_t *cards, int count);

/* Where the steps of a hand are written, one row a step. */
struct native_rows {
    int8_t *observation; /* [room][env_observe_size] */
    uint8_t *mask;       /* [room][ENV_ACTIONS], or NULL */
    int16_t *action;     /* [room] */
    uint8_t *seat;       /* [room] */
    int room;
};

/* Plays the actions of a hand that env_deal began, one word a line, and writes a row before each
 * step. Returns the rows, -1 - i if action i is not legal, or -1000 if there is no room. A claim is
 * done and has no row. */
int native_hand(struct env *env, const struct ruleset *rules, const char *actions,
                const struct native_rows *rows);

/* The value of each legal action when all cards are known and everybody plays best (solve.h); -1
 * for the others. Returns the enum solve_goal, or a negative enum engine_error. */
int native_solve(const struct env *env, const struct ruleset *rules, void *memory, size_t bytes,
                 uint64_t budget, int8_t values[ENV_ACTIONS]);

/* What `basic` (0), `expert` (1) or `expert-2` (2) would do; writes the steps of it, and a line
 * that says why. Returns the number of steps. */
int native_advise(const struct env *env, const struct ruleset *rules, int by, int worlds,
                  uint64_t seed, void *memory, uint8_t numbers[ACTION_CARDS_MAX],
                  char why[ADVICE_WHY_MAX]);

/* The bytes of memory that native_advise wants. */
size_t native_advise_bytes(int by);

/* What the networks of expert-2 say that each call adds to the chance to win the match, against a
 * pass: -1 .. 1, and -2 for a call that is not legal or that they do not weigh. Returns false
 * outside of an auction, or if they do not know the ruleset. */
bool native_gains(const struct env *env, const struct ruleset *rules, double gains[CALL_COUNT]);

/* Draws worlds that agree with what `seat` knows: for each card the hand that holds it, 6 if it
 * lies in no hand, 255 if it is not in the deck or was played. `seat` is one of the ruleset's;
 * `count` and `candidates` are at least 1, and more candidates weigh by the calls, as `expert`
 * does. Returns 0, or -1 if no world agrees. */
int native_worlds(const struct env *env, const struct ruleset *rules, int seat, int count,
                  int candidates, uint64_t seed, uint8_t *holders);

/* ------------------------------------------------------------------- many games (contracts.c) */

/* The tricks of the contractor's side for each seat and each of `count` calls, if that became the
 * contract and all discarded and played as `basic` does: tricks[n][players][count]; -1 where the
 * ruleset has no such call. Returns 0, or -1 - i if game i is not at the first call of its auction.
 */
int native_contracts(const struct env *envs, int n, const struct ruleset *rules,
                     const uint8_t *calls, int count, int8_t *tricks);

/* What all hands hold now: cards[n][hand_count][CARDS_MAX], 1 or 0. */
void native_hands(const struct env *envs, int n, const struct ruleset *rules, uint8_t *cards);

/* What `basic` bids by: the worth of each hand in tenths of a trick, worth[n][hand_count][5] for
 * S C D H NT, and low[n][hand_count], 1 if it would call misere. */
void native_worth(const struct env *envs, int n, const struct ruleset *rules, int16_t *worth,
                  uint8_t *low);

/* The next step of what `basic` would do in each game; none is over. */
void native_basic(const struct env *envs, int n, const struct ruleset *rules, int32_t *actions);

#endif
