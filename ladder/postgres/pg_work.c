/* pg_work.c - jobs and archives of the PostgreSQL store. Each write is one statement, so two
 * workers conflict on a row only for as long as it takes. */
#include "postgres/pg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns 0 if the statement returned a row, else `none`. */
static int one(const PGresult *rows, int none)
{
    return !rows ? -1 : PQntuples(rows) == 0 ? none : 0;
}

static char *copy(const PGresult *rows, int row, int column)
{
    return PQgetisnull(rows, row, column) ? NULL : strdup(PQgetvalue(rows, row, column));
}

/* ----------------------------------------------------------------------------------- archives */

static int archive_add(struct store *store, const char *hash, int64_t bytes)
{
    return one(pg_query(store, PG_ARCHIVE_ADD, "si", hash, bytes), STORE_THERE);
}

static int archive_part_add(struct store *store, const char *hash, int64_t number,
                            const uint8_t *bytes, int size)
{
    return pg_send(store, PG_PART_ADD, "sib", hash, number, bytes, size);
}

static int archive_size(struct store *store, const char *hash, int64_t *bytes)
{
    const PGresult *rows = pg_query(store, PG_ARCHIVE_SIZE, "s", hash);
    if (rows && PQntuples(rows) == 1)
        *bytes = pg_int(rows, 0, 0);
    return one(rows, STORE_NONE);
}

static int archive_part(struct store *store, const char *hash, int64_t number, uint8_t *bytes,
                        int *size)
{
    const PGresult *rows = pg_query(store, PG_PART_FIND, "si", hash, number);
    size_t length = 0;

    if (!rows || PQntuples(rows) == 0)
        return one(rows, STORE_NONE);
    unsigned char *plain = PQunescapeBytea((const unsigned char *)PQgetvalue(rows, 0, 0), &length);
    if (!plain)
        return pg_say(store, "out of memory");
    *size = length < STORE_PART_BYTES ? (int)length : STORE_PART_BYTES;
    memcpy(bytes, plain, (size_t)*size);
    PQfreemem(plain);
    return 0;
}

static int archives(struct store *store, const char *after, struct work_archive *list, int max)
{
    const PGresult *rows = pg_query(store, PG_ARCHIVE_PAGE, "si", after, (int64_t)max);
    int count = rows ? PQntuples(rows) : -1;

    for (int row = 0; row < count; row++) {
        pg_text(rows, row, 0, list[row].hash, sizeof list[row].hash);
        list[row].bytes = pg_int(rows, row, 1);
        list[row].made_msec = pg_int(rows, row, 2);
    }
    return count;
}

/* --------------------------------------------------------------------------------------- work */

static int work_add_row(struct store *store, const struct work_order *order)
{
    return one(pg_query(store, PG_WORK_ADD, "sssi", order->name, order->kind, order->spec,
                        order->priority),
               STORE_THERE);
}

static void order_read(const PGresult *rows, int row, struct work_order *order)
{
    memset(order, 0, sizeof *order);
    pg_text(rows, row, 0, order->name, sizeof order->name);
    pg_text(rows, row, 1, order->kind, sizeof order->kind);
    order->priority = pg_int(rows, row, 2);
    order->made_msec = pg_int(rows, row, 3);
    order->ended = pg_int(rows, row, 4) != 0;
    order->open = pg_int(rows, row, 5);
    order->held = pg_int(rows, row, 6);
    order->done = pg_int(rows, row, 7);
    order->failed = pg_int(rows, row, 8);
}

static int work_find_row(struct store *store, const char *name, struct work_order *order)
{
    const PGresult *rows = pg_query(store, PG_WORK_FIND, "s", name);
    if (rows && PQntuples(rows) == 1) {
        order_read(rows, 0, order);
        order->spec = copy(rows, 0, 9);
    }
    return one(rows, STORE_NONE);
}

static int works(struct store *store, const char *after, struct work_order *orders, int max)
{
    const PGresult *rows = pg_query(store, PG_WORK_PAGE, "si", after, (int64_t)max);
    int count = rows ? PQntuples(rows) : -1;

    for (int row = 0; row < count; row++)
        order_read(rows, row, &orders[row]);
    return count;
}

