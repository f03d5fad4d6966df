/* batch_spread.h - what the results leave open, of everybody (ratings 8): of batch.c only. */
#ifndef AVONDALE_BATCH_SPREAD_H
#define AVONDALE_BATCH_SPREAD_H

#include "rating/batch_sample.h"

/* What is believed of the players of a batch, of its zero and teams. */
struct spread {
    struct model *model; /* at its maximum */
    const struct batch *batch;
    struct zero zero;
    const int *blocks; /* by player: 0 is who did not play */
    int played;        /* how many did */
    double dispersion; /* how much blocks vary, 1: as the likelihood takes for granted */
};

/* Finds how strong the penalty is, and the dispersion; moves the model to that maximum. Returns 0,
 * or -1 if out of memory. */
LADDER_MUST_CHECK int batch_spread_fit(struct spread *spread);
/* Fills variance[player] of the distance to the zero. Returns 0, or -1 if out of memory, or if
 * there are more than BATCH_EXACT that played. */
LADDER_MUST_CHECK int batch_spread_exact(const struct spread *spread, double *variance);

#endif
