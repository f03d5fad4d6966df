/* judge.h - the thread that computes chances of finished games, one after the other, and keeps the
 * last of them. It has the lowest priority of all: no bot waits for it, and a page is whole
 * without.
 *
 * What one address can make it do is bounded: JUDGE_WAIT_MAX records wait at once, of one address
 * JUDGE_OF_ADDRESS_MAX; a record that is kept costs nothing. Functions run on any
 * thread, each for as long as a copy takes; judge_create and judge_destroy on the owner's. */
#ifndef AVONDALE_JUDGE_H
#define AVONDALE_JUDGE_H

#include <stdint.h>

struct judge;

enum {
    JUDGE_WAIT_MAX = 16,
    JUDGE_OF_ADDRESS_MAX = 4,
    JUDGE_KEPT = 64,
    JUDGE_BYTES_MAX = 256 * 1024, /* of a kept text; a longer one is none */
};

/* Called on the judge's thread, under no lock: what was asked has ended. */
typedef void judge_done_fn(void *context, const char *game);

/* Starts the thread. `compute`: a record in, JSON out that is freed with free(), or NULL. Returns
 * NULL if out of memory or threads. */
struct judge *judge_create(char *(*compute)(const char *record));
/* Ends the thread after the record that it works on; then nothing is computed any more, and
 * `done` is called for each that waits. NULL is fine. */
void judge_destroy(struct judge *judge);

/* What is kept of a game: a copy that the caller frees; NULL: nothing, or no memory. */
char *judge_kept(struct judge *judge, const char *game);
/* Queues a record of a game (taken over, freed here, also where it is refused) for the client
 * `key` (endpoint_key). `done` is called when its value is kept, or when there is none. Returns 0,
 * or -1 if as many wait as may: then `done` is not called. */
int judge_ask(struct judge *judge, const char *game, char *record, uint64_t key,
              judge_done_fn *done, void *context) __attribute__((warn_unused_result));

#endif