static int work_end_row(struct store *store, const char *name)
{
    return pg_send(store, PG_WORK_END, "s", name) ||
                   pg_send(store, PG_WORK_JOBS_OPEN_DROP, "s", name)
               ? -1
               : 0;
}

static int work_drop_row(struct store *store, const char *name)
{
    if (pg_send(store, PG_WORK_JOBS_DROP, "s", name))
        return -1;
    return one(pg_query(store, PG_WORK_DROP, "s", name), STORE_NONE);
}

/* --------------------------------------------------------------------------------------- jobs */

static int job_add(struct store *store, const char *work, int64_t number, const char *spec)
{
    return pg_send(store, PG_JOB_ADD, "sis", work, number, spec);
}

static int job_results(struct store *store, const char *work, int64_t from, struct work_job *jobs,
                       int max)
{
    const PGresult *rows = pg_query(store, PG_JOB_RESULTS, "sii", work, from, (int64_t)max);
    int count = rows ? PQntuples(rows) : -1;

    for (int row = 0; row < count; row++) {
        struct work_job *job = &jobs[row];
        memset(job, 0, sizeof *job);
        snprintf(job->work, sizeof job->work, "%s", work);
        job->number = pg_int(rows, row, 0);
        job->state = pg_int(rows, row, 1) == WORK_DONE ? WORK_DONE : WORK_FAILED;
        pg_text(rows, row, 2, job->worker, sizeof job->worker);
        job->result = copy(rows, row, 3);
    }
    return count;
}

static int job_claim(struct store *store, const char *holder, int64_t lease_msec, const char *only,
                     struct work_job *jobs, int max)
{
    const PGresult *rows =
        pg_query(store, PG_JOB_CLAIM, "sisi", holder, lease_msec, only, (int64_t)max);
    int count = 0;

    if (!rows)
        return -1;
    for (int row = 0; row < PQntuples(rows) && count < max; row++) {
        if (pg_int(rows, row, 3) != WORK_OPEN)
            continue;
        struct work_job *job = &jobs[count++];
        memset(job, 0, sizeof *job);
        pg_text(rows, row, 0, job->work, sizeof job->work);
        job->number = pg_int(rows, row, 1);
        job->attempts = pg_int(rows, row, 2);
        job->spec = copy(rows, row, 4);
    }
    return count;
}

static int job_renew(struct store *store, const char *holder, int64_t lease_msec)
{
    const PGresult *rows = pg_query(store, PG_JOB_RENEW, "si", holder, lease_msec);
    return rows ? PQntuples(rows) : -1;
}

static int job_finish(struct store *store, const char *work, int64_t number, const char *worker,
                      const char *result)
{
    return one(pg_query(store, PG_JOB_FINISH, "siss", work, number, worker, result), STORE_NONE);
}

static int job_fail(struct store *store, const char *work, int64_t number, const char *holder,
                    const char *why)
{
    return pg_send(store, PG_JOB_FAIL, "siss", work, number, holder, why);
}

static int job_release(struct store *store, const char *holder, const char *work, int64_t number)
{
    return pg_send(store, PG_JOB_RELEASE, "ssi", holder, work, number);
}

/* ------------------------------------------------------------------------------------ workers */

static int worker_seen(struct store *store, const char *name, int64_t done)
{
    return pg_send(store, PG_WORKER_SEEN, "si", name, done);
}

static int workers(struct store *store, const char *after, struct work_worker *list, int max)
{
    const PGresult *rows = pg_query(store, PG_WORKER_PAGE, "si", after, (int64_t)max);
    int count = rows ? PQntuples(rows) : -1;

    for (int row = 0; row < count; row++) {
        pg_text(rows, row, 0, list[row].name, sizeof list[row].name);
        list[row].seen_msec = pg_int(rows, row, 1);
        list[row].done = pg_int(rows, row, 2);
    }
    return count;
}

const struct store_work_kind pg_work = STORE_WORK_KIND(pg_transaction_begin_work);
