/* retry.h - growing pauses between attempts, and a limit on redirects. Pure: the random number is
 * an argument. */
#ifndef AVONDALE_RETRY_H
#define AVONDALE_RETRY_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RETRY_MSEC_MIN = 250,
    RETRY_MSEC_MAX = 60000,
    RETRY_HOPS_MAX = 8, /* redirects without a game */
};

/* All zero: no failures so far. */
struct retry {
    int failures; /* since the last success */
    int hops;     /* since the last game */
};

/* One more failure. Returns the pause before the next attempt, in ms: twice the last one, from
 * RETRY_MSEC_MIN to RETRY_MSEC_MAX, plus up to a quarter of it by `chance`, so that clients that
 * lost one server do not all return at the same moment. */
int retry_fail(struct retry *retry, uint32_t chance);
void retry_succeed(struct retry *retry);
/* One more redirect. Returns false if there were too many: the bot stays with its first node. */
bool retry_hop(struct retry *retry);
void retry_arrive(struct retry *retry); /* a game begins */

#endif
