/* seed_log.h - the seeds of a tournament on disk, in the file `seed` of its output: while a seed
 * counts, only its commitment, since bots may run as the user that owns the file; the seed itself
 * when it no longer counts. A line for each session, which is a run of the tournament with one
 * seed:
 *
 *     BLOCK COMMITMENT SEED
 *
 * BLOCK is the number of its first block, from 0. COMMITMENT is that of fair-deal with the set id
 * "tournament". SEED is 64 digits of hex, or "-": it counts still, or was lost when the arena was
 * killed. */
#ifndef AVONDALE_SEED_LOG_H
#define AVONDALE_SEED_LOG_H

#include "protocol.h"

#include <stdbool.h>

enum { SEED_LOG_MAX = 256 }; /* sessions; of more the first ones are kept, and the last */

struct seed_session {
    int block;
    bool known;
    uint8_t commitment[FAIR_BYTES], seed[FAIR_BYTES];
};

struct seed_log {
    struct seed_session sessions[SEED_LOG_MAX];
    int count;
};

/* Reads the file; one that is not there has no sessions. What an older version left, the seed
 * alone, is one session. Returns 0, or -1 if it cannot be read (errno; EBADMSG: it is none). */
int seed_log_read(struct seed_log *log, const char *path);
/* True when the last session was played with this seed. */
bool seed_log_is_last(const struct seed_log *log, const uint8_t seed[FAIR_BYTES]);
/* The session that a block was played in, or NULL. */
const struct seed_session *seed_log_find(const struct seed_log *log, int block);
/* A session from `block` on with this seed, unless the last one was the same seed's. */
void seed_log_begin(struct seed_log *log, int block, const uint8_t seed[FAIR_BYTES]);
/* The last session's seed is public now. */
void seed_log_reveal(struct seed_log *log, const uint8_t seed[FAIR_BYTES]);
/* Replaces the file as a whole, mode 0600. Returns 0, or -1 with errno. */
int seed_log_write(const struct seed_log *log, const char *path);

#endif
