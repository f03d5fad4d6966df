/* rate_limit.c - how fast one peer may send. */
#include "arena/rate_limit.h"

static uint32_t share(uint32_t limit)
{
    return limit / PACE_SHARE + 1;
}

usec_t pace_wait(const struct pace *pace, uint32_t limit, usec_t now)
{
    usec_t end = pace->slice + PACE_SLICE_USEC;
    return pace->slice_messages >= share(limit) && now < end ? end - now : 0;
}

enum pace_verdict pace_next(struct pace *pace, uint32_t limit, usec_t now)
{
    if (pace_wait(pace, limit, now) > 0)
        return PACE_WAIT;
    if (now - pace->slice >= PACE_SLICE_USEC) {
        pace->slice = now;
        pace->slice_messages = 0;
    }
    if (now - pace->second >= 1000000) {
        pace->second = now;
        pace->messages = 0;
    }
    pace->slice_messages++;
    return ++pace->messages > limit ? PACE_FLOOD : PACE_PASS;
}
