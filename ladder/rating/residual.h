/* residual.h - bots that do better or worse than expected when a certain opponent is at the table
 * (ratings 7); inside the ladder only. Pure except for its memory.
 *
 * For each pair (X, Y) of opponents: the residual of a result is the score of X's side less the
 * score that the batch ratings expected, over all other sides; z is their sum over the root of the
 * sum of their squares. A pair is reported if its |z| is as unlikely, among all pairs, as |z| > 4
 * of one pair (Bonferroni). That is a reason to look at their games, and no proof.
 */
#ifndef AVONDALE_RESIDUAL_H
#define AVONDALE_RESIDUAL_H

#include "rating/batch.h"

enum { RESIDUAL_RESULTS_MIN = 20 /* results together; fewer prove nothing */ };

struct residual {
    int x, y; /* players */
    int64_t results;
    double mean, z;
};

struct residual_report {
    struct residual *found; /* the largest |z| first; freed by the caller */
    int count;
    int64_t pairs; /* pairs that were examined */
    double limit;  /* of |z| */
};

/* Returns 0, or -1 if out of memory. */
LADDER_MUST_CHECK int residual_find(const struct batch_result *results, int64_t count,
                                    const struct batch_row *rows, struct residual_report *report);

/* The same for each player against all opponents that were not established when they met (guard.h),
 * by present ratings: finds bots that beat newcomers of equal strength again and again. `y` is -1;
 * reports only those with too many wins. Returns 0, or -1 if out of memory. */
LADDER_MUST_CHECK int residual_newcomers(const struct batch_result *results, int64_t count,
                                         const double *ratings, int players,
                                         struct residual_report *report);

#endif
