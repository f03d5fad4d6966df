/* batch_sample.h - draws of where everybody may be: of batch.c and the like only.
 *
 * Each family of draws tells how far the ratings of everybody may be from their estimate. What is
 * summed is the distance to the zero (see `struct zero`), of a team that of its mean; the draws
 * themselves are kept of those that are ranked.
 */
#ifndef AVONDALE_BATCH_SAMPLE_H
#define AVONDALE_BATCH_SAMPLE_H

#include "rating/batch_model.h"

/* Whose mean distances are measured from, and who is rated as a team. */
struct zero {
    const bool *of;  /* by player; NULL: nobody, the center stays where it is */
    const int *team; /* by player, as in a row; NULL: nobody is in one */
};

struct samples {
    int players, resamples, kept; /* kept: how many of the draws are in `values` */
    double *sum, *squares;        /* by player */
    float *values;                /* `kept` of each that is ranked, by its number there */
    int *place;                   /* by player: that number, or -1 */
    int ranked;
};

/* 0; -1: out of memory. `samples_fini` must be called either way. */
LADDER_MUST_CHECK int samples_init(struct samples *samples, const struct batch *batch,
                                   int resamples);
void samples_fini(struct samples *samples);
/* Fills `samples` by a bootstrap over blocks. */
LADDER_MUST_CHECK int samples_bootstrap(struct samples *samples, struct model *model,
                                        const struct batch *batch, const struct zero *zero);
/* Fills them by what the curvature of the likelihood leaves open, times `scale`. */
LADDER_MUST_CHECK int samples_curvature(struct samples *samples, struct model *model,
                                        const struct batch *batch, const struct zero *zero,
                                        double scale);
double samples_variance(const struct samples *samples, int player);

/* What blocks pull at their players: the sum of the squares of each one's, and how many blocks
 * it is in. 0; -1: out of memory. */
LADDER_MUST_CHECK int blocks_measure(const struct model *model, const struct batch *batch,
                                     double *squares, int *blocks);

#endif
