/* rate_limit.h - limits the messages of one peer. Numbers, with a clock as an argument. A fraction
 * of a second's messages may come within 50 ms; the rest waits, so that a flood costs others little
 * until it exceeds the whole limit. */
#ifndef AVONDALE_RATE_LIMIT_H
#define AVONDALE_RATE_LIMIT_H

#include <stdint.h>

#include "table/time_control.h"

enum {
    RATE_LIMIT_SLICE_USEC = 50000,
    RATE_LIMIT_SHARE =
        16, /* of a second's messages: a flood is found after 16 slices, 0.8 seconds */
};

enum rate_limit_verdict { RATE_LIMIT_PASS, RATE_LIMIT_WAIT, RATE_LIMIT_FLOOD };

struct rate_limit {       /* all zero at first */
    usec_t second, slice; /* when the counted messages began */
    uint32_t messages, slice_messages;
};

/* One more message, at `now`, of at most `limit` a second (1 or more). RATE_LIMIT_WAIT: it is not
 * counted; try again after rate_limit_wait. */
enum rate_limit_verdict rate_limit_next(struct rate_limit *rate, uint32_t limit, usec_t now);
/* How long the next message must wait at `now`; 0: not at all. */
usec_t rate_limit_wait(const struct rate_limit *rate, uint32_t limit, usec_t now);

#endif
