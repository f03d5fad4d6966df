/* pg_batch.c - rows that wait to be written, all of a table by one statement.
 *
 * A statement for each row costs the server more than the row. So the rows of a transaction are
 * kept as one array a column, in the binary form that PostgreSQL documents, and leave before
 * anything else is sent: a statement sees what was written before it. */
#include "postgres/pg.h"
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS_MAX = 10,
    ROWS_MAX = 2048,     /* of a table, before all leave */
    ARRAY_MAX = 8 << 20, /* the same for the bytes of a column */
    HEAD_BYTES = 20,     /* of an array */
    OID_BYTEA = 17,
    OID_INT8 = 20,
    OID_TEXT = 25,
};

/* In the order in which they leave: a game that is announced and over in one transaction is not
 * open. Columns as the formats of pg_send. */
static const struct {
    enum pg_statement statement;
    const char *columns;
} tables[PG_BATCH_TABLES] = {
    [PG_BATCH_RESULT] = {PG_RESULTS_ADD, "ississsshh"}, [PG_BATCH_OVER] = {PG_GAMES_OVER, "s"},
    [PG_BATCH_SEAT] = {PG_SEATS_ADD, "iiiiiiii"},       [PG_BATCH_STAKE] = {PG_STAKES_ADD, "ii"},
    [PG_BATCH_RECORD] = {PG_RECORDS_ADD, "iib"},        [PG_BATCH_GAME] = {PG_GAMES_ADD, "issishs"},
    [PG_BATCH_BOT] = {PG_BOTS_CACHE, "iiiiiiiii"},      [PG_BATCH_FEED] = {PG_FEED_ADD, "iib"},
};

struct table {
    int rows;
    bool nulls[COLUMNS_MAX];
    struct bytes arrays[COLUMNS_MAX];
};

struct pg_batch {
    struct table tables[PG_BATCH_TABLES];
    int rows; /* of all */
};

static void number_put(struct bytes *bytes, uint32_t number)
{
    uint8_t raw[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16), (uint8_t)(number >> 8),
                      (uint8_t)number};
    bytes_raw(bytes, raw, sizeof raw);
}

static void value_put(struct table *table, int column, const void *raw, int size)
{
    number_put(&table->arrays[column], raw ? (uint32_t)size : UINT32_MAX);
    if (raw)
        bytes_raw(&table->arrays[column], raw, (size_t)size);
    table->nulls[column] |= !raw;
}

static void column_put(struct table *table, int column, char type, va_list *args)
{
    if (type == 'i') {
        uint64_t number = (uint64_t)va_arg(*args, int64_t);
        uint8_t raw[8];
        for (int i = 0; i < 8; i++)
            raw[i] = (uint8_t)(number >> (56 - 8 * i));
        value_put(table, column, raw, sizeof raw);
    } else if (type == 's') {
        const char *text = va_arg(*args, const char *);
        value_put(table, column, text, text ? (int)strlen(text) : 0);
    } else if (type == 'h') {
        value_put(table, column, va_arg(*args, const uint8_t *), 32);
    } else {
        const uint8_t *raw = va_arg(*args, const uint8_t *);
        value_put(table, column, raw, va_arg(*args, int));
    }
}

/* What the server reads before the values: dimensions, whether there are NULLs, the type, the
 * number of values and the index of the first. */
static void head_put(struct bytes *head, const struct table *table, int column, char type)
{
    head->size = 0;
    number_put(head, 1);
    number_put(head, table->nulls[column]);
    number_put(head, type == 'i' ? OID_INT8 : type == 's' ? OID_TEXT : OID_BYTEA);
    number_put(head, (uint32_t)table->rows);
    number_put(head, 1);
}

