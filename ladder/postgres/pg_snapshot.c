/* pg_snapshot.c - snapshots as rows of two tables of the PostgreSQL store. Nothing else uses these
 * tables, so large snapshots block no access to the log. */
#include "postgres/pg.h"
#include "store/store_work.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS_AT_ONCE = 16 /* the size in PG_SNAPSHOT_PARTS */ };

static int add_parts(struct store *store, int64_t id, const uint8_t *bytes, size_t size)
{
    int64_t number = 0;

    for (size_t at = 0; at < size; at += STORE_PART_BYTES, number++) {
        size_t part = size - at < STORE_PART_BYTES ? size - at : STORE_PART_BYTES;
        if (pg_send(store, PG_SNAPSHOT_PART_ADD, "iib", id, number, bytes + at, (int)part))
            return -1;
    }
    return 0;
}

static int add(struct store *store, int64_t since_seq, int64_t seq, const uint8_t *bytes,
               size_t size)
{
    if (pg_transaction_begin_aside(store))
        return STORE_FAILED;
    const PGresult *rows = pg_query(store, PG_SNAPSHOT_ADD, "iii", since_seq, seq, (int64_t)size);
    if (!rows)
        return STORE_FAILED;
    if (PQntuples(rows) == 0)
        return STORE_THERE;
    int64_t id = pg_int(rows, 0, 0), oldest = id - STORE_SNAPSHOTS + 1;
    return add_parts(store, id, bytes, size) ||
                   pg_send(store, PG_SNAPSHOT_PART_DROP, "i", oldest) ||
                   pg_send(store, PG_SNAPSHOT_DROP, "i", oldest) || pg_transaction_commit(store)
               ? STORE_FAILED
               : 0;
}

int pg_snapshot_add(struct store *store, int64_t since_seq, int64_t seq, const uint8_t *bytes,
                    size_t size)
{
    int status = add(store, since_seq, seq, bytes, size);
    if (status)
        pg_transaction_rollback(store);
    return status;
}

/* Copies a part to offset `done`. Returns the new size, or -1. */
static int64_t copy_part(struct store *store, const char *text, uint8_t *bytes, int64_t size,
                         int64_t done)
{
    size_t length = 0;
    unsigned char *plain = PQunescapeBytea((const unsigned char *)text, &length);

    if (!plain)
        return pg_say(store, "out of memory");
    if (length > (size_t)(size - done)) /* more than the row announces: the digest will not match */
        length = (size_t)(size - done);
    memcpy(bytes + done, plain, length);
    PQfreemem(plain);
    return done + (int64_t)length;
}

/* Returns how many of `size` bytes exist, or -1. */
static int64_t read_parts(struct store *store, int64_t id, uint8_t *bytes, int64_t size)
{
    int64_t done = 0, number = 0;
    int count;

    do {
        const PGresult *rows = pg_query(store, PG_SNAPSHOT_PARTS, "ii", id, number);
        count = rows ? PQntuples(rows) : -1;
        for (int row = 0; row < count && done >= 0; row++)
            done = copy_part(store, PQgetvalue(rows, row, 0), bytes, size, done);
        number += count;
    } while (count == PARTS_AT_ONCE && done >= 0);
    return count < 0 ? -1 : done;
}

int pg_snapshot_read(struct store *store, int age, uint8_t **bytes, size_t *size)
{
    const PGresult *rows = pg_query(store, PG_SNAPSHOT_FIND, "i", (int64_t)age);

    *bytes = NULL;
    if (!rows || PQntuples(rows) == 0)
        return rows ? STORE_NONE : STORE_FAILED;
    int64_t id = pg_int(rows, 0, 0), there = pg_int(rows, 0, 1), done = -1;
    *bytes = there >= 0 ? malloc((size_t)there + 1) : NULL;
    if (*bytes)
        done = read_parts(store, id, *bytes, there);
    else
        (void)pg_say(store, "out of memory");
    if (done < 0) {
        free(*bytes);
        *bytes = NULL;
        return STORE_FAILED;
    }
    *size = (size_t)done;
    return 0;
}
