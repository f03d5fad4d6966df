/* test_sparse.c - a matrix keeps its elements while it grows. */
#include "batch_games.h"
#include "rating/sparse.h"

static void test_room_keeps_elements(void **state)
{
    (void)state;
    struct sparse matrix;
    assert_int_equal(sparse_init(&matrix, 3), 0);
    assert_true(matrix.begin[3] == 0 && matrix.diagonal[2] == 0);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(sparse_room(&matrix, i + 1), 0);
        assert_true(matrix.capacity > i);
        matrix.column[i] = i;
        matrix.value[i] = 2 * i;
    }
    for (int i = 0; i < 1000; i++)
        assert_true(matrix.column[i] == i && matrix.value[i] == 2 * i);
    sparse_fini(&matrix);
    assert_true(!matrix.begin && !matrix.column && !matrix.value && matrix.capacity == 0);
    sparse_fini(&matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_room_keeps_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
