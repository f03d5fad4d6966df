/* sqlite_work.c - jobs and archives of the SQLite store. */
#include "sqlite/sqlite_store.h"
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With many workers a writer may wait longer than the time-out; it retries. */
static int begin(struct store *store)
{
    int status = sqlite_transaction_begin(store, true);
    store->again = status && (sqlite3_errcode(sqlite_of(store)->db) & 0xff) == SQLITE_BUSY;
    return status;
}

/* Runs a bound statement. Returns the number of rows changed. */
static int changed(struct store *store, sqlite3_stmt *stmt)
{
    return sql_run(store, stmt) ? -1 : sqlite3_changes(sqlite_of(store)->db);
}

/* ----------------------------------------------------------------------------------- archives */

static int archive_add(struct store *store, const char *hash, int64_t bytes)
{
    sqlite3_stmt *stmt = sql_statement(store, ARCHIVE_ADD);
    if (!stmt || sql_bind(store, stmt, "sii", hash, bytes, clock_wall_msec()))
        return -1;
    return sql_change(store, stmt, STORE_THERE);
}

static int archive_part_add(struct store *store, const char *hash, int64_t number,
                            const uint8_t *bytes, int size)
{
    sqlite3_stmt *stmt = sql_statement(store, PART_ADD);
    if (!stmt || sql_bind(store, stmt, "sib", hash, number, bytes, size))
        return -1;
    return sql_run(store, stmt);
}

static void size_read(sqlite3_stmt *stmt, void *item)
{
    *(int64_t *)item = sqlite3_column_int64(stmt, 0);
}

static int archive_size(struct store *store, const char *hash, int64_t *bytes)
{
    sqlite3_stmt *stmt = sql_statement(store, ARCHIVE_SIZE);
    if (!stmt || sql_bind(store, stmt, "s", hash))
        return -1;
    return sql_find(store, stmt, size_read, bytes);
}

static int archive_part(struct store *store, const char *hash, int64_t number, uint8_t *bytes,
                        int *size)
{
    sqlite3_stmt *stmt = sql_statement(store, PART_FIND);
    if (!stmt || sql_bind(store, stmt, "si", hash, number))
        return -1;
    int status = sql_step(store, stmt);
    if (status == SQL_ROW) {
        *size = sqlite3_column_bytes(stmt, 0);
        if (*size > STORE_PART_BYTES)
            *size = STORE_PART_BYTES;
        if (*size > 0)
            memcpy(bytes, sqlite3_column_blob(stmt, 0), (size_t)*size);
    }
    sql_done(stmt);
    return status < 0 ? -1 : status == 0 ? STORE_NONE : 0;
}

static void archive_read(sqlite3_stmt *stmt, void *item)
{
    struct work_archive *archive = item;

    sql_column_text(stmt, 0, archive->hash, sizeof archive->hash);
    archive->bytes = sqlite3_column_int64(stmt, 1);
    archive->made_msec = sqlite3_column_int64(stmt, 2);
}

static int archives(struct store *store, const char *after, struct work_archive *list, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, ARCHIVE_PAGE);
    if (!stmt || sql_bind(store, stmt, "si", after, (int64_t)max))
        return -1;
    return sql_list(store, stmt, archive_read, list, sizeof *list, max);
}

/* --------------------------------------------------------------------------------------- work */

static int work_add_row(struct store *store, const struct work_order *order)
{
    sqlite3_stmt *stmt = sql_statement(store, WORK_ADD);
    if (!stmt || sql_bind(store, stmt, "sssii", order->name, order->kind, order->spec,
                          order->priority, clock_wall_msec()))
        return -1;
    return sql_change(store, stmt, STORE_THERE);
}

static void order_read(sqlite3_stmt *stmt, void *item)
{
    struct work_order *order = item;

    memset(order, 0, sizeof *order);
    sql_column_text(stmt, 0, order->name, sizeof order->name);
    sql_column_text(stmt, 1, order->kind, sizeof order->kind);
    order->priority = sqlite3_column_int64(stmt, 2);
    order->made_msec = sqlite3_column_int64(stmt, 3);
    order->ended = sqlite3_column_int(stmt, 4) != 0;
    order->open = sqlite3_column_int64(stmt, 5);
    order->held = sqlite3_column_int64(stmt, 6);
    order->done = sqlite3_column_int64(stmt, 7);
    order->failed = sqlite3_column_int64(stmt, 8);
}

static void order_spec_read(sqlite3_stmt *stmt, void *item)
{
    order_read(stmt, item);
    ((struct work_order *)item)->spec = sql_column_copy(stmt, 9);
}

static int work_find_row(struct store *store, const char *name, struct work_order *order)
{
    sqlite3_stmt *stmt = sql_statement(store, WORK_FIND);
    if (!stmt || sql_bind(store, stmt, "s", name))
        return -1;
    return sql_find(store, stmt, order_spec_read, order);
}

static int works(struct store *store, const char *after, struct work_order *orders, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, WORK_PAGE);
    if (!stmt || sql_bind(store, stmt, "si", after, (int64_t)max))
        return -1;
    return sql_list(store, stmt, order_read, orders, sizeof *orders, max);
}

/* Runs a statement with a name as its only parameter. Returns the number of rows changed. */
static int by_name(struct store *store, enum statement which, const char *name)
{
    sqlite3_stmt *stmt = sql_statement(store, which);
    if (!stmt || sql_bind(store, stmt, "s", name))
        return -1;
    return changed(store, stmt);
}

