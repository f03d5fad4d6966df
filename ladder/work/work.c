/* work.c - the queue of work.h over a store: transactions, and retries. */
#include "work/work.h"
#include "base/hex.h"
#include "base/name.h"
#include "store/store_work.h"

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAUSE_MSEC_MIN = 5,
    PAUSE_MSEC_MAX = 1000,
    STOPPED_TRIES =
        5, /* of all transactions after a stop: a connection may have been lost before */
};

struct work {
    struct store *store;
    const volatile sig_atomic_t *stop;
    int stopped_tries;
    char error[512];
};

/* ------------------------------------------------------------------------------- open, close */

int work_open(struct work **out, const char *url, bool must_exist,
              const volatile sig_atomic_t *stop, struct ladder_error *error)
{
    struct work *work = calloc(1, sizeof *work);

    *out = NULL;
    if (!work) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return WORK_OPEN_FAILED;
    }
    int status = store_open(&work->store, url, must_exist ? STORE_MUST_EXIST : 0, error);
    if (status) {
        free(work);
        return status == STORE_REFUSED ? WORK_OPEN_REFUSED : WORK_OPEN_FAILED;
    }
    work->stop = stop;
    *out = work;
    return 0;
}

void work_close(struct work *work)
{
    if (work)
        store_close(work->store);
    free(work);
}

const char *work_error(const struct work *work)
{
    return work->error;
}

void work_job_free(struct work_job *job)
{
    free(job->spec);
    free(job->result);
    job->spec = job->result = NULL;
}

bool work_name_valid(const char *name)
{
    return name_word_valid(name, WORK_NAME_MAX);
}

bool work_hash_valid(const char *hash)
{
    return hex_valid(hash, WORK_HASH_DIGITS);
}

void work_hash(const uint8_t *bytes, size_t size, char hash[WORK_HASH_DIGITS + 1])
{
    uint8_t digest[SHA256_DIGEST_LENGTH];

    SHA256(bytes, size, digest);
    hex_format(digest, sizeof digest, hash);
}

/* ------------------------------------------------------------------------------ transactions */

/* Rolls a failed transaction back and keeps its error. Returns true, after a pause, if it may be
 * tried again: as long as nobody stops it, and a few times after that. *pause is the longest time
 * of the next pause, in ms. */
static bool once_more(struct work *work, int *pause)
{
    bool stopped = work->stop && *work->stop;
    bool again = store_again(work->store) && (!stopped || work->stopped_tries++ < STOPPED_TRIES);

    snprintf(work->error, sizeof work->error, "%s", store_error(work->store));
    store_rollback(work->store);
    if (again) {
        store_retry_pause(*pause);
        *pause = 2 * *pause < PAUSE_MSEC_MAX ? 2 * *pause : PAUSE_MSEC_MAX;
    }
    return again;
}

/* Runs `body`, which returns a status or a count, as one transaction until it succeeds. If it is
 * not known whether a commit took place, the body runs again: a repetition changes nothing, except
 * as noted. */
_Static_assert((int)WORK_ERROR == (int)STORE_FAILED && (int)WORK_NONE == (int)STORE_NONE &&
                   (int)WORK_THERE == (int)STORE_THERE,
               "what the store answers is handed on");
#define TRANSACTION(work, begin, status, body)                                                     \
    do {                                                                                           \
        int pause_ = PAUSE_MSEC_MIN;                                                               \
        STORE_TRANSACTION_WHILE((work)->store, begin, status, body, once_more((work), &pause_));   \
    } while (0)
#define READ(work, status, body) TRANSACTION(work, store_begin((work)->store, false), status, body)
#define WRITE(work, status, body) TRANSACTION(work, store_work_begin((work)->store), status, body)

/* ----------------------------------------------------------------------------------- archives */

static int archive_write(struct store *store, const uint8_t *bytes, size_t size, const char *hash)
{
    int status = store_work_archive_add(store, hash, (int64_t)size);

    for (size_t at = 0; status == 0 && at < size; at += STORE_PART_BYTES) {
        size_t part = size - at < STORE_PART_BYTES ? size - at : STORE_PART_BYTES;
        status = store_work_archive_part_add(store, hash, (int64_t)(at / STORE_PART_BYTES),
                                             bytes + at, (int)part);
    }
    return status;
}

