/* batch_sample.h - random draws of the players' ratings: for batch.c and its parts only.
 *
 * Each family of draws shows how far the ratings may be from their estimate. The sums are of the
 * distance to the zero (see `struct zero`), for a team of its mean distance. The draws themselves
 * are kept for ranked players. */
#ifndef AVONDALE_BATCH_SAMPLE_H
#define AVONDALE_BATCH_SAMPLE_H

#include "rating/batch_model.h"

/* The players whose mean is the zero of distances, and the teams. */
struct zero {
    const bool *of;  /* by player; NULL: none, the center stays */
    const int *team; /* by player, as in a row; NULL: no teams */
};

struct samples {
    int players, resamples, kept; /* kept: how many of the draws are in `values` */
    double *sum, *squares;        /* by player */
    float *values;                /* `kept` of each that is ranked, by its number there */
    int *place;                   /* by player: that number, or -1 */
    int ranked;
};

/* Returns 0, or -1 if out of memory. `batch_sample_fini` must be called either way. */
LADDER_MUST_CHECK int batch_sample_init(struct samples *samples, const struct batch *batch,
                                        int resamples);
void batch_sample_fini(struct samples *samples);
/* Fills `samples` by a bootstrap over blocks. */
LADDER_MUST_CHECK int batch_sample_bootstrap(struct samples *samples, struct model *model,
                                             const struct batch *batch, const struct zero *zero);
/* Fills `samples` by the curvature of the likelihood, times `scale`. */
LADDER_MUST_CHECK int batch_sample_curvature(struct samples *samples, struct model *model,
                                             const struct batch *batch, const struct zero *zero,
                                             double scale);
double batch_sample_variance(const struct samples *samples, int player);
/* Each of a team (`team`, by player, as in a row) gets the mean of the team. values: one each
 * `stride`, by player; work: two numbers a player. */
void batch_sample_level(const int *team, int players, int stride, double *values, double *work);

/* The gradients of blocks by player: the sum of the squares, and how many blocks each player is in.
 * Returns 0, or -1 if out of memory. */
LADDER_MUST_CHECK int batch_sample_blocks(const struct model *model, const struct batch *batch,
                                          double *squares, int *blocks);

#endif
