/* retry.h - pauses between attempts that grow, and how often a bot may be sent from one node to the
 * next. Pure: chance is an argument. */
#ifndef AVONDALE_RETRY_H
#define AVONDALE_RETRY_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RETRY_MSEC_MIN = 250,
    RETRY_MSEC_MAX = 60000,
    RETRY_HOPS_MAX = 8, /* from node to node without a game */
};

/* All zero: nothing has failed yet. */
struct retry {
    int failures; /* since the last success */
    int hops;     /* since the last game */
};

/* One more failure. Returns the pause before the next attempt, in ms: twice the last one, from
 * RETRY_MSEC_MIN to RETRY_MSEC_MAX, and up to a quarter of it more, by `chance`: those that lost
 * one server do not come back at one moment. */
int retry_fail(struct retry *retry, uint32_t chance);
void retry_succeed(struct retry *retry);
/* One more node. Returns false if that are too many: the bot stays with the first one. */
bool retry_hop(struct retry *retry);
void retry_arrive(struct retry *retry); /* a game begins */

#endif
