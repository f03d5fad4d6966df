/* sparse.c - room for a matrix with few elements a row. */
#include "rating/sparse.h"

#include <assert.h>
#include <stdlib.h>

int sparse_init(struct sparse *matrix, int rows)
{
    assert(rows >= 0);
    *matrix = (struct sparse){.begin = calloc((size_t)rows + 1, sizeof *matrix->begin),
                              .diagonal = calloc((size_t)rows + 1, sizeof *matrix->diagonal)};
    return matrix->begin && matrix->diagonal ? 0 : -1;
}

void sparse_fini(struct sparse *matrix)
{
    assert(matrix->capacity >= 0);
    free(matrix->begin);
    free(matrix->column);
    free(matrix->value);
    free(matrix->diagonal);
    *matrix = (struct sparse){.begin = NULL};
}

int sparse_room(struct sparse *matrix, int64_t elements)
{
    assert(elements >= 0);
    if (elements <= matrix->capacity)
        return 0;
    int64_t capacity = elements * 2;
    int32_t *column = realloc(matrix->column, (size_t)capacity * sizeof *column);
    if (column)
        matrix->column = column;
    double *value = realloc(matrix->value, (size_t)capacity * sizeof *value);
    if (value)
        matrix->value = value;
    if (!column || !value)
        return -1;
    matrix->capacity = capacity;
    return 0;
}
