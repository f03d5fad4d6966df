/* chain.h - the hash chain of the log: the hash of an entry covers the entry and the hash before
 * it. So an altered, added or removed entry is found at its place. Pure but for SHA-256; inside the
 * ladder only.
 *
 * Results and log entries have a chain each; a log entry also covers the result before it.
 * Announcements, owners and hashes of tokens are rows beside the log; the chain does not cover
 * them. (A record holds the commitment of an announced game.)
 *
 * The link of a result covers its record in one of two forms. At first it covered the text; such an
 * entry is verified with its record only. Since then it covers the SHA-256 of the text, which lies
 * beside the result, so the record may leave. The hash names the form: where there is none, the
 * link is of the first.
 *
 * The chain does not show that the end of the log was cut off, nor that somebody computed all of it
 * anew. Against that, keep a copy of the last two hashes, which `recompute --verify` prints. */
#ifndef AVONDALE_CHAIN_H
#define AVONDALE_CHAIN_H

#include "store/store.h"

enum { CHAIN_BYTES = STORE_CHAIN_BYTES };

/* Computes the hash of a record: the SHA-256 of the line, without its end. */
void chain_record(const char *record, uint8_t out[CHAIN_BYTES]);
/* Computes the hash of a result after `before` (zeros at the beginning of the log). Its seats hold
 * the names of bots as the store has them. `record_hash`: in the second form, and `record` is not
 * looked at. NULL: in the first, and `record` may be NULL. Ratings are a cache: not covered. */
void chain_result(const uint8_t before[CHAIN_BYTES], int64_t seq,
                  const struct ladder_result *result, const char *record,
                  const uint8_t *record_hash, uint8_t out[CHAIN_BYTES]);
/* Computes the hash of a log entry after `before`, and after the result with hash `result`. */
void chain_log_entry(const uint8_t before[CHAIN_BYTES], const uint8_t result[CHAIN_BYTES],
                     const struct log_entry *action, uint8_t out[CHAIN_BYTES]);

#endif
