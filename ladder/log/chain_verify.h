/* chain_verify.h - reads the log of a store and compares it with its hash chain. */
#ifndef AVONDALE_CHAIN_VERIFY_H
#define AVONDALE_CHAIN_VERIFY_H

#include "store/chain.h"

struct chain_audit {
    int results, actions;       /* out: entries that were checked */
    int unchained;              /* out: results from before the chain */
    int left;                   /* out: records that left; their hashes are in the chain */
    int records_wrong;          /* out: records that are damaged, altered or taken out */
    char wrong[160];            /* out: the first entry that does not match, or a mark of
                                   retention that names no result, as a line; "": none */
    int64_t last_seq;           /* out */
    uint8_t last[CHAIN_BYTES];  /* out: hash of the last result */
    int64_t entry_id;           /* out: the last log entry */
    uint8_t entry[CHAIN_BYTES]; /* out: its hash; results do not depend on it */
};
/* Checks the whole log of a store, between its begin and commit.
 * Returns 0, or -1 if the store failed. */
LADDER_MUST_CHECK int chain_verify(struct store *store, struct chain_audit *audit);

#endif
