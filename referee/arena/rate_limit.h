/* rate_limit.h - how fast one peer may send. Numbers and a clock as an argument. A share of what it
 * may send in a second may come within 50 ms; the rest waits, so that one that floods costs the
 * others little until it has sent more than the whole. */
#ifndef AVONDALE_PACE_H
#define AVONDALE_PACE_H

#include <stdint.h>

#include "table/time_control.h"

enum {
    PACE_SLICE_USEC = 50000,
    PACE_SHARE = 16, /* of a second's messages: a flood is found after 16 slices, 0.8 seconds */
};

enum pace_verdict { PACE_PASS, PACE_WAIT, PACE_FLOOD };

struct pace {             /* all zero at first */
    usec_t second, slice; /* when they began */
    uint32_t messages, slice_messages;
};

/* One more message, at `now`, of at most `limit` a second (1 or more). PACE_WAIT: it is not
 * counted, and must be offered again after pace_wait. */
enum pace_verdict pace_next(struct pace *pace, uint32_t limit, usec_t now);
/* How long the next message has to wait at `now`; 0: not at all. */
usec_t pace_wait(const struct pace *pace, uint32_t limit, usec_t now);

#endif
