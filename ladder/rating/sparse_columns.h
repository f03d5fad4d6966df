/* sparse_columns.h - loops over the columns of vectors and matrices: of sparse_solve.c and
 * sparse_levels.c only. Column k of a row is at [row * columns + k]. */
#ifndef AVONDALE_SPARSE_COLUMNS_H
#define AVONDALE_SPARSE_COLUMNS_H

#include "rating/sparse.h"

#include <string.h>

/* Where `columns` is a constant, SPARSE_COLUMNS or 1, the compiler makes loops of its own for it.
 */
#define FOR_COLUMNS static inline __attribute__((always_inline))

FOR_COLUMNS void columns_multiply(const struct sparse *matrix, int rows, int columns,
                                  const double *x, double *out)
{
    for (int row = 0; row < rows; row++) {
        double sum[SPARSE_COLUMNS];
        for (int k = 0; k < columns; k++)
            sum[k] = matrix->diagonal[row] * x[(int64_t)row * columns + k];
        for (int64_t i = matrix->begin[row]; i < matrix->begin[row + 1]; i++) {
            const double *other = x + (int64_t)matrix->column[i] * columns;
            double value = matrix->value[i];
            for (int k = 0; k < columns; k++)
                sum[k] += value * other[k];
        }
        memcpy(out + (int64_t)row * columns, sum, (size_t)columns * sizeof *sum);
    }
}

/* The product of two vectors, by column. */
FOR_COLUMNS void columns_dots(int rows, int columns, const double *a, const double *b,
                              double out[SPARSE_COLUMNS])
{
    memset(out, 0, SPARSE_COLUMNS * sizeof *out);
    for (int row = 0; row < rows; row++) {
        for (int k = 0; k < columns; k++)
            out[k] += a[(int64_t)row * columns + k] * b[(int64_t)row * columns + k];
    }
}

#endif
