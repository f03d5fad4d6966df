/* test_sparse_solve.c - systems with few elements a row. */
#include "batch_games.h"
#include "rating/sparse_solve.h"

enum { ROWS = 200, COLUMNS = SPARSE_COLUMNS };

/* A path with some chords, as Laplacian plus a little. */
static void matrix_make(struct sparse *matrix)
{
    static double full[ROWS][ROWS];
    int64_t at = 0;
    memset(full, 0, sizeof full);
    for (int i = 0; i < ROWS + 60; i++) {
        int a = i < ROWS ? i : below(ROWS), b = i < ROWS ? (i + 1) % ROWS : below(ROWS);
        double weight = 0.5 + chance();
        if (a == b)
            continue;
        full[a][b] -= weight;
        full[b][a] -= weight;
        full[a][a] += weight;
        full[b][b] += weight;
    }
    assert_int_equal(sparse_init(matrix, ROWS), 0);
    for (int row = 0; row < ROWS; row++) {
        matrix->diagonal[row] = full[row][row] + 0.01;
        for (int i = 0; i < ROWS; i++) {
            if (i == row || full[row][i] == 0)
                continue;
            assert_int_equal(sparse_room(matrix, at + 1), 0);
            matrix->column[at] = i;
            matrix->value[at++] = full[row][i];
        }
        matrix->begin[row + 1] = at;
    }
}

static void test_solution_solves(void **state)
{
    (void)state;
    static double b[ROWS * COLUMNS], x[ROWS * COLUMNS], scratch[4 * ROWS * COLUMNS];
    static const int widths[] = {1, COLUMNS};
    struct sparse matrix;
    seed = 3;
    matrix_make(&matrix);
    for (int w = 0; w < 2; w++) {
        int columns = widths[w];
        for (int i = 0; i < ROWS * columns; i++)
            b[i] = chance() - 0.5;
        sparse_solve(&matrix, NULL, ROWS, columns, b, x, scratch, 1e-10, NULL);
        for (int i = 0; i < ROWS * columns; i++) {
            int row = i / columns, k = i % columns;
            double sum = matrix.diagonal[row] * x[i];
            for (int64_t at = matrix.begin[row]; at < matrix.begin[row + 1]; at++)
                sum += matrix.value[at] * x[matrix.column[at] * columns + k];
            assert_true(fabs(sum - b[i]) < 1e-7);
        }
    }
    sparse_fini(&matrix);
    assert_null(matrix.begin);
}

/* Whoever stops it gets a solution that does not solve, at once. */
static void test_it_stops(void **state)
{
    (void)state;
    static double b[ROWS], x[ROWS], scratch[4 * ROWS];
    struct sparse matrix;
    atomic_bool stop = true;
    seed = 4;
    matrix_make(&matrix);
    for (int i = 0; i < ROWS; i++)
        b[i] = chance() - 0.5;
    sparse_solve(&matrix, NULL, ROWS, 1, b, x, scratch, 1e-10, &stop);
    for (int i = 0; i < ROWS; i++)
        assert_true(x[i] == 0);
    sparse_fini(&matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solution_solves),
        cmocka_unit_test(test_it_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
