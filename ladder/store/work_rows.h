/* work_rows.h - rows of the job queue in a store: pieces of work, jobs, archives, workers. */
#ifndef AVONDALE_WORK_ROWS_H
#define AVONDALE_WORK_ROWS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WORK_NAME_MAX = 64,
    WORK_HOLDER_MAX = 128,
    WORK_HASH_DIGITS = 64,
    WORK_HASH_SHOWN = 12, /* digits of it in the name of a piece of work */
    WORK_SPEC_BYTES_MAX = 1 << 20,
    WORK_RESULT_BYTES_MAX = 16 << 20,
    WORK_ARCHIVE_BYTES_MAX = 64 << 20,
    WORK_ATTEMPTS_MAX = 5, /* claims of a job without a result, after which it is given up */
};

enum work_state { WORK_OPEN, WORK_DONE, WORK_FAILED };

struct work_order {
    char name[WORK_NAME_MAX + 1]; /* of letters, digits, . _ - */
    char kind[16];
    char *spec;        /* heap, the owner of the struct's; NULL in lists */
    int64_t priority;  /* higher ones first */
    int64_t made_msec; /* when, by the store's clock */
    bool ended;
    int64_t open, held, done,
        failed; /* number of jobs, in lists only; `held` are open ones that are being played */
};

struct work_job {
    char work[WORK_NAME_MAX + 1];
    int64_t number;
    int64_t attempts; /* claims so far, this one included */
    enum work_state state;
    char worker[WORK_NAME_MAX + 1]; /* whose result it is */
    char *spec;                     /* heap; NULL in results */
    char *result;                   /* heap; of a failed one the reason; NULL in claims */
};

struct work_archive {
    char hash[WORK_HASH_DIGITS + 1];
    int64_t bytes, made_msec;
};

struct work_worker {
    char name[WORK_NAME_MAX + 1];
    int64_t seen_msec; /* how long ago, by the store's clock */
    int64_t done;
};

#endif
