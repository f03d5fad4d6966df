/* batch_keep.h - the batch table of many bots, kept up to date (ratings 3, 8); inside the ladder
 * only.
 *
 * What is kept: how often each side met each other side, with what score, which results that
 * counts, and the last ratings. A table then costs the new results, a climb from the last ratings,
 * and the bars. The ratings are those of batch_compute, within 1e-4 points.
 *
 * The bars are those of batch.h in another way, which takes fewer draws and keeps none:
 * - The curvature: given all others, a bot's rating varies by the inverse of its own element of the
 *   Hessian, exactly; draws are only needed for how far the mean that the others leave it varies
 *   (Rao and Blackwell), which is the smaller part. So BATCH_KEEP_DRAWS of them tell a bar as well
 * as BATCH_DRAWS do by themselves.
 * - In place of the bootstrap the own part is taken from the squared gradients of the bot's blocks,
 *   if that is more: the diagonal of what a bootstrap over single blocks converges to.
 * - Teams have no own part: their bars are of draws alone.
 * - Ranges of places and the probability to be better take each rating for normal and independent.
 *
 * The draws depend on who met whom, not on the order of the results: a table that was kept has the
 * bars of one that is made anew, within three hundredths
 * (the penalty is only fitted anew where it is 5 % off). */
#ifndef AVONDALE_BATCH_KEEP_H
#define AVONDALE_BATCH_KEEP_H

#include "rating/batch_model.h"

enum {
    BATCH_KEEP_MIN = 5000, /* bots: with fewer batch_compute takes seconds */
    BATCH_KEEP_DRAWS = 64,
};

struct batch_keep {
    struct model model;
    uint8_t *counted; /* by result: whether it is in the model */
    int64_t result_count, capacity;
    double *shown, *believed; /* the last ratings: of ratings 3, and with the penalty that fits */
    double believed_draws;    /* that penalty; 0: there was no table */
    int players;              /* of the last table */
};

/* All zeros is one that holds nothing. */
void batch_keep_fini(struct batch_keep *keep);
/* Makes the table of `batch`, whose results and players begin with those of the last time; each
 * result is a block, and BATCH_NOW is the way; resamples are not used. Returns 0, or -1 if out of
 * memory, or stopped; then the next table is made from nothing. */
LADDER_MUST_CHECK int batch_keep_make(struct batch_keep *keep, struct batch *batch);

#endif
