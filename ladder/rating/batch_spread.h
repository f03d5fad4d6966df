/* batch_spread.h - the uncertainty of all ratings (ratings 8): for batch.c only. */
#ifndef AVONDALE_BATCH_SPREAD_H
#define AVONDALE_BATCH_SPREAD_H

#include "rating/batch_sample.h"

/* Of virtual draws with the center, so many with those that met are as strong: two bots that met
 * are twice as far apart, squared, as each is from the mean. */
#define SPREAD_MET 0.5

/* The calibrated model of a batch, its zero and teams. */
struct spread {
    struct model *model; /* at its maximum */
    const struct batch *batch;
    struct zero zero;
    const int *blocks; /* by player: 0 if it did not play */
    int played;        /* how many did */
    double dispersion; /* variance of blocks; 1: as the likelihood assumes */
};

/* Sets the dispersion, and returns the virtual draws with those that met that fit best. open: what
 * the inverse of the Hessian leaves open of them; squares: of the gradients of blocks, by player.
 */
double batch_spread_believe(struct spread *spread, const struct met *open, const double *squares);
/* Finds the strength of the penalty and the dispersion; moves the model to that maximum. Returns 0,
 * or -1 if out of memory. */
LADDER_MUST_CHECK int batch_spread_fit(struct spread *spread);
/* Fills variance[player] of the distance to the zero. Returns 0, or -1 if out of memory, or if more
 * than BATCH_EXACT played. */
LADDER_MUST_CHECK int batch_spread_exact(const struct spread *spread, double *variance);

#endif
