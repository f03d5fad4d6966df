/* test_sparse_levels.c - a long row of rows is solved for in few rounds. */
#include "batch_games.h"
#include "rating/sparse_solve.h"

enum { ROWS = 6000, REACH = 3 };

static double hold = 1e-6;

/* Each row is tied to the next REACH rows, as numbers are mixed; the last `apart` rows to none. */
static void row_make(struct sparse *matrix, const int *number, int apart)
{
    static double tie[ROWS][2 * REACH];
    int64_t at = 0;
    static int row_of[ROWS];
    memset(tie, 0, sizeof tie);
    for (int i = 0; i < ROWS; i++)
        row_of[number[i]] = i;
    assert_int_equal(sparse_init(matrix, ROWS), 0);
    for (int i = 0; i < ROWS - apart; i++) {
        for (int step = 1; step <= REACH; step++) {
            int other = i + step;
            double weight = 0.5 + chance();
            if (other >= ROWS - apart)
                continue;
            tie[i][REACH + step - 1] = weight;
            tie[other][REACH - step] = weight;
        }
    }
    for (int row = 0; row < ROWS; row++) {
        int i = row_of[row];
        matrix->diagonal[row] = hold;
        for (int k = 0; k < 2 * REACH; k++) {
            int other = k < REACH ? i - (REACH - k) : i + k - REACH + 1;
            if (tie[i][k] == 0)
                continue;
            assert_int_equal(sparse_room(matrix, at + 1), 0);
            matrix->column[at] = number[other];
            matrix->value[at++] = -tie[i][k];
            matrix->diagonal[row] += tie[i][k];
        }
        matrix->begin[row + 1] = at;
    }
}

static double largest_error(const struct sparse *matrix, const struct sparse_levels *levels,
                            const double *truth)
{
    static double b[ROWS], x[ROWS], scratch[4 * ROWS];
    double error = 0;
    for (int row = 0; row < ROWS; row++) {
        b[row] = matrix->diagonal[row] * truth[row];
        for (int64_t i = matrix->begin[row]; i < matrix->begin[row + 1]; i++)
            b[row] += matrix->value[i] * truth[matrix->column[i]];
    }
    int rounds = sparse_solve(matrix, levels, ROWS, 1, b, x, scratch, 1e-4, NULL);
    printf("%d rounds\n", rounds);
    assert_true(!levels || rounds < 25);
    for (int row = 0; row < ROWS; row++)
        error = fmax(error, fabs(x[row] - truth[row]));
    return error;
}

/* From one end to the other the truth rises by 6: without levels that is not found, and with levels
 * it takes some ten rounds. */
static void test_long_row(void **state)
{
    (void)state;
    static int number[ROWS];
    static double truth[ROWS];
    seed = 9;
    for (int apart = 0; apart <= 100; apart += 100) {
        struct sparse matrix;
        struct sparse_levels levels;
        for (int i = 0; i < ROWS; i++) {
            int at = below(i + 1);
            number[i] = number[at];
            number[at] = i;
        }
        row_make(&matrix, number, apart);
        for (int i = 0; i < ROWS; i++)
            truth[number[i]] = 1e-3 * i + chance();
        assert_int_equal(sparse_levels_init(&levels, &matrix, ROWS), 0);
        assert_true(levels.count >= 2 && levels.size[0] < ROWS / 2);
        assert_true(largest_error(&matrix, &levels, truth) < 0.05);
        assert_true(largest_error(&matrix, NULL, truth) > 0.5);
        sparse_levels_fini(&levels);
        assert_int_equal(levels.count, 0);
        sparse_fini(&matrix);
    }
}

/* The same with numbers in the order of the row, and its levels. */
static void row_in_order(struct sparse *matrix, struct sparse_levels *levels, int apart)
{
    static int number[ROWS];
    for (int i = 0; i < ROWS; i++)
        number[i] = i;
    row_make(matrix, number, apart);
    assert_int_equal(sparse_levels_init(levels, matrix, ROWS), 0);
}

