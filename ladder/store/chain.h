/* chain.h - the hash chain of the log: each entry's hash covers the entry and the hash before it, so one
 * that was altered, added or taken out shows at its place. Pure but for SHA-256; inside the ladder only.
 *
 * Entries are results and actions. Announcements, owners and hashes of tokens are rows beside the log, and not covered
 * (what an announced game committed to is, once it has a result: it stands in its record).
 *
 * The chain cannot show that the end was cut off, nor that all of it was computed anew: for that whoever
 * wants to trust it keeps a copy of a hash (`recompute --verify` prints the last). */
#ifndef AVONDALE_CHAIN_H
#define AVONDALE_CHAIN_H

#include "store/store.h"

enum { CHAIN_BYTES = STORE_CHAIN_BYTES };

/* The hash of a result after `before` (zeros at the beginning of the log). Its seats hold the names of
 * bots as they are stored; `record` may be NULL. Ratings are a cache and not covered. */
void chain_result(const uint8_t before[CHAIN_BYTES], int64_t seq,
                  const struct ladder_result *result, const char *record, uint8_t out[CHAIN_BYTES]);
/* The hash of a ban or void after `before`, and after the result with hash `result`. */
void chain_action(const uint8_t before[CHAIN_BYTES], const uint8_t result[CHAIN_BYTES],
                  const struct store_action *action, uint8_t out[CHAIN_BYTES]);

#endif
