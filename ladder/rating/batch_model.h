/* batch_model.h - the likelihood behind the batch table; of the files of the batch table only. */
#ifndef AVONDALE_BATCH_MODEL_H
#define AVONDALE_BATCH_MODEL_H

#include "rating/batch.h"
#include "rating/sparse_solve.h"

#include <assert.h>

enum { SIDE_MAX = 3, MODEL_COLUMNS = SPARSE_COLUMNS };
#define MODEL_Q (2.302585092994045684 / 400.0) /* q of ratings 3 */

/* All results of one side against another: members ascending, -1 where there is none. */
struct duel {
    int32_t member[2][SIDE_MAX];
    double n, score;     /* of the first */
    double drawn;        /* of draws of one each that its bots have, after batch_model_meet */
    double pull, weight; /* first and (negative) second derivative by the difference */
};

struct model {
    int players;
    double center;
    /* What holds ratings together. met_draws 0: of each bot virtual_draws with the center (ratings
     * 3). Else of each bot so many, in all, with the sides that it met, and its partners beside it
     * likewise; and as many with the center of all together that met one another. */
    double virtual_draws, met_draws;
    const atomic_bool *stop; /* of the batch */
    struct duel *duels;
    int64_t duel_count, duel_capacity;
    int64_t *slots; /* of a hash: index + 1 */
    int64_t slot_count;
    int64_t *of_begin; /* by player: where its duels begin in of_duel */
    int64_t *of_duel;
    /* Of batch_model_order: all players, and how many players and duels there were when they were
     * put in order; those that came later are at the end. NULL: no order. */
    int32_t *order;
    int ordered;
    int64_t duels_ordered;
    int32_t *row;                /* by player: its place in the order; NULL: its number */
    double *aside;               /* where there is an order: MODEL_COLUMNS * players */
    struct sparse_levels levels; /* of the Hessian, where rows are many and met_draws is above 0 */
    bool flat;                   /* it has none, whatever the ratings */
    struct sparse hessian;       /* negative, at `rating`; see batch_model_row */
    double *rating, *gradient, *scratch; /* scratch: 4 * MODEL_COLUMNS * players */
    int32_t *touched;
    /* By player, after batch_model_meet: 1 / the number of its games, or 0; how many met one
     * another, itself included. */
    double *share;
    int32_t *group;
    double *penalty; /* by player: what holds it, in the diagonal of the Hessian */
};

/* How far numbers of those that met are apart: sums of squares, once by the draws that a bot of one
 * virtual draw has, once as the penalty's part of the Hessian. */
struct met {
    double apart, held;
};

/* The row and column of a player in the Hessian. */
static inline int32_t batch_model_row(const struct model *model, int32_t player)
{
    return model->row ? model->row[player] : player;
}

/* Copies the relevant parts of a batch. Both return 0, or -1 if out of memory. */
LADDER_MUST_CHECK int batch_model_init(struct model *model, const struct batch *batch);
/* Moves to the maximum of the likelihood. Also returns -1 if it was stopped. */
LADDER_MUST_CHECK int batch_model_climb(struct model *model);
void batch_model_fini(struct model *model);

/* In parts, for a model that is kept: open it; count results, or take them back (times: 1 or -1);
 * before it climbs or is solved for make it ready for so many players, never fewer than before, who
 * are in the results; then let it rest, which keeps duels and ratings only. Count and ready return
 * 0, or -1 if out of memory, after which only batch_model_fini may be called. */
void batch_model_open(struct model *model, double center);
LADDER_MUST_CHECK int batch_model_count(struct model *model, const struct batch_result *result,
                                        int times);
LADDER_MUST_CHECK int batch_model_ready(struct model *model, int players);
void batch_model_rest(struct model *model);
/* As batch_model_climb, faster from near the maximum, until a step is below `last` points, but it
 * leaves an older Hessian. batch_model_derive makes that of `rating`. Both return 0, or -1
 * if out of memory; the first also if it was stopped. */
LADDER_MUST_CHECK int batch_model_follow(struct model *model, double last);
LADDER_MUST_CHECK int batch_model_derive(struct model *model);

/* Goes through players and duels in an order in which those who met are near each other, until the
 * model rests: faster where there are many bots. It changes results by rounding only. After
 * batch_model_ready. Returns 0, or -1 if out of memory. */
LADDER_MUST_CHECK int batch_model_order(struct model *model);

/* Solves H x = b, with H the Hessian, for MODEL_COLUMNS right sides at once: column k of a player
 * is at [player * MODEL_COLUMNS + k]. Stops when the residue of each is below `tolerance` of its
 * right side, or when the batch is stopped. */
void batch_model_solve(struct model *model, const double *b, double *x, double tolerance);

/* Finds who met whom; before met_draws may be set. */
void batch_model_meet(struct model *model);
/* Of numbers by player, of so many columns, in the mean of these: column k of a player is at
 * [player * columns + k]. After batch_model_meet and the Hessian; met_draws is above 0. */
struct met batch_model_met(const struct model *model, const double *x, int columns);
/* The same of numbers of which the n by n covariance m is known; row[player] is a player's row. */
struct met batch_model_met_covariance(const struct model *model, const double *m, int n,
                                      const int *row);
/* Random right sides whose solutions vary as the inverse of the Hessian. */
void batch_model_noise(const struct model *model, uint64_t *seed, double *b);
/* The same; a player's and a duel's part follows from the seed and from who they are. */
void batch_model_noise_keyed(const struct model *model, uint64_t seed, double *b);

/* After duels have changed places: finds them anew by their sides; and those of each player, which
 * returns 0, or -1 if out of memory. */
void batch_duel_index(struct model *model);
LADDER_MUST_CHECK int batch_model_lists(struct model *model);
/* Of the members of both sides: it is the same wherever the duel is counted. */
uint64_t batch_duel_hash(const int32_t member[2][SIDE_MAX]);
/* How many members a side has, and the mean of their values. */
static inline int batch_members(const int32_t member[SIDE_MAX])
{
    return 1 + (member[1] >= 0) + (member[2] >= 0);
}
static inline double batch_model_mean(const double *values, const int32_t member[SIDE_MAX])
{
    assert(member[0] >= 0);
    double sum = values[member[0]];
    int count = batch_members(member);
    for (int i = 1; i < count; i++)
        sum += values[member[i]];
    return count == 1 ? sum : sum / count;
}
double batch_model_expected(double difference);
/* The members of a side of a result. */
void batch_model_side(const struct batch_result *result, int side, int32_t member[SIDE_MAX]);
/* 1, 1/2 or 0. */
double batch_model_score(const struct batch_result *result, int side, int other);
static inline int64_t batch_blocks(const struct batch *batch)
{
    return batch->block_begin ? batch->block_count : batch->result_count;
}
static inline int64_t batch_block(const struct batch *batch, int64_t block)
{
    return batch->block_begin ? batch->block_begin[block] : block;
}

#endif
