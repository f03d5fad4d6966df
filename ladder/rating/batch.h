/* batch.h - the batch table of one ladder: ratings of all results at once, with error bars (ratings
 * 3); inside the ladder only. Pure arithmetic but for its scratch memory.
 *
 * A result of m sides is each pair of its sides once, with weight 1/(m-1), so that no result weighs
 * more than one of two sides does for each of them; a side is as strong as the mean of its bots.
 * Virtual draws hold everybody to the center. Where there are reference bots, the scale is shifted
 * so that their mean is the center.
 *
 * A bar is what the results leave open, of the distance to one zero that is the same for all: the
 * mean of everybody with enough blocks for a bar, whoever holds the scale. It comes from two sides,
 * and the wider one counts:
 * - the curvature of the penalised likelihood, which knows what one game, or a bot that lost all of
 *   its games, leaves open. Ties and games of one block make results vary less than it takes for
 *   granted: it is scaled by how much the blocks vary. The penalty is another one there: a bot is
 *   held to those it met, and how strongly follows from how far these are apart: else what a wide
 *   field, or a chain of neighbours, leaves open would be taken from the penalty.
 * - a bootstrap over blocks. A block is one result with all of its pairs, or several on the same
 *   deals; beyond BATCH_GROUPS of them, blocks are dealt out in turn to that many groups, and
 *   whole groups are drawn. A resample is one Newton step from the estimate, which is what makes
 * thousands of them cheap.
 *
 * The rating is that of ratings 3 all the same; the bar about it holds 95 % of where the bot may
 * be.
 *
 * The curvature is inverted up to BATCH_EXACT bots; beyond them, BATCH_DRAWS draws of what it
 * leaves open are solved for, which tells a bar to about 4 %. All of it is sparse: memory and time
 * grow with the results, not with the square of the bots.
 */
#ifndef AVONDALE_BATCH_H
#define AVONDALE_BATCH_H

#include "base/values.h"
#include "rating/interval.h"

#include <stdatomic.h>

enum {
    BATCH_GROUPS = 4096,
    BATCH_RESAMPLES = 1000,
    BATCH_DRAWS = 400,
    BATCH_EXACT = 256,
    BATCH_BLOCKS_MIN = INTERVAL_BLOCKS_MIN, /* of a bot; with fewer its bar is shown as "too few" */
};
#define BATCH_VIRTUAL_DRAWS 2.0
#define BATCH_SEPARABLE 0.95 /* of BATCH_FIRST only */

/* How bars are made: as above; or as in season tables of older formats, which are recomputed to
 * check their signatures. The first: a bootstrap alone, of the distance to the mean of the
 * references, and chains of neighbours that cannot be told apart. The second (BATCH_CENTER): as
 * above, but each bot is held to the center. */
enum batch_way { BATCH_NOW, BATCH_FIRST, BATCH_CENTER };

/* One rated result; players are numbers from 0. */
struct batch_result {
    int32_t player[LADDER_SEATS_MAX];
    uint8_t side[LADDER_SEATS_MAX], rank[LADDER_SEATS_MAX]; /* by seat; by side */
    uint8_t seat_count, side_count;
    uint8_t newcomers; /* by side, a bit each (guard.h): the caller decides whether the result is
                          used */
};

struct batch_row {
    double rating, se, err95;
    int rank;        /* from 1, by rating - err95 among those that are ranked; 0: not ranked */
    double los;      /* probability that it is better than the next one in rank; 0 for the last */
    int blocks;      /* that it played in */
    int first, last; /* range of places in 95 % of the resamples; 0: not ranked */
    /* The lowest of the players, itself included, that were on one side in all of their results:
     * they share one rating, bar and range of places, as a team. -1: it has its own. */
    int team;
    int group; /* of BATCH_FIRST only, from 1: those of a chain share it; 0: not ranked */
};

struct batch {
    const struct batch_result *results;
    int64_t result_count;
    /* NULL: each result is a block; or where each block begins, and the end of the last */
    const int64_t *block_begin;
    int64_t block_count;
    const uint8_t *left_out; /* of batch_keep_make only: by result, 0 or 1; NULL: all count */
    int64_t left_out_count;
    int player_count;
    const bool *ranked;           /* by player */
    const bool *reference;        /* by player, or NULL */
    double center, virtual_draws; /* the latter above 0 */
    uint64_t seed;
    int resamples;
    enum batch_way way;
    struct batch_row *rows;  /* out, by player; the caller's */
    const atomic_bool *stop; /* NULL, or a flag: stop when it becomes true */
};

static inline bool batch_stopped(const atomic_bool *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

static inline bool batch_left_out(const struct batch *batch, int64_t result)
{
    return batch->left_out && batch->left_out[result];
}

/* Returns 0, or -1 if out of memory, or stopped. */
LADDER_MUST_CHECK int batch_compute(struct batch *batch);
/* The expected score of a side against another, 0 to 1, by these ratings. */
double batch_expected(const struct batch_result *result, const struct batch_row *rows, int side,
                      int other);

#endif
