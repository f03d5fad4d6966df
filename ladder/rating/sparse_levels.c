/* sparse_levels.c - coarse steps for conjugate gradients. */
#include "rating/sparse_levels.h"
#include "rating/sparse_columns.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BIN_ROWS = 8, ROOMS = 5 /* see enum room */ };
#define ROUNDING 1e-12  /* of a sum of elements that cancel */
#define SHRINKS_TO 0.75 /* of its rows; else there are no more levels */
/* Elements that a cycle may go through, by those of the matrix. Where everybody met anybody, bins
 * have as many elements as their rows together, and few rounds do without levels. */
#define CYCLE_MOST 6.0

/* Puts rows in bins: a row that has none takes up to seven that have none either and have the
 * largest elements in common with it; if it finds none it joins the bin with the largest. A row
 * without elements gets none (-1): it is settled by itself. Returns how many bins there are. */
static int bins_find(const struct sparse *matrix, int rows, int32_t *bin)
{
    int count = 0;
    for (int row = 0; row < rows; row++)
        bin[row] = -1;
    for (int row = 0; row < rows; row++) {
        int taken = 0;
        if (bin[row] >= 0)
            continue;
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
        if (taken > 0)
            bin[row] = count++;
        int64_t nearest = -1;
        for (int64_t i = matrix->begin[row]; taken == 0 && i < matrix->begin[row + 1]; i++) {
            if (matrix->value[i] < 0 && (nearest < 0 || matrix->value[i] < matrix->value[nearest]))
                nearest = i;
        }
        if (nearest >= 0)
            bin[row] = bin[matrix->column[nearest]];
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
        work->begin[bin[row] + 2] += bin[row] >= 0;
    for (int i = 2; i <= bins; i++)
        work->begin[i] += work->begin[i - 1];
    for (int row = 0; row < rows; row++) {
        if (bin[row] >= 0)
            work->row[work->begin[bin[row] + 1]++] = row;
    }
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
    if (!bin || bins == 0 || bins > SHRINKS_TO * rows) {
        free(bin);
        levels->bin[level] = NULL;
        return bin ? 0 : -1;
    }
    levels->size[level] = bins;
    levels->count++;
    levels->room[level] = calloc((size_t)bins * SPARSE_COLUMNS * ROOMS + 1, sizeof(double));
    bool good = levels->room[level] && work_init(&work, bin, rows, bins) &&
                matrix_make(below, bin, &work, bins, &levels->matrix[level]);
    work_fini(&work);
    return good ? 1 : -1;
}

int sparse_levels_init(struct sparse_levels *levels, const struct sparse *matrix, int rows)
{
    assert(rows > 0);
    *levels = (struct sparse_levels){.count = 0};
    double cycle = 1, times = 1, whole = (double)(rows + matrix->begin[rows]);
    int added = 1, size = rows;
    while (added == 1 && size > LEVELS_TOP && levels->count < LEVELS_MAX && cycle < CYCLE_MOST) {
        const struct sparse *below =
            levels->count > 0 ? &levels->matrix[levels->count - 1] : matrix;
        added = level_add(levels, below, size);
        size = levels->count > 0 ? levels->size[levels->count - 1] : rows;
        times *= 2; /* each level makes two cycles of the next */
        if (added == 1)
            cycle += times * (double)(size + levels->matrix[levels->count - 1].begin[size]) / whole;
    }
    if (added < 0)
        return -1;
    if (cycle >= CYCLE_MOST) {
        sparse_levels_fini(levels);
        return 0;
    }
    return levels->count == 0 || size > LEVELS_TOP * 4 || root_make(levels) ? 0 : -1;
}

void sparse_levels_fini(struct sparse_levels *levels)
{
    assert(levels->count >= 0);
    for (int level = 0; level < levels->count; level++) {
        free(levels->bin[level]);
        free(levels->room[level]);
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

/* ------------------------------------------------------------------------------------- a cycle */

/* What b leaves of a row once the other rows' x are taken off. */
FOR_COLUMNS void rest_of(const struct sparse *matrix, int row, int columns, const double *b,
                         const double *x, double rest[SPARSE_COLUMNS])
{
    for (int k = 0; k < columns; k++)
        rest[k] = b[(int64_t)row * columns + k];
    for (int64_t i = matrix->begin[row]; i < matrix->begin[row + 1]; i++) {
        const double *other = x + (int64_t)matrix->column[i] * columns;
        double value = matrix->value[i];
        for (int k = 0; k < columns; k++)
            rest[k] -= value * other[k];
    }
}

/* Settles one row after the other, by Gauss and Seidel: upwards, and downwards. */
FOR_COLUMNS void settle_row(const struct sparse *matrix, int row, int columns, const double *b,
                            double *x)
{
    double rest[SPARSE_COLUMNS], part = 1 / matrix->diagonal[row];
    rest_of(matrix, row, columns, b, x, rest);
    for (int k = 0; k < columns; k++)
        x[(int64_t)row * columns + k] = rest[k] * part;
}

FOR_COLUMNS void settle_up(const struct sparse *matrix, int rows, int columns, const double *b,
                           double *x)
{
    for (int row = 0; row < rows; row++)
        settle_row(matrix, row, columns, b, x);
}

FOR_COLUMNS void settle_down(const struct sparse *matrix, int rows, int columns, const double *b,
                             double *x)
{
    for (int row = rows - 1; row >= 0; row--)
        settle_row(matrix, row, columns, b, x);
}

/* What b leaves, summed up by bin. */
FOR_COLUMNS void sums_up(const struct sparse *matrix, const int32_t *bin, int rows, int columns,
                         const double *b, const double *x, double *sums)
{
    for (int row = 0; row < rows; row++) {
        double rest[SPARSE_COLUMNS], diagonal = matrix->diagonal[row];
        if (bin[row] < 0)
            continue;
        rest_of(matrix, row, columns, b, x, rest);
        for (int k = 0; k < columns; k++)
            sums[(int64_t)bin[row] * columns + k] +=
                rest[k] - diagonal * x[(int64_t)row * columns + k];
    }
}

FOR_COLUMNS void steps_down(const int32_t *bin, int rows, int columns, const double *step,
                            double *x)
{
    for (int row = 0; row < rows; row++) {
        for (int k = 0; k < columns && bin[row] >= 0; k++)
            x[(int64_t)row * columns + k] += step[(int64_t)bin[row] * columns + k];
    }
}

/* What a level needs while it is solved for, of a number by bin and column each. */
enum room { ROOM_SUMS, ROOM_STEP, ROOM_FIRST, ROOM_FIRST_BY, ROOM_SECOND_BY };
_Static_assert(ROOM_SECOND_BY + 1 == ROOMS, "there is room for each");

static double *room(const struct sparse_levels *levels, int level, enum room which)
{
    return levels->room[level] + (int64_t)levels->size[level] * SPARSE_COLUMNS * which;
}

static void level_solve(const struct sparse_levels *levels, int level, int columns);

/* x is what b comes to, nearly: `level` is that of the matrix, -1 for the rows. */
FOR_COLUMNS void cycle(const struct sparse_levels *levels, int level, const struct sparse *matrix,
                       int rows, int columns, const double *b, double *x)
{
    int above = level + 1;
    memset(x, 0, (size_t)rows * (size_t)columns * sizeof *x);
    settle_up(matrix, rows, columns, b, x);
    if (above < levels->count) {
        double *sums = room(levels, above, ROOM_SUMS);
        memset(sums, 0, (size_t)levels->size[above] * (size_t)columns * sizeof *sums);
        sums_up(matrix, levels->bin[above], rows, columns, b, x, sums);
        level_solve(levels, above, columns);
        steps_down(levels->bin[above], rows, columns, room(levels, above, ROOM_STEP), x);
    }
    settle_down(matrix, rows, columns, b, x);
}

static void level_cycle(const struct sparse_levels *levels, int level, int columns, const double *b,
                        double *x)
{
    if (columns == 1)
        cycle(levels, level, &levels->matrix[level], levels->size[level], 1, b, x);
    else
        cycle(levels, level, &levels->matrix[level], levels->size[level], SPARSE_COLUMNS, b, x);
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

/* The step of a level for its sums, which it changes: of the highest exactly, of others by two
 * cycles, each as long as is best. */
static void level_solve(const struct sparse_levels *levels, int level, int columns)
{
    const struct sparse *matrix = &levels->matrix[level];
    double *sums = room(levels, level, ROOM_SUMS), *step = room(levels, level, ROOM_STEP);
    double *first = room(levels, level, ROOM_FIRST);
    double *first_by = room(levels, level, ROOM_FIRST_BY); /* times the matrix */
    double *second_by = room(levels, level, ROOM_SECOND_BY);
    double own[SPARSE_COLUMNS], gain[SPARSE_COLUMNS], shared[SPARSE_COLUMNS], other[SPARSE_COLUMNS],
        more[SPARSE_COLUMNS];
    int rows = levels->size[level];
    size_t size = (size_t)rows * (size_t)columns;

    if (level == levels->count - 1 && levels->root) {
        memcpy(step, sums, size * sizeof *step);
        top_solve(levels, columns, step);
        return;
    }
    level_cycle(levels, level, columns, sums, first);
    columns_multiply(matrix, rows, columns, first, first_by);
    columns_dots(rows, columns, first, first_by, own);
    columns_dots(rows, columns, first, sums, gain);
    for (size_t i = 0; i < size; i++)
        sums[i] -= ratio(gain[i % (size_t)columns], own[i % (size_t)columns]) * first_by[i];
    level_cycle(levels, level, columns, sums, step);
    columns_multiply(matrix, rows, columns, step, second_by);
    columns_dots(rows, columns, step, first_by, shared);
    columns_dots(rows, columns, step, second_by, other);
    columns_dots(rows, columns, step, sums, more);
    for (int k = 0; k < columns; k++) {
        other[k] = ratio(more[k], other[k] - ratio(shared[k] * shared[k], own[k]));
        own[k] = ratio(gain[k] - shared[k] * other[k], own[k]);
    }
    for (size_t i = 0; i < size; i++)
        step[i] = own[i % (size_t)columns] * first[i] + other[i % (size_t)columns] * step[i];
}

void sparse_levels_cycle(const struct sparse_levels *levels, const struct sparse *matrix, int rows,
                         int columns, const double *b, double *x)
{
    assert(levels->count > 0 && (columns == 1 || columns == SPARSE_COLUMNS));
    if (columns == 1)
        cycle(levels, -1, matrix, rows, 1, b, x);
    else
        cycle(levels, -1, matrix, rows, SPARSE_COLUMNS, b, x);
}
