/* sparse.h - symmetric matrices with few elements a row: of the batch table only. */
#ifndef AVONDALE_SPARSE_H
#define AVONDALE_SPARSE_H

#include "base/values.h"

enum { SPARSE_COLUMNS = 8 /* right sides that are solved at once */ };

/* A matrix by rows, without its diagonal. */
struct sparse {
    int64_t *begin; /* of each row, and the end of the last */
    int32_t *column;
    double *value;
    double *diagonal; /* by row */
    int64_t capacity; /* of column and value */
};

/* Room for a number of rows. Both return 0, or -1 if out of memory; sparse_fini must be called
 * either way, after which all fields are zeros. */
LADDER_MUST_CHECK int sparse_init(struct sparse *matrix, int rows);
LADDER_MUST_CHECK int sparse_room(struct sparse *matrix, int64_t elements);
void sparse_fini(struct sparse *matrix);

#endif
