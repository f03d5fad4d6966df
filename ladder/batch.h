/* batch.h - the batch table of one ladder: ratings of all results at once, with error bars (ratings 3);
 * inside the ladder only. Pure arithmetic but for its scratch memory.
 *
 * A result of m sides is each pair of its sides once, with weight 1/(m-1), so that no result weighs more than one
 * of two sides does for each of them; a side is as strong as the mean of its bots. Virtual draws hold
 * everybody to the center. Where there are reference bots, the scale is shifted so that
 * their mean is the center.
 *
 * Bars come from a bootstrap over blocks. A block is one result with all of its pairs; beyond
 * BATCH_GROUPS of them, blocks are dealt out in turn to so many groups, and those are drawn. A
 * resample is one Newton step from the estimate, which is what makes thousands of them cheap. All of it is
 * sparse: memory and time grow with the results, not with the square of the bots.
 */
#ifndef AVONDALE_BATCH_H
#define AVONDALE_BATCH_H

#include "ladder.h"

#include <stdatomic.h>

enum { BATCH_GROUPS = 4096, BATCH_RESAMPLES = 1000 };
#define BATCH_VIRTUAL_DRAWS 2.0
#define BATCH_SEPARABLE 0.95

/* One rated result; players are numbers from 0. */
struct batch_result {
    int32_t player[LADDER_SEATS_MAX];
    uint8_t side[LADDER_SEATS_MAX], rank[LADDER_SEATS_MAX]; /* by seat; by side */
    uint8_t seat_count, side_count;
};

struct batch_row {
    double rating, se, err95;
    int rank;   /* from 1, by rating - err95 among those that are ranked; 0: not ranked */
    double los; /* that it is better than the next one in rank; 0 for the last */
    int group; /* from 1: those who cannot be told apart from a neighbour share it; 0: not ranked */
};

struct batch {
    const struct batch_result *results;
    int64_t result_count;
    int player_count;
    const bool *ranked;           /* by player */
    const bool *reference;        /* by player, or NULL */
    double center, virtual_draws; /* the latter above 0 */
    uint64_t seed;
    int resamples;
    struct batch_row *rows;  /* out, by player; the caller's */
    const atomic_bool *stop; /* NULL, or: give up as soon as it is true */
};

static inline bool batch_stopped(const atomic_bool *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

/* 0; -1: out of memory, or stopped. */
LADDER_MUST_CHECK int batch_compute(struct batch *batch);
/* What of a side's result against another was expected, 0 to 1, of these ratings. */
double batch_expected(const struct batch_result *result, const struct batch_row *rows, int side,
                      int other);

#endif
