/* store_work.c - forwards the calls of store_work.h to the kind of the store. */
#include "store/store_kind.h"

int store_work_begin(struct store *store)
{
    store->again = false;
    return store->kind->work->begin(store);
}

int store_work_archive_add(struct store *store, const char *hash, int64_t bytes)
{
    return store->kind->work->archive_add(store, hash, bytes);
}

int store_work_archive_part_add(struct store *store, const char *hash, int64_t number,
                                const uint8_t *bytes, int size)
{
    return store->kind->work->archive_part_add(store, hash, number, bytes, size);
}

int store_work_archive_size(struct store *store, const char *hash, int64_t *bytes)
{
    return store->kind->work->archive_size(store, hash, bytes);
}

int store_work_archive_part(struct store *store, const char *hash, int64_t number, uint8_t *bytes,
                            int *size)
{
    return store->kind->work->archive_part(store, hash, number, bytes, size);
}

int store_work_archives(struct store *store, const char *after, struct work_archive *archives,
                        int max)
{
    return store->kind->work->archives(store, after, archives, max);
}

int store_work_add(struct store *store, const struct work_order *order)
{
    return store->kind->work->work_add(store, order);
}

int store_work_find(struct store *store, const char *name, struct work_order *order)
{
    return store->kind->work->work_find(store, name, order);
}

int store_work_orders(struct store *store, const char *after, struct work_order *orders, int max)
{
    return store->kind->work->works(store, after, orders, max);
}

int store_work_end(struct store *store, const char *name)
{
    return store->kind->work->work_end(store, name);
}

int store_work_drop(struct store *store, const char *name)
{
    return store->kind->work->work_drop(store, name);
}

int store_work_job_add(struct store *store, const char *work, int64_t number, const char *spec)
{
    return store->kind->work->job_add(store, work, number, spec);
}

int store_work_job_results(struct store *store, const char *work, int64_t from,
                           struct work_job *jobs, int max)
{
    return store->kind->work->job_results(store, work, from, jobs, max);
}

int store_work_job_claim(struct store *store, const char *holder, int64_t lease_msec,
                         const char *only, struct work_job *jobs, int max)
{
    return store->kind->work->job_claim(store, holder, lease_msec, only, jobs, max);
}

int store_work_job_renew(struct store *store, const char *holder, int64_t lease_msec)
{
    return store->kind->work->job_renew(store, holder, lease_msec);
}

int store_work_job_finish(struct store *store, const char *work, int64_t number, const char *worker,
                          const char *result)
{
    return store->kind->work->job_finish(store, work, number, worker, result);
}

int store_work_job_fail(struct store *store, const char *work, int64_t number, const char *holder,
                        const char *why)
{
    return store->kind->work->job_fail(store, work, number, holder, why);
}

int store_work_job_release(struct store *store, const char *holder, const char *work,
                           int64_t number)
{
    return store->kind->work->job_release(store, holder, work, number);
}

int store_work_worker_seen(struct store *store, const char *name, int64_t done)
{
    return store->kind->work->worker_seen(store, name, done);
}

int store_work_workers(struct store *store, const char *after, struct work_worker *workers, int max)
{
    return store->kind->work->workers(store, after, workers, max);
}
