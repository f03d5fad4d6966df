/* store_work.h - the job queue of a store; inside the ladder only.
 *
 * As in store.h, but inside store_work_begin .. store_commit, without the right to write: in a
 * database, workers and a daemon do not wait for one another. Reading is also allowed inside
 * store_begin. Times are the store's: of the machine for a file, of the server for a database. */
#ifndef AVONDALE_STORE_WORK_H
#define AVONDALE_STORE_WORK_H

#include "store/store.h"
#include "store/work_rows.h"

enum { STORE_PART_BYTES = 256 << 10 }; /* an archive is stored in rows of that size */

#define STORE_GIVEN_UP "given up after 5 workers"

LADDER_MUST_CHECK int store_work_begin(struct store *store);

/* Returns STORE_THERE; else parts must follow in the same transaction. */
LADDER_MUST_CHECK int store_work_archive_add(struct store *store, const char *hash, int64_t bytes);
LADDER_MUST_CHECK int store_work_archive_part_add(struct store *store, const char *hash,
                                                  int64_t number, const uint8_t *bytes, int size);
/* Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int store_work_archive_size(struct store *store, const char *hash,
                                              int64_t *bytes);
/* Copies a part to bytes[STORE_PART_BYTES], sets *size. Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int store_work_archive_part(struct store *store, const char *hash, int64_t number,
                                              uint8_t *bytes, int *size);
LADDER_MUST_CHECK int store_work_archives(struct store *store, const char *after,
                                          struct work_archive *archives, int max);

LADDER_MUST_CHECK int store_work_add(struct store *store,
                                     const struct work_order *order); /* STORE_THERE */
LADDER_MUST_CHECK int store_work_find(struct store *store, const char *name,
                                      struct work_order *order); /* STORE_NONE */
LADDER_MUST_CHECK int store_work_orders(struct store *store, const char *after,
                                        struct work_order *orders, int max);
LADDER_MUST_CHECK int store_work_end(struct store *store, const char *name);
LADDER_MUST_CHECK int store_work_drop(struct store *store, const char *name); /* STORE_NONE */

LADDER_MUST_CHECK int store_work_job_add(struct store *store, const char *work, int64_t number,
                                         const char *spec);
LADDER_MUST_CHECK int store_work_job_results(struct store *store, const char *work, int64_t from,
                                             struct work_job *jobs, int max);
LADDER_MUST_CHECK int store_work_job_claim(struct store *store, const char *holder,
                                           int64_t lease_msec, const char *only,
                                           struct work_job *jobs, int max);
LADDER_MUST_CHECK int store_work_job_renew(struct store *store, const char *holder,
                                           int64_t lease_msec);
LADDER_MUST_CHECK int
store_work_job_finish(struct store *store, const char *work, int64_t number, const char *worker,
                      const char *result); /* returns STORE_NONE if it is not open any more */
LADDER_MUST_CHECK int store_work_job_fail(struct store *store, const char *work, int64_t number,
                                          const char *holder, const char *why);
/* number -1: all jobs of the holder. */
LADDER_MUST_CHECK int store_work_job_release(struct store *store, const char *holder,
                                             const char *work, int64_t number);
LADDER_MUST_CHECK int store_work_worker_seen(struct store *store, const char *name, int64_t done);
LADDER_MUST_CHECK int store_work_workers(struct store *store, const char *after,
                                         struct work_worker *workers, int max);

#endif
