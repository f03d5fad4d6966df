/* sparse_solve.c - conjugate gradients for several right sides at once, by diagonal and levels. */
#include "rating/sparse_solve.h"
#include "rating/sparse_columns.h"

#include <assert.h>
#include <string.h>

enum { K = SPARSE_COLUMNS, ROUNDS = 400 };

static bool stopped(const atomic_bool *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

/* z = r by the diagonal, or by the levels. */
FOR_COLUMNS void precondition(const struct sparse *matrix, const struct sparse_levels *levels,
                              int n, int columns, const double *r, double *z)
{
    if (levels) {
        sparse_levels_cycle(levels, matrix, n, columns, r, z);
        return;
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < columns; k++)
            z[i * columns + k] = r[i * columns + k] / matrix->diagonal[i];
    }
}

FOR_COLUMNS int solve(const struct sparse *matrix, const struct sparse_levels *levels, int n,
                      int columns, const double *b, double *x, double *scratch, double tolerance,
                      const atomic_bool *stop)
{
    size_t size = (size_t)n * (size_t)columns;
    double *r = scratch, *z = r + size, *p = z + size, *hp = p + size;
    double rz[K], next[K], php[K], limit[K];

    memset(x, 0, size * sizeof *x);
    memcpy(r, b, size * sizeof *r);
    precondition(matrix, levels, n, columns, r, z);
    memcpy(p, z, size * sizeof *p);
    columns_dots(n, columns, r, z, rz);
    for (int k = 0; k < columns; k++)
        limit[k] = rz[k] * tolerance * tolerance;
    int round = 0;
    for (; round < ROUNDS && !stopped(stop); round++) {
        bool done = true;
        double alpha[K], beta[K];
        for (int k = 0; k < columns; k++)
            done = done && rz[k] <= limit[k];
        if (done)
            break;
        columns_multiply(matrix, n, columns, p, hp);
        columns_dots(n, columns, p, hp, php);
        for (int k = 0; k < columns; k++)
            alpha[k] = php[k] > 0 && rz[k] > limit[k] ? rz[k] / php[k] : 0;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < columns; k++) {
                x[i * columns + k] += alpha[k] * p[i * columns + k];
                r[i * columns + k] -= alpha[k] * hp[i * columns + k];
            }
        }
        precondition(matrix, levels, n, columns, r, z);
        columns_dots(n, columns, r, z, next);
        /* Levels differ from round to round: what z has in common with the last r is taken off. */
        if (levels)
            columns_dots(n, columns, hp, z, php);
        for (int k = 0; k < columns; k++) {
            double grown = levels ? -alpha[k] * php[k] : next[k];
            beta[k] = rz[k] > 0 ? grown / rz[k] : 0;
            rz[k] = next[k];
        }
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < columns; k++)
                p[i * columns + k] = z[i * columns + k] + beta[k] * p[i * columns + k];
        }
    }
    return round;
}

int sparse_solve(const struct sparse *matrix, const struct sparse_levels *levels, int rows,
                 int columns, const double *b, double *x, double *scratch, double tolerance,
                 const atomic_bool *stop)
{
    assert(tolerance > 0 && (columns == 1 || columns == K));
    return columns == 1 ? solve(matrix, levels, rows, 1, b, x, scratch, tolerance, stop)
                        : solve(matrix, levels, rows, K, b, x, scratch, tolerance, stop);
}
