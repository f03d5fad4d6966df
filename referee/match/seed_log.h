/* seed_log.h - the seeds of a tournament on disk, in the file `seed` of its output: only the
 * commitment while a seed is in use, because bots may run as the user that owns the file; later the
 * seed itself. A line for each session, which is a run of the tournament with one seed:
 *
 *     BLOCK COMMITMENT SEED
 *
 * BLOCK is the number of its first block, from 0. COMMITMENT is that of fair-deal with the set id
 * "tournament". SEED is 64 digits of hex, or "-": it is still in use, or was lost when the arena
 * was killed. */
#ifndef AVONDALE_SEED_LOG_H
#define AVONDALE_SEED_LOG_H

#include "protocol.h"

#include <stdbool.h>

enum { SEED_LOG_MAX = 256 }; /* sessions; of more the first ones and the last are kept */

struct seed_session {
    int block;
    bool known;
    uint8_t commitment[FAIR_BYTES], seed[FAIR_BYTES];
};

struct seed_log {
    struct seed_session sessions[SEED_LOG_MAX];
    int count;
};

/* Reads the file; a missing file has no sessions. The file of an older version, which is the seed
 * alone, is one session. Returns 0, or -1 with errno if it cannot be read (EBADMSG: not valid). */
int seed_log_read(struct seed_log *log, const char *path);
/* Whether the last session used this seed. */
bool seed_log_is_last(const struct seed_log *log, const uint8_t seed[FAIR_BYTES]);
/* The session in which a block was played, or NULL. */
const struct seed_session *seed_log_find(const struct seed_log *log, int block);
/* Begins a session at `block` with this seed, unless the last one has the same seed. */
void seed_log_begin(struct seed_log *log, int block, const uint8_t seed[FAIR_BYTES]);
/* The last session's seed is public now. */
void seed_log_reveal(struct seed_log *log, const uint8_t seed[FAIR_BYTES]);
/* Replaces the file as a whole, mode 0600. Returns 0, or -1 with errno. */
int seed_log_write(const struct seed_log *log, const char *path);

#endif
