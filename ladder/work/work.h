/* work.h - work for several machines: a queue of jobs in the store, and the bots that they need.
 *
 * A piece of work (a tournament, a match) is a name, a text that all of its jobs share, and jobs
 * with numbers from 0 on. The texts mean something only to the caller. Workers claim jobs for the
 * time of a lease, by the clock of the store; the first result of a job counts, once. Bots are
 * archives, named by their SHA-256.
 *
 * Every function blocks: never call it on a thread of tables. Temporary failures (a database that
 * is away, a conflict of transactions) are retried until they succeed; after `stop` is set, five
 * times in all. Functions return 0 or, as said, a count; WORK_ERROR with a line in work_error;
 * WORK_NONE or WORK_THERE, as said, which is no failure. */
#ifndef AVONDALE_WORK_H
#define AVONDALE_WORK_H

#include "store/work_rows.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORK_ERROR = -1, WORK_NONE = -3, WORK_THERE = -4 /* as of store.h */ };

/* Frees the texts of a job. */
void work_job_free(struct work_job *job);

struct work;
struct ladder_error;

/* `must_exist`: makes no new store. `stop` may be NULL. Returns 0; or, with *error,
 * WORK_OPEN_REFUSED if the URL or the store is not acceptable, WORK_OPEN_FAILED if the system
 * failed: these are also exit statuses. */
enum { WORK_OPEN_REFUSED = 2, WORK_OPEN_FAILED = 3 };
int work_open(struct work **work, const char *url, bool must_exist,
              const volatile sig_atomic_t *stop, struct ladder_error *error);
void work_close(struct work *work); /* NULL is fine */
const char *work_error(const struct work *work);

bool work_name_valid(const char *name);
bool work_hash_valid(const char *hash);
/* SHA-256 in hex. */
void work_hash(const uint8_t *bytes, size_t size, char hash[WORK_HASH_DIGITS + 1]);

/* ---- archives */
/* Sets hash. Returns WORK_THERE if the archive is stored already. */
int work_archive_put(struct work *work, const uint8_t *bytes, size_t size,
                     char hash[WORK_HASH_DIGITS + 1]);
/* Returns WORK_NONE if there is none. The caller frees *bytes; they match the hash. */
int work_archive_get(struct work *work, const char *hash, uint8_t **bytes, size_t *size);
/* Reads up to `max` archives after that hash, in order; "" is the first. Returns their number. */
int work_archives(struct work *work, const char *after, struct work_archive *archives, int max);

/* ---- for the process that gives work out */
/* Adds it. Returns WORK_THERE if there is one of that name, which stays as it is. */
int work_begin(struct work *work, const struct work_order *order);
/* Returns WORK_NONE if there is none. The caller frees order->spec. */
int work_find(struct work *work, const char *name, struct work_order *order);
int work_orders(struct work *work, const char *after, struct work_order *orders, int max);
/* Adds jobs with numbers from `first` on; existing ones stay as they are. */
int work_add(struct work *work, const char *name, int64_t first, const char *const *specs,
             int count);
/* Reads up to `max` jobs from `from` on, in order, up to the first that is still open. Returns
 * their number. */
int work_results(struct work *work, const char *name, int64_t from, struct work_job *jobs, int max);
/* Ends the work: drops open jobs, keeps results. */
int work_end(struct work *work, const char *name);
/* Drops it and all its jobs. Returns WORK_NONE if there is none. */
int work_drop(struct work *work, const char *name);

/* ---- for workers */
/* Claims up to `max` jobs of one work for `lease_msec`, in the order of their numbers. `holder` is
 * a unique name; it returns the jobs that it held before. Returns their number. */
int work_claim(struct work *work, const char *holder, int64_t lease_msec, struct work_job *jobs,
               int max);
/* Renews all claims of `holder`, and shows that `worker` is alive. Returns their number. */
int work_renew(struct work *work, const char *holder, const char *worker, int64_t lease_msec);
/* Returns WORK_NONE, with nothing written, if it has a result already, or its work has ended. */
int work_finish(struct work *work, const struct work_job *job, const char *worker,
                const char *result);
/* Another worker may try; after WORK_ATTEMPTS_MAX the job is given up. Only for its holder. */
int work_fail(struct work *work, const struct work_job *job, const char *holder, const char *why);
/* Returns all jobs of `holder`, or one job, as if they had never been claimed. */
int work_release(struct work *work, const char *holder, const struct work_job *job);
int work_workers(struct work *work, const char *after, struct work_worker *workers, int max);

#endif
