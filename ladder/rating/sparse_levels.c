/* sparse_levels.c - coarse steps for conjugate gradients. */
#include "rating/sparse_levels.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BIN_ROWS = 8 };
#define ROUNDING 1e-12  /* of a sum of elements that cancel */
#define SHRINKS_TO 0.75 /* of its rows; else there are no more levels */

/* Puts rows in bins: a row that has none takes up to seven that have none either and have the
 * largest elements in common with it; if it finds none it joins the bin with the largest. Returns
 * how many bins there are. */
static int bins_find(const struct sparse *matrix, int rows, int32_t *bin)
{
    int count = 0;
    for (int row = 0; row < rows; row++)
        bin[row] = -1;
    for (int row = 0; row < rows; row++) {
        int taken = 0;
        if (bin[row] >= 0)
            continue;
        bin[row] = count;
        while (taken < BIN_ROWS - 1) {
            int64_t best = -1;
            for (int64_t i = matrix->begin[row]; i < matrix->begin[row + 1]; i++) {
                if (bin[matrix->column[i]] < 0 && matrix->value[i] < 0 &&
                    (best < 0 || matrix->value[i] < matrix->value[best]))
                    best = i;
            }
            if (best < 0)
                break;
            bin[matrix->column[best]] = count;
            taken++;
        }
        int64_t nearest = -1;
        for (int64_t i = matrix->begin[row]; taken == 0 && i < matrix->begin[row + 1]; i++) {
            if (matrix->value[i] < 0 && (nearest < 0 || matrix->value[i] < matrix->value[nearest]))
                nearest = i;
        }
        if (nearest >= 0)
            bin[row] = bin[matrix->column[nearest]];
        else
            count++;
    }
    return count;
}

/* What the making of a matrix of bins needs, by bin. */
struct work {
    int32_t *begin, *row; /* the rows of each bin */
    double *sum;
    int32_t *touched;
};

static bool work_init(struct work *work, const int32_t *bin, int rows, int bins)
{
    size_t n = (size_t)bins + 2;
    *work = (struct work){.begin = calloc(n, sizeof *work->begin),
                          .row = calloc((size_t)rows + 1, sizeof *work->row),
                          .sum = calloc(n, sizeof *work->sum),
                          .touched = calloc(n, sizeof *work->touched)};
    if (!work->begin || !work->row || !work->sum || !work->touched)
        return false;
    for (int row = 0; row < rows; row++)
        work->begin[bin[row] + 2]++;
    for (int i = 2; i <= bins; i++)
        work->begin[i] += work->begin[i - 1];
    for (int row = 0; row < rows; row++)
        work->row[work->begin[bin[row] + 1]++] = row;
    return true;
}

static void work_fini(struct work *work)
{
    free(work->begin);
    free(work->row);
    free(work->sum);
    free(work->touched);
}

static bool matrix_make(const struct sparse *from, const int32_t *bin, struct work *work, int bins,
                        struct sparse *matrix)
{
    int64_t at = 0;
    if (sparse_init(matrix, bins))
        return false;
    for (int b = 0; b < bins; b++) {
        double diagonal = 0, whole = 0;
        int count = 0;
        for (int32_t m = work->begin[b]; m < work->begin[b + 1]; m++) {
            int32_t row = work->row[m];
            diagonal += from->diagonal[row];
            whole += from->diagonal[row];
            for (int64_t i = from->begin[row]; i < from->begin[row + 1]; i++) {
                int32_t other = bin[from->column[i]];
                if (other == b) {
                    diagonal += from->value[i];
                    continue;
                }
                if (work->sum[other] == 0)
                    work->touched[count++] = other;
                work->sum[other] += from->value[i];
                if (work->sum[other] == 0)
                    work->sum[other] = 1e-300;
            }
        }
        matrix->diagonal[b] = fmax(diagonal, ROUNDING * whole);
        if (sparse_room(matrix, at + count))
            return false;
        for (int i = 0; i < count; i++) {
            matrix->column[at] = work->touched[i];
            matrix->value[at++] = work->sum[work->touched[i]];
            work->sum[work->touched[i]] = 0;
        }
        matrix->begin[b + 1] = at;
    }
    return true;
}

