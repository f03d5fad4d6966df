/* snapshot_verify.h - checks the snapshots of a store against its log; inside the ladder only. */
#ifndef AVONDALE_SNAPSHOT_VERIFY_H
#define AVONDALE_SNAPSHOT_VERIFY_H

#include "log/replay.h"

struct snapshot_audit {
    int proved;                             /* out: snapshots that give the same value as the log */
    int64_t proved_seq;                     /* out: the last result of the newest of those */
    int wrong;                              /* out: snapshots that do not */
    char passed_over[STORE_SNAPSHOTS][200]; /* out: why a start skips one, or "" */
};

/* Starts from each snapshot, reads on, and compares with `whole`, a replay of the whole log,
 * between begin and commit. Returns 0, or -1 if the store failed or memory is out. */
LADDER_MUST_CHECK int snapshot_verify(const struct replay *whole, struct store *store,
                                      struct snapshot_audit *audit);
/* Replaces the snapshots by those of `whole`, after the transaction. Returns 0, or -1 as above. */
LADDER_MUST_CHECK int snapshot_verify_repair(const struct replay *whole, struct store *store);

#endif
