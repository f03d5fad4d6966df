/* pg_work.c - jobs and archives of the PostgreSQL store. Each write is one statement, so two
 * workers conflict on a row only for as long as it takes. */
#include "postgres/pg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------------------------- archives */

static int archive_add(struct store *store, const char *hash, int64_t bytes)
{
    return pg_one(pg_query(store, PG_ARCHIVE_ADD, "si", hash, bytes), STORE_THERE);
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
    return pg_one(rows, STORE_NONE);
}

static int archive_part(struct store *store, const char *hash, int64_t number, uint8_t *bytes,
                        int *size)
{
    const PGresult *rows = pg_query(store, PG_PART_FIND, "si", hash, number);
    size_t length = 0;

    if (!rows || PQntuples(rows) == 0)
        return pg_one(rows, STORE_NONE);
    unsigned char *plain = PQunescapeBytea((const unsigned char *)PQgetvalue(rows, 0, 0), &length);
    if (!plain)
        return pg_say(store, "out of memory");
    *size = length < STORE_PART_BYTES ? (int)length : STORE_PART_BYTES;
    memcpy(bytes, plain, (size_t)*size);
    PQfreemem(plain);
    return 0;
}

static void archive_read(const PGresult *rows, int row, void *item)
{
    struct work_archive *archive = item;

    pg_text(rows, row, 0, archive->hash, sizeof archive->hash);
    archive->bytes = pg_int(rows, row, 1);
    archive->made_msec = pg_int(rows, row, 2);
}

static int archives(struct store *store, const char *after, struct work_archive *list, int max)
{
    return pg_list(pg_query(store, PG_ARCHIVE_PAGE, "si", after, (int64_t)max), archive_read, list,
                   sizeof *list);
}

/* --------------------------------------------------------------------------------------- work */

static int work_add_row(struct store *store, const struct work_order *order)
{
    return pg_one(pg_query(store, PG_WORK_ADD, "sssi", order->name, order->kind, order->spec,
                           order->priority),
                  STORE_THERE);
}

static void order_read(const PGresult *rows, int row, void *item)
{
    struct work_order *order = item;

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
        order->spec = pg_copy(rows, 0, 9);
    }
    return pg_one(rows, STORE_NONE);
}

static int works(struct store *store, const char *after, struct work_order *orders, int max)
{
    return pg_list(pg_query(store, PG_WORK_PAGE, "si", after, (int64_t)max), order_read, orders,
                   sizeof *orders);
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
    return pg_one(pg_query(store, PG_WORK_DROP, "s", name), STORE_NONE);
}

/* --------------------------------------------------------------------------------------- jobs */

static int job_add(struct store *store, const char *work, int64_t number, const char *spec)
{
    return pg_send(store, PG_JOB_ADD, "sis", work, number, spec);
}

static void result_read(const PGresult *rows, int row, void *item)
{
    struct work_job *job = item;

    memset(job, 0, sizeof *job);
    job->number = pg_int(rows, row, 0);
    job->state = pg_int(rows, row, 1) == WORK_DONE ? WORK_DONE : WORK_FAILED;
    pg_text(rows, row, 2, job->worker, sizeof job->worker);
    job->result = pg_copy(rows, row, 3);
}

static int job_results(struct store *store, const char *work, int64_t from, struct work_job *jobs,
                       int max)
{
    int count = pg_list(pg_query(store, PG_JOB_RESULTS, "sii", work, from, (int64_t)max),
                        result_read, jobs, sizeof *jobs);

    for (int i = 0; i < count; i++)
        snprintf(jobs[i].work, sizeof jobs[i].work, "%s", work);
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
        job->spec = pg_copy(rows, row, 4);
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
    return pg_one(pg_query(store, PG_JOB_FINISH, "siss", work, number, worker, result), STORE_NONE);
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

static void worker_read(const PGresult *rows, int row, void *item)
{
    struct work_worker *worker = item;

    pg_text(rows, row, 0, worker->name, sizeof worker->name);
    worker->seen_msec = pg_int(rows, row, 1);
    worker->done = pg_int(rows, row, 2);
}

static int workers(struct store *store, const char *after, struct work_worker *list, int max)
{
    return pg_list(pg_query(store, PG_WORKER_PAGE, "si", after, (int64_t)max), worker_read, list,
                   sizeof *list);
}

const struct store_work_kind pg_work = STORE_WORK_KIND(pg_transaction_begin_work);