/* The Cholesky root of the matrix of the highest level. */
static bool root_make(struct sparse_levels *levels)
{
    const struct sparse *top = &levels->matrix[levels->count - 1];
    int n = levels->size[levels->count - 1];
    double *m = calloc((size_t)n * (size_t)n + 1, sizeof *m);
    levels->root = m;
    for (int j = 0; j < n && m; j++) {
        m[j * n + j] = top->diagonal[j];
        for (int64_t i = top->begin[j]; i < top->begin[j + 1]; i++)
            m[j * n + top->column[i]] += top->value[i];
    }
    for (int j = 0; j < n && m; j++) {
        for (int i = j; i < n; i++) {
            double sum = m[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= m[i * n + k] * m[j * n + k];
            m[i * n + j] =
                i > j ? sum / m[j * n + j] : sqrt(fmax(sum, ROUNDING * top->diagonal[j]));
        }
    }
    return m != NULL;
}

/* Adds a level above the last one. Returns 1, 0 if that would not have fewer rows, or -1. */
static int level_add(struct sparse_levels *levels, const struct sparse *below, int rows)
{
    int level = levels->count;
    struct work work = {.begin = NULL};
    int32_t *bin = levels->bin[level] = calloc((size_t)rows + 1, sizeof *bin);
    int bins = bin ? bins_find(below, rows, bin) : 0;
    if (!bin || bins > SHRINKS_TO * rows) {
        free(bin);
        levels->bin[level] = NULL;
        return bin ? 0 : -1;
    }
    levels->size[level] = bins;
    levels->count++;
    levels->step[level] = calloc((size_t)bins * SPARSE_COLUMNS + 1, sizeof(double));
    bool good = levels->step[level] && work_init(&work, bin, rows, bins) &&
                matrix_make(below, bin, &work, bins, &levels->matrix[level]);
    work_fini(&work);
    return good ? 1 : -1;
}

int sparse_levels_init(struct sparse_levels *levels, const struct sparse *matrix, int rows)
{
    assert(rows > 0);
    *levels = (struct sparse_levels){.count = 0};
    int added = 1, size = rows;
    while (added == 1 && size > LEVELS_TOP && levels->count < LEVELS_MAX) {
        const struct sparse *below =
            levels->count > 0 ? &levels->matrix[levels->count - 1] : matrix;
        added = level_add(levels, below, size);
        size = levels->count > 0 ? levels->size[levels->count - 1] : rows;
    }
    if (added < 0)
        return -1;
    return levels->count == 0 || size > LEVELS_TOP * 4 || root_make(levels) ? 0 : -1;
}

void sparse_levels_fini(struct sparse_levels *levels)
{
    assert(levels->count >= 0);
    for (int level = 0; level < levels->count; level++) {
        free(levels->bin[level]);
        free(levels->step[level]);
        sparse_fini(&levels->matrix[level]);
    }
    free(levels->root);
    *levels = (struct sparse_levels){.count = 0};
}

/* Solves the highest level for each column, in place. */
static void top_solve(const struct sparse_levels *levels, int columns, double *x)
{
    int n = levels->size[levels->count - 1];
    const double *root = levels->root, *diagonal = levels->matrix[levels->count - 1].diagonal;
    for (int k = 0; k < columns; k++) {
        for (int i = 0; i < n; i++) {
            double sum = x[i * columns + k];
            for (int j = 0; j < i && root; j++)
                sum -= root[i * n + j] * x[j * columns + k];
            x[i * columns + k] = sum / (root ? root[i * n + i] : diagonal[i]);
        }
        for (int i = n - 1; i >= 0 && root; i--) {
            double sum = x[i * columns + k];
            for (int j = i + 1; j < n; j++)
                sum -= root[j * n + i] * x[j * columns + k];
            x[i * columns + k] = sum / root[i * n + i];
        }
    }
}

/* to[bin] += from[row], or to[row] += from[bin]. */
static void sums_up(const int32_t *bin, int rows, int columns, const double *from, double *to)
{
    for (int row = 0; row < rows; row++) {
        for (int k = 0; k < columns; k++)
            to[(int64_t)bin[row] * columns + k] += from[(int64_t)row * columns + k];
    }
}

static void sums_down(const int32_t *bin, int rows, int columns, const double *from, double *to)
{
    for (int row = 0; row < rows; row++) {
        for (int k = 0; k < columns; k++)
            to[(int64_t)row * columns + k] += from[(int64_t)bin[row] * columns + k];
    }
}

void sparse_levels_add(const struct sparse_levels *levels, int rows, int columns, const double *r,
                       double *z)
{
    int top = levels->count - 1;
    assert(top >= 0 && columns > 0 && columns <= SPARSE_COLUMNS);
    for (int level = 0; level <= top; level++) {
        size_t size = (size_t)levels->size[level] * (size_t)columns;
        memset(levels->step[level], 0, size * sizeof(double));
        sums_up(levels->bin[level], level ? levels->size[level - 1] : rows, columns,
                level ? levels->step[level - 1] : r, levels->step[level]);
    }
    top_solve(levels, columns, levels->step[top]);
    for (int level = top - 1; level >= 0; level--) {
        for (int i = 0; i < levels->size[level]; i++) {
            for (int k = 0; k < columns; k++)
                levels->step[level][i * columns + k] /= levels->matrix[level].diagonal[i];
        }
        sums_down(levels->bin[level + 1], levels->size[level], columns, levels->step[level + 1],
                  levels->step[level]);
    }
    sums_down(levels->bin[0], rows, columns, levels->step[0], z);
}
