/* snapshot.h - the value of the log up to an entry, sealed as bytes that a start can begin with;
 * inside the ladder only.
 *
 * Layout, numbers of eight bytes, least first:
 *   magic, version               8 bytes, a number
 *   seq, hash of the result      the last result that is in it, as the chain has it
 *   id, hash of the log entry    the last log entry; both 0 where there is none
 *   the standings                standings_bytes.h
 *   digest                       SHA-256 of all before it
 *
 * The digest finds damage, the hashes a snapshot of another log. Neither is a signature: who can
 * write snapshots can write the log as well. `ladder recompute --verify` replays the log and
 * compares. */
#ifndef AVONDALE_SNAPSHOT_H
#define AVONDALE_SNAPSHOT_H

#include "base/bytes.h"
#include "store/store.h"

enum {
    /* Incremented with each change of the layout, and with each change of the rules that gives an
     * old log another value: test_snapshot.c has a log with its digest. */
    SNAPSHOT_VERSION = 2,
    SNAPSHOT_WHY_BYTES = 160,
};

/* The place of a value in the log: its last result and its last log entry. */
struct snapshot_place {
    int64_t seq, action;
};

/* Appends the value to empty bytes, without a store. Returns 0, or -1 if out of memory, or if it
 * contains something that is not in the log yet. */
LADDER_MUST_CHECK int snapshot_take(const struct standings *standings, struct snapshot_place place,
                                    struct bytes *bytes);
/* Adds the hashes of the place and the digest, between begin and commit of its store. Returns 0,
 * STORE_NONE if the log has no chain there, or STORE_FAILED (also if out of memory). */
LADDER_MUST_CHECK int snapshot_seal(struct bytes *bytes, struct store *store);
/* Fills empty standings from untrusted bytes, between begin and commit of the store whose log they
 * must match. Returns 0, or -1, with the reason in `why` and empty standings, if they are skipped.
 * Owners of bots are those of that time. */
LADDER_MUST_CHECK int snapshot_open(const uint8_t *bytes, size_t size, struct store *store,
                                    struct standings *standings, struct snapshot_place *place,
                                    char why[SNAPSHOT_WHY_BYTES]);

#endif
