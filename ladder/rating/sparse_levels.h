/* sparse_levels.h - coarse steps for sparse_solve.h, where rows hang together in a long chain: of
 * the batch table only.
 *
 * Conjugate gradients carry what one row says to another by one element a round, so a thousand bots
 * that each meet their neighbours take a thousand rounds. Here each row forms a bin with up to
 * seven of those that it has elements in common with, bins form wider bins by the sums of their
 * elements, and so on; each round also makes a step for the bins, which are solved for in the
 * same way: rows are settled one after the other (Gauss and Seidel), what is left is summed up by
 * bin, two such cycles for the bins give their step, each with the best factor, and the rows are
 * settled once more (the K-cycle of Notay's aggregation). The widest bins are solved for exactly.
 */
#ifndef AVONDALE_SPARSE_LEVELS_H
#define AVONDALE_SPARSE_LEVELS_H

#include "rating/sparse.h"

enum { LEVELS_MAX = 12, LEVELS_TOP = 64 /* bins of the highest level, if they hang together */ };

struct sparse_levels {
    int count;                        /* of levels above the rows */
    int size[LEVELS_MAX];             /* how many bins each has */
    int32_t *bin[LEVELS_MAX];         /* by row, or bin of the level below: its bin; -1: none */
    struct sparse matrix[LEVELS_MAX]; /* of the bins */
    double *room[LEVELS_MAX];         /* by bin and column, several times */
    double *root; /* the highest matrix as a Cholesky root; NULL if it has too many bins */
};

/* Makes the levels of a matrix: none where few rows do not need them, or where so many have
 * elements in common that they would cost more than they save. Returns 0, or -1 if out of memory.
 * sparse_levels_fini must be called either way, and before it is made anew. */
LADDER_MUST_CHECK int sparse_levels_init(struct sparse_levels *levels, const struct sparse *matrix,
                                         int rows);
void sparse_levels_fini(struct sparse_levels *levels);
/* Solves the matrix for b, roughly; both of 1 or SPARSE_COLUMNS columns. How roughly depends on b:
 * not a constant matrix. */
void sparse_levels_cycle(const struct sparse_levels *levels, const struct sparse *matrix, int rows,
                         int columns, const double *b, double *x);

#endif
