/* retention.h - which records a store keeps, and the small steps in which older ones leave.
 *
 * A record leaves in the order of the log: none is kept that is older than one that left. Results
 * stay for ever. What is counted or weighed is records that may leave, packed (store_retention.h).
 * Where a store has partitions (PostgreSQL), records leave with their partition once all of it may.
 * Where more than RETENTION_PARTITIONS are kept, they leave in no other way: up to one partition
 * more is kept then.
 */
#ifndef AVONDALE_RETENTION_H
#define AVONDALE_RETENTION_H

#include "base/values.h"

struct store;

enum retention_kind { RETENTION_ALL, RETENTION_DAYS, RETENTION_COUNT, RETENTION_BYTES };

/* What is kept. */
struct retention_rule {
    enum retention_kind kind;
    int64_t amount;  /* days, results or bytes, from 1 */
    bool unarchived; /* records may leave that are in no archive */
};
#define RETENTION_FORMS                                                                            \
    "all, or a number of days (1d to 36500d), of results (1 to 1000000000000), or of MiB or GiB "  \
    "(1MiB to 1048576GiB)"
/* Takes one of RETENTION_FORMS. Returns 0 or -1; `unarchived` stays as it is. */
int retention_parse(const char *text, struct retention_rule *rule);

enum {
    RETENTION_STEP = 256, /* results that one step looks at, or takes from one by one */
    RETENTION_PARTITIONS = 16,
};

/* Where the steps are. Begins as zeros with a rule. */
struct retention {
    struct retention_rule rule;
    int64_t keep_after; /* records of results up to this one need not be kept */
    int64_t weighed;    /* RETENTION_BYTES: results up to this one are weighed */
    int64_t bytes;      /* of records of results after keep_after, up to `weighed` */
};

/* What a step found. */
struct retention_found {
    bool due;             /* retention_take has something to do */
    bool more;            /* that, or there is more to look at */
    int dropped;          /* records that left, but for those of whole partitions */
    int64_t archived_seq; /* records up to this result are in archives */
    int64_t waits;        /* results whose records would leave, but are not archived */
};
/* Looks at more of the log, within a transaction; `last_seq` is the last result. Sets keep_after.
 * Returns 0, or -1 with store_error. */
LADDER_MUST_CHECK int retention_look(struct retention *retention, struct store *store,
                                     int64_t last_seq, int64_t now_msec,
                                     struct retention_found *found);
/* Takes out what may leave, one step of it, within a transaction that writes; sets found->dropped
 * and archived_seq. Returns as retention_look. */
LADDER_MUST_CHECK int retention_take(const struct retention *retention, struct store *store,
                                     int64_t last_seq, struct retention_found *found);

#endif
