/* store_retention.h - records that leave a store while their results stay; inside the ladder only.
 *
 * A record may leave where the link of its result covers the record's hash (chain.h): the chain
 * stays whole without it. Older records stay for ever. Records leave in the order of the log. The
 * store knows how far they are archived and how far they left, so a record that is missing
 * elsewhere was taken out by hand.
 */
#ifndef AVONDALE_STORE_RETENTION_H
#define AVONDALE_STORE_RETENTION_H

#include "store/store.h"

struct store_retention {
    int64_t archived_seq; /* records of results up to this one are in archives, but for those that
                             were wrong or gone then */
    int64_t left_seq;     /* those up to this one left, where they may */
    /* Partitions, where a store has them; else 0. */
    int64_t partition_results; /* of how many results one is */
    int64_t partition_end;     /* records after left_seq up to this one can leave as a whole; 0: one
                                  must stay */
};
/* Within a transaction, as all here. Returns 0 or STORE_FAILED. */
LADDER_MUST_CHECK int store_retention(struct store *store, struct store_retention *retention);
/* The same for who acts on it: fails, with a line, where it names results that are not there. */
LADDER_MUST_CHECK int store_retention_sound(struct store *store, struct store_retention *retention);
/* The sentence about that; "": it names none. `last_seq` is the last result. */
enum { STORE_RETENTION_TEXT = 120 };
void store_retention_wrong(const struct store_retention *retention, int64_t last_seq,
                           char text[STORE_RETENTION_TEXT]);
/* Notes that records of results from..to are in an archive. Returns STORE_NONE, and notes nothing,
 * if there is a gap before `from`. */
LADDER_MUST_CHECK int store_retention_archived(struct store *store, int64_t from, int64_t to);
/* Takes out the records of results up to `until` that are archived; with `unarchived`, whether they
 * are or not. Returns how many that were apart from those of whole partitions; 0 also where they
 * left before. */
LADDER_MUST_CHECK int store_retention_drop(struct store *store, int64_t until, bool unarchived);

/* Where a record is, or would be. */
struct store_record_at {
    int64_t seq, wall_msec; /* of its result */
    bool hashed;            /* it may leave */
    int64_t bytes;          /* packed; 0: it is not there */
};
/* Up to `max` results after `after_seq`, in order; their number. */
LADDER_MUST_CHECK int store_retention_page(struct store *store, int64_t after_seq,
                                           struct store_record_at *records, int max);
/* The first packed record that no result has, or (`twice`) that is there unpacked, too. Returns 0,
 * STORE_NONE or STORE_FAILED. */
LADDER_MUST_CHECK int store_retention_stray(struct store *store, int64_t *seq, bool *twice);

#endif
