/* sparse_solve.h - solves symmetric positive definite systems with few elements a row: of the batch
 * table only. */
#ifndef AVONDALE_SPARSE_SOLVE_H
#define AVONDALE_SPARSE_SOLVE_H

#include "rating/sparse_levels.h"

#include <stdatomic.h>

/* Solves M x = b for 1 or SPARSE_COLUMNS right sides at once, by conjugate gradients: column k of a
 * row is at [row * columns + k]. Stops when the residue of each is below `tolerance` of its right
 * side, or when *stop, unless it is NULL, becomes true. scratch: 4 * columns * rows numbers.
 * levels: of the matrix, or NULL. Returns how many rounds it took. */
int sparse_solve(const struct sparse *matrix, const struct sparse_levels *levels, int rows,
                 int columns, const double *b, double *x, double *scratch, double tolerance,
                 const atomic_bool *stop);

#endif