int work_archive_put(struct work *work, const uint8_t *bytes, size_t size,
                     char hash[WORK_HASH_DIGITS + 1])
{
    int status;

    if (size > WORK_ARCHIVE_BYTES_MAX) {
        snprintf(work->error, sizeof work->error, "an archive of %zu bytes: at most %d", size,
                 WORK_ARCHIVE_BYTES_MAX);
        return -1;
    }
    work_hash(bytes, size, hash);
    WRITE(work, status, archive_write(work->store, bytes, size, hash));
    return status;
}

static int archive_read(struct store *store, const char *hash, uint8_t *bytes, size_t size)
{
    uint8_t *part = malloc(STORE_PART_BYTES);
    size_t at = 0;
    int status = part ? 0 : -1, got = 0;

    for (int64_t number = 0; status == 0 && at < size; number++) {
        status = store_work_archive_part(store, hash, number, part, &got);
        if (status || got == 0 || (size_t)got > size - at)
            break;
        memcpy(bytes + at, part, (size_t)got);
        at += (size_t)got;
    }
    free(part);
    return status == STORE_FAILED ? -1 : 0;
}

int work_archive_get(struct work *work, const char *hash, uint8_t **bytes, size_t *size)
{
    char found[WORK_HASH_DIGITS + 1];
    int64_t length = 0;
    int status;

    *bytes = NULL;
    READ(work, status, store_work_archive_size(work->store, hash, &length));
    if (status)
        return status;
    if (length < 0 || length > WORK_ARCHIVE_BYTES_MAX ||
        !(*bytes = calloc(1, (size_t)length + 1))) {
        snprintf(work->error, sizeof work->error, "archive %.12s: %lld bytes are too many", hash,
                 (long long)length);
        return -1;
    }
    *size = (size_t)length;
    READ(work, status, archive_read(work->store, hash, *bytes, *size));
    work_hash(*bytes, *size, found);
    if (status == 0 && strcmp(hash, found) != 0) {
        snprintf(work->error, sizeof work->error, "archive %.12s: damaged in the store", hash);
        status = -1;
    }
    if (status) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

int work_archives(struct work *work, const char *after, struct work_archive *archives, int max)
{
    int status;
    READ(work, status, store_work_archives(work->store, after, archives, max));
    return status;
}

/* ------------------------------------------------------------------------- who gives work out */

int work_begin(struct work *work, const struct work_order *order)
{
    int status;
    WRITE(work, status, store_work_add(work->store, order));
    return status;
}

static int order_read(struct store *store, const char *name, struct work_order *order)
{
    free(order->spec); /* of an attempt whose commit failed */
    order->spec = NULL;
    return store_work_find(store, name, order);
}

int work_find(struct work *work, const char *name, struct work_order *order)
{
    int status;

    memset(order, 0, sizeof *order);
    READ(work, status, order_read(work->store, name, order));
    if (status < 0) {
        free(order->spec);
        order->spec = NULL;
    }
    if (status == 0 && !order->spec) {
        snprintf(work->error, sizeof work->error, "out of memory");
        return -1;
    }
    return status;
}

int work_orders(struct work *work, const char *after, struct work_order *orders, int max)
{
    int status;
    READ(work, status, store_work_orders(work->store, after, orders, max));
    return status;
}

static int jobs_write(struct store *store, const char *name, int64_t first,
                      const char *const *specs, int count)
{
    int status = 0;
    for (int i = 0; status == 0 && i < count; i++)
        status = store_work_job_add(store, name, first + i, specs[i]);
    return status;
}

int work_add(struct work *work, const char *name, int64_t first, const char *const *specs,
             int count)
{
    int status;
    WRITE(work, status, jobs_write(work->store, name, first, specs, count));
    return status;
}

static void jobs_free(struct work_job *jobs, int count)
{
    for (int i = 0; i < count; i++)
        work_job_free(&jobs[i]);
}

/* *held: jobs of an attempt whose commit failed. */
static int results_read(struct store *store, const char *name, int64_t from, struct work_job *jobs,
                        int max, int *held)
{
    jobs_free(jobs, *held);
    int count = store_work_job_results(store, name, from, jobs, max);
    *held = count > 0 ? count : 0;
    return count;
}

int work_results(struct work *work, const char *name, int64_t from, struct work_job *jobs, int max)
{
    int status, held = 0;
    READ(work, status, results_read(work->store, name, from, jobs, max, &held));
    if (status < 0)
        jobs_free(jobs, held);
    return status;
}

int work_end(struct work *work, const char *name)
{
    int status;
    WRITE(work, status, store_work_end(work->store, name));
    return status;
}

int work_drop(struct work *work, const char *name)
{
    int status;
    WRITE(work, status, store_work_drop(work->store, name));
    return status;
}

/* -------------------------------------------------------------------------------- who does it */

static int by_number(const void *left, const void *right)
{
    const struct work_job *a = left, *b = right;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* An earlier attempt may have succeeded without our knowledge: first returns its jobs. */
static int claim(struct store *store, const char *holder, int64_t lease_msec, struct work_job *jobs,
                 int max)
{
    for (int i = 0; i < max; i++)
        work_job_free(&jobs[i]);
    if (store_work_job_release(store, holder, "", -1))
        return -1;
    int count = store_work_job_claim(store, holder, lease_msec, "", jobs, 1);
    if (count != 1 || max == 1)
        return count;
    int more = store_work_job_claim(store, holder, lease_msec, jobs[0].work, jobs + 1, max - 1);
    return more < 0 ? -1 : 1 + more;
}

int work_claim(struct work *work, const char *holder, int64_t lease_msec, struct work_job *jobs,
               int max)
{
    int count;
    bool whole = true;

    memset(jobs, 0, (size_t)max * sizeof *jobs);
    WRITE(work, count, claim(work->store, holder, lease_msec, jobs, max));
    for (int i = 0; i < count; i++)
        whole = whole && jobs[i].spec;
    if (count < 0 || !whole) {
        for (int i = 0; i < max; i++)
            work_job_free(&jobs[i]);
        if (count >= 0)
            snprintf(work->error, sizeof work->error, "out of memory");
        return -1;
    }
    if (count > 1)
        qsort(jobs, (size_t)count, sizeof *jobs, by_number);
    return count;
}

static int renew(struct store *store, const char *holder, const char *worker, int64_t lease_msec)
{
    int count = store_work_job_renew(store, holder, lease_msec);
    return count < 0 || store_work_worker_seen(store, worker, 0) ? -1 : count;
}

int work_renew(struct work *work, const char *holder, const char *worker, int64_t lease_msec)
{
    int status;
    WRITE(work, status, renew(work->store, holder, worker, lease_msec));
    return status;
}

static int finish(struct store *store, const struct work_job *job, const char *worker,
                  const char *result)
{
    int status = store_work_job_finish(store, job->work, job->number, worker, result);
    return status == 0 && store_work_worker_seen(store, worker, 1) ? -1 : status;
}

int work_finish(struct work *work, const struct work_job *job, const char *worker,
                const char *result)
{
    int status;
    WRITE(work, status, finish(work->store, job, worker, result));
    return status;
}

int work_fail(struct work *work, const struct work_job *job, const char *holder, const char *why)
{
    int status;
    WRITE(work, status, store_work_job_fail(work->store, job->work, job->number, holder, why));
    return status;
}

int work_release(struct work *work, const char *holder, const struct work_job *job)
{
    int status;
    WRITE(
        work, status,
        store_work_job_release(work->store, holder, job ? job->work : "", job ? job->number : -1));
    return status;
}

int work_workers(struct work *work, const char *after, struct work_worker *workers, int max)
{
    int status;
    READ(work, status, store_work_workers(work->store, after, workers, max));
    return status;
}
