/* snapshot_verify.h - proves the snapshots of a store by its log; inside the ladder only. */
#ifndef AVONDALE_SNAPSHOT_VERIFY_H
#define AVONDALE_SNAPSHOT_VERIFY_H

#include "log/replay.h"

struct snapshot_audit {
    int proved;                             /* out: a start from them makes what the log makes */
    int64_t proved_seq;                     /* out: the result that the newest of those ends at */
    int wrong;                              /* out: a start from them does not */
    char passed_over[STORE_SNAPSHOTS][200]; /* out: why a start passes over one, or "" */
};

/* Starts from each snapshot, reads on, and compares with `whole`, which read all of the log,
 * between begin and commit. Returns 0, or -1 if the store failed or out of memory. */
LADDER_MUST_CHECK int snapshot_verify(const struct replay *whole, struct store *store,
                                      struct snapshot_audit *audit);
/* Puts snapshots of `whole` in the place of those that are there, when the transaction is over.
 * Returns 0, or -1 as above. */
LADDER_MUST_CHECK int snapshot_verify_repair(const struct replay *whole, struct store *store);

#endif