static int work_end_row(struct store *store, const char *name)
{
    return by_name(store, WORK_END, name) < 0 || by_name(store, WORK_JOBS_OPEN_DROP, name) < 0 ? -1
                                                                                               : 0;
}

static int work_drop_row(struct store *store, const char *name)
{
    int gone = by_name(store, WORK_JOBS_DROP, name) < 0 ? -1 : by_name(store, WORK_DROP, name);
    return gone < 0 ? -1 : gone == 0 ? STORE_NONE : 0;
}

/* --------------------------------------------------------------------------------------- jobs */

static int job_add(struct store *store, const char *work, int64_t number, const char *spec)
{
    sqlite3_stmt *stmt = sql_statement(store, JOB_ADD);
    if (!stmt || sql_bind(store, stmt, "sis", work, number, spec))
        return -1;
    return sql_run(store, stmt);
}

static void result_read(sqlite3_stmt *stmt, void *item)
{
    struct work_job *job = item;

    memset(job, 0, sizeof *job);
    job->number = sqlite3_column_int64(stmt, 0);
    job->state = sqlite3_column_int(stmt, 1) == WORK_DONE ? WORK_DONE : WORK_FAILED;
    sql_column_text(stmt, 2, job->worker, sizeof job->worker);
    job->result = sql_column_copy(stmt, 3);
}

static int job_results(struct store *store, const char *work, int64_t from, struct work_job *jobs,
                       int max)
{
    sqlite3_stmt *stmt = sql_statement(store, JOB_RESULTS);
    if (!stmt || sql_bind(store, stmt, "sii", work, from, (int64_t)max))
        return -1;
    int count = sql_list(store, stmt, result_read, jobs, sizeof *jobs, max);
    for (int i = 0; i < count; i++)
        snprintf(jobs[i].work, sizeof jobs[i].work, "%s", work);
    return count;
}

static int job_claim(struct store *store, const char *holder, int64_t lease_msec, const char *only,
                     struct work_job *jobs, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, JOB_CLAIM);
    if (!stmt ||
        sql_bind(store, stmt, "sisii", holder, lease_msec, only, (int64_t)max, clock_wall_msec()))
        return -1;
    int count = 0, status;
    /* Steps to the end: an interrupted statement has not changed all of its rows. */
    while ((status = sql_step(store, stmt)) == SQL_ROW) {
        if (count == max || sqlite3_column_int(stmt, 3) != WORK_OPEN)
            continue;
        struct work_job *job = &jobs[count++];
        memset(job, 0, sizeof *job);
        sql_column_text(stmt, 0, job->work, sizeof job->work);
        job->number = sqlite3_column_int64(stmt, 1);
        job->attempts = sqlite3_column_int64(stmt, 2);
        job->spec = sql_column_copy(stmt, 4);
    }
    sql_done(stmt);
    return status < 0 ? -1 : count;
}

static int job_renew(struct store *store, const char *holder, int64_t lease_msec)
{
    sqlite3_stmt *stmt = sql_statement(store, JOB_RENEW);
    if (!stmt || sql_bind(store, stmt, "si", holder, clock_wall_msec() + lease_msec))
        return -1;
    return changed(store, stmt);
}

static int job_finish(struct store *store, const char *work, int64_t number, const char *worker,
                      const char *result)
{
    sqlite3_stmt *stmt = sql_statement(store, JOB_FINISH);
    if (!stmt || sql_bind(store, stmt, "siss", work, number, worker, result))
        return -1;
    return sql_change(store, stmt, STORE_NONE);
}

static int job_fail(struct store *store, const char *work, int64_t number, const char *holder,
                    const char *why)
{
    sqlite3_stmt *stmt = sql_statement(store, JOB_FAIL);
    if (!stmt || sql_bind(store, stmt, "siss", work, number, holder, why))
        return -1;
    return sql_run(store, stmt);
}

static int job_release(struct store *store, const char *holder, const char *work, int64_t number)
{
    sqlite3_stmt *stmt = sql_statement(store, JOB_RELEASE);
    if (!stmt || sql_bind(store, stmt, "ssi", holder, work, number))
        return -1;
    return sql_run(store, stmt);
}

/* ------------------------------------------------------------------------------------ workers */

static int worker_seen(struct store *store, const char *name, int64_t done)
{
    sqlite3_stmt *stmt = sql_statement(store, WORKER_SEEN);
    if (!stmt || sql_bind(store, stmt, "sii", name, done, clock_wall_msec()))
        return -1;
    return sql_run(store, stmt);
}

static void worker_read(sqlite3_stmt *stmt, void *item)
{
    struct work_worker *worker = item;

    sql_column_text(stmt, 0, worker->name, sizeof worker->name);
    worker->seen_msec = sqlite3_column_int64(stmt, 1);
    worker->done = sqlite3_column_int64(stmt, 2);
}

static int workers(struct store *store, const char *after, struct work_worker *list, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, WORKER_PAGE);
    if (!stmt || sql_bind(store, stmt, "sii", after, clock_wall_msec(), (int64_t)max))
        return -1;
    return sql_list(store, stmt, worker_read, list, sizeof *list, max);
}

const struct store_work_kind sqlite_work = STORE_WORK_KIND(begin);
