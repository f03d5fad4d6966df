/* record_verify.h - compares archives of records (record_archive.h) with the log of a store. */
#ifndef AVONDALE_RECORD_VERIFY_H
#define AVONDALE_RECORD_VERIFY_H

#include "store/store.h"

#include <jansson.h>

struct record_verify_audit {
    int64_t from, to; /* out: results of the file */
    int results, records;
    char wrong[700]; /* out: the first line that is not of this log, with its file; "": none */
};
/* Reads a whole archive, within a transaction. Returns 0, or -1 if the store or the file cannot be
 * read: then `wrong` says why. */
LADDER_MUST_CHECK int record_verify(struct store *store, const char *path,
                                    struct record_verify_audit *audit);

/* Results from..to that archives have. */
struct record_verify_range {
    int64_t from, to;
};
struct record_verify_missing {
    int64_t left;     /* out: records that left and are in none of the ranges */
    int64_t first;    /* out: the result of the first of them */
    int64_t archived; /* out: of them, that the store takes for archived */
};
/* Counts the records that left and lie in no range. Returns 0, or -1 with store_error. */
LADDER_MUST_CHECK int record_verify_missing(struct store *store,
                                            const struct record_verify_range *ranges, int count,
                                            struct record_verify_missing *missing);
/* Whether a record is the one that the chain covers, and is there if one is; `before`: the hash of
 * the chain before the result. */
bool record_verify_is(const uint8_t before[STORE_CHAIN_BYTES], const struct store_result *row,
                      const char *record);
/* The first line of an archive, with the hashes of the chain before its first result and at its
 * last. Returns a new reference, or NULL if out of memory. */
json_t *record_verify_head(const char *season, int64_t from, int64_t to,
                           const uint8_t before[STORE_CHAIN_BYTES],
                           const uint8_t last[STORE_CHAIN_BYTES]);
/* The hash of the chain at a result; zeros at 0, and before there was a chain. Returns 0, or -1
 * with store_error. */
LADDER_MUST_CHECK int record_verify_chain(struct store *store, int64_t seq,
                                          uint8_t chain[STORE_CHAIN_BYTES]);

#endif
