/* sparse_levels.h - coarse steps for sparse_solve.h, where rows hang together in a long chain: of
 * the batch table only.
 *
 * Conjugate gradients carry what one row says to another by one element a round, so a thousand bots
 * that each meet their neighbours take a thousand rounds. Here each row forms a bin with up to
 * seven of those that it has elements in common with, bins form wider bins by the sums of their
 * elements, and so on; each round also makes the best step of each bin by itself, and of the widest
 * bins together (an additive multilevel preconditioner of piecewise constants). */
#ifndef AVONDALE_SPARSE_LEVELS_H
#define AVONDALE_SPARSE_LEVELS_H

#include "rating/sparse.h"

enum { LEVELS_MAX = 12, LEVELS_TOP = 64 /* bins of the highest level, if they hang together */ };

struct sparse_levels {
    int count;                        /* of levels above the rows */
    int size[LEVELS_MAX];             /* how many bins each has */
    int32_t *bin[LEVELS_MAX];         /* by row, or bin of the level below: its bin */
    struct sparse matrix[LEVELS_MAX]; /* of the bins */
    double *step[LEVELS_MAX];         /* by bin and column: room */
    double *root; /* the highest matrix as a Cholesky root; NULL if it has too many bins */
};

/* Makes the levels of a matrix. Returns 0, or -1 if out of memory. sparse_levels_fini must be
 * called either way, and before it is made anew. */
LADDER_MUST_CHECK int sparse_levels_init(struct sparse_levels *levels, const struct sparse *matrix,
                                         int rows);
void sparse_levels_fini(struct sparse_levels *levels);
/* Adds the steps of all levels for the residue r to z, both of 1 or SPARSE_COLUMNS columns. */
void sparse_levels_add(const struct sparse_levels *levels, int rows, int columns, const double *r,
                       double *z);

#endif