/* Several right sides at once are those one by one, whose factors each are their own. */
static void test_columns_are_their_own(void **state)
{
    (void)state;
    enum { K = SPARSE_COLUMNS };
    static double b[ROWS * K], x[ROWS * K], one[ROWS], alone[ROWS], scratch[4 * ROWS * K];
    struct sparse matrix;
    struct sparse_levels levels;
    seed = 10;
    row_in_order(&matrix, &levels, 100);
    for (int i = 0; i < ROWS * K; i++)
        b[i] = (chance() - 0.5) * (1 + i % K) + (i / K > ROWS / 3) * 1e-3 * (i % K);
    sparse_solve(&matrix, &levels, ROWS, K, b, x, scratch, 1e-9, NULL);
    for (int k = 0; k < K; k++) {
        for (int i = 0; i < ROWS; i++)
            one[i] = b[i * K + k];
        sparse_solve(&matrix, &levels, ROWS, 1, one, alone, scratch, 1e-9, NULL);
        for (int i = 0; i < ROWS; i++)
            assert_true(fabs(alone[i] - x[i * K + k]) < 1e-4 * (1 + fabs(alone[i])));
    }
    sparse_levels_fini(&levels);
    sparse_fini(&matrix);
}

/* What a draw leaves open lies mostly in the slowest changes along the row, which the residue
 * hardly shows: at the tolerance of bars they are there all the same. */
static void test_draws_are_as_wide(void **state)
{
    (void)state;
    static double b[ROWS], rough[ROWS], exact[ROWS], scratch[4 * ROWS];
    double width = 0, wanted = 0;
    struct sparse matrix;
    struct sparse_levels levels;
    seed = 11;
    row_in_order(&matrix, &levels, 0);
    for (int draw = 0; draw < 4; draw++) {
        for (int row = 0; row < ROWS; row++)
            b[row] = sqrt(hold) * (chance() - 0.5);
        for (int row = 0; row < ROWS; row++) {
            for (int64_t i = matrix.begin[row]; i < matrix.begin[row + 1]; i++) {
                double part = sqrt(-matrix.value[i]) * (chance() - 0.5);
                if (matrix.column[i] < row)
                    continue;
                b[row] += part;
                b[matrix.column[i]] -= part;
            }
        }
        sparse_solve(&matrix, &levels, ROWS, 1, b, rough, scratch, 1e-3, NULL);
        sparse_solve(&matrix, &levels, ROWS, 1, b, exact, scratch, 1e-10, NULL);
        for (int row = 0; row < ROWS; row++) {
            width += rough[row] * rough[row];
            wanted += exact[row] * exact[row];
        }
    }
    printf("%.4f of the variance\n", width / wanted);
    assert_true(width / wanted > 0.98 && width / wanted < 1.02);
    sparse_levels_fini(&levels);
    sparse_fini(&matrix);
}

/* Where rows are tied to any others, bins are tied to as many as their rows together. */
static void test_no_row(void **state)
{
    (void)state;
    enum { TIES = 20, MANY = 120000 };
    struct sparse matrix;
    struct sparse_levels levels;
    seed = 12;
    assert_int_equal(sparse_init(&matrix, MANY), 0);
    for (int row = 0; row < MANY; row++) {
        int64_t at = matrix.begin[row];
        assert_int_equal(sparse_room(&matrix, at + TIES), 0);
        for (int i = 0; i < TIES; i++) {
            matrix.column[at + i] = (row + 1 + below(MANY - 1)) % MANY;
            matrix.value[at + i] = -1;
        }
        matrix.diagonal[row] = TIES + 1e-3;
        matrix.begin[row + 1] = at + TIES;
    }
    assert_int_equal(sparse_levels_init(&levels, &matrix, MANY), 0);
    assert_int_equal(levels.count, 0);
    sparse_levels_fini(&levels);
    sparse_fini(&matrix);
}

/* Rows that are tied to nothing have no levels, and few rows none either. */
static void test_no_levels(void **state)
{
    (void)state;
    struct sparse matrix;
    struct sparse_levels levels;
    row_in_order(&matrix, &levels, ROWS);
    assert_int_equal(levels.count, 0);
    sparse_levels_fini(&levels);
    assert_int_equal(sparse_levels_init(&levels, &matrix, LEVELS_TOP), 0);
    assert_int_equal(levels.count, 0);
    sparse_levels_fini(&levels);
    sparse_fini(&matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_row),          cmocka_unit_test(test_columns_are_their_own),
        cmocka_unit_test(test_draws_are_as_wide), cmocka_unit_test(test_no_row),
        cmocka_unit_test(test_no_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