/* A statement changes a row once, so the second one of a bot waits for the next statement. */
static bool bot_waits(const struct table *table, va_list *args)
{
    enum { STEP = 4 + 8 };
    struct table one = {.rows = 0};
    va_list copy;
    bool waits = false;

    va_copy(copy, *args);
    column_put(&one, 0, 'i', &copy);
    va_end(copy);
    for (int row = 0; row < table->rows && !one.arrays[0].failed && !waits; row++)
        waits = memcmp(table->arrays[0].at + HEAD_BYTES + row * STEP, one.arrays[0].at, STEP) == 0;
    bytes_fini(&one.arrays[0]);
    return waits;
}

int pg_batch_add(struct store *store, enum pg_batch_table which, ...)
{
    struct pg_store *pg = pg_of(store);
    const char *columns = tables[which].columns;
    bool full = false;
    va_list args;

    if (!pg->batch)
        pg->batch = calloc(1, sizeof *pg->batch);
    if (!pg->batch)
        return pg_say(store, "out of memory");
    pg->before_send = pg_batch_flush;
    struct table *table = &pg->batch->tables[which];
    va_start(args, which);
    if (which == PG_BATCH_BOT && bot_waits(table, &args) && pg_batch_flush(store)) {
        va_end(args);
        return -1;
    }
    for (int column = 0; columns[column]; column++) {
        struct bytes *array = &table->arrays[column];
        if (array->size == 0 && bytes_room(array, HEAD_BYTES))
            array->size = HEAD_BYTES; /* its head comes last */
        column_put(table, column, columns[column], &args);
        full |= array->size > ARRAY_MAX || array->failed;
    }
    va_end(args);
    table->rows++;
    pg->batch->rows++;
    return full || table->rows >= ROWS_MAX ? pg_batch_flush(store) : 0;
}

static void table_clear(struct table *table)
{
    table->rows = 0;
    memset(table->nulls, 0, sizeof table->nulls);
    for (int column = 0; column < COLUMNS_MAX; column++)
        table->arrays[column].size = 0;
}

static int table_flush(struct store *store, enum pg_batch_table which)
{
    struct table *table = &pg_of(store)->batch->tables[which];
    const char *columns = tables[which].columns;
    const uint8_t *arrays[COLUMNS_MAX];
    size_t sizes[COLUMNS_MAX];
    struct bytes head = {0};
    int count = (int)strlen(columns);
    bool failed = false;

    for (int column = 0; column < count; column++) {
        head_put(&head, table, column, columns[column]);
        failed |= head.failed || table->arrays[column].failed;
        if (!failed)
            memcpy(table->arrays[column].at, head.at, HEAD_BYTES);
        arrays[column] = table->arrays[column].at;
        sizes[column] = table->arrays[column].size;
    }
    bytes_fini(&head);
    int status = failed ? pg_say(store, "out of memory")
                        : pg_send_arrays(store, tables[which].statement, arrays, sizes, count);
    for (int column = 0; failed && column < count; column++)
        bytes_fini(&table->arrays[column]);
    table_clear(table);
    return status;
}

int pg_batch_flush(struct store *store)
{
    struct pg_batch *batch = pg_of(store)->batch;
    int status = 0;

    if (!batch || batch->rows == 0)
        return 0;
    batch->rows = 0; /* what is sent now must not send it again */
    for (enum pg_batch_table which = 0; which < PG_BATCH_TABLES; which++) {
        if (batch->tables[which].rows > 0 && (status || table_flush(store, which)))
            status = -1;
    }
    if (status)
        pg_batch_clear(store);
    return status;
}

void pg_batch_clear(struct store *store)
{
    struct pg_batch *batch = pg_of(store)->batch;

    for (int which = 0; batch && which < PG_BATCH_TABLES; which++)
        table_clear(&batch->tables[which]);
    if (batch)
        batch->rows = 0;
}

void pg_batch_fini(struct store *store)
{
    struct pg_batch *batch = pg_of(store)->batch;

    for (int which = 0; batch && which < PG_BATCH_TABLES; which++) {
        for (int column = 0; column < COLUMNS_MAX; column++)
            bytes_fini(&batch->tables[which].arrays[column]);
    }
    free(batch);
    pg_of(store)->batch = NULL;
}
