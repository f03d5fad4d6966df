/* batch_bar.h - from variances to the bars of a batch table (ratings 8): for the ways to make one
 * only. */
#ifndef AVONDALE_BATCH_BAR_H
#define AVONDALE_BATCH_BAR_H

#include "rating/batch.h"

/* The arrays of a table, by player. */
struct bars {
    bool *zero; /* whether its rating is in the mean that bars are measured from */
    int *blocks, *team;
    double *believed, *variance; /* internal: the rating, with the penalty that was fitted */
    double *shown, *squares;     /* shown: the rating of ratings 3 */
};

/* Returns 0, or -1 if out of memory. `batch_bar_fini` must be called either way. */
LADDER_MUST_CHECK int batch_bar_init(struct bars *bars, int players);
void batch_bar_fini(struct bars *bars);
/* The mean over the marked players; 0 if none is marked, or marks is NULL. */
double batch_bar_mean(const double *values, const bool *marks, int count);
/* What is added to all ratings so that the mean of the references is the center; 0 without any. */
double batch_bar_shift(const struct batch *batch, const double *ratings);
/* Chooses the zero from the blocks: the mean of all players with a bar, so that a new player does
 * not widen all bars; if none has a bar, the mean of all that played. Returns how many played. */
int batch_bar_zero(struct bars *bars, int count);
/* Fills rating, se, err95, blocks and team of the rows; variance, believed and shown are there, and
 * the latter two become those of teams. scratch: 2 numbers a player. */
void batch_bar_fill(struct bars *bars, const struct batch *batch, double *scratch);

#endif
