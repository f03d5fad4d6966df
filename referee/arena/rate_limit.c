/* rate_limit.c - limits the messages of one peer. */
#include "arena/rate_limit.h"

static uint32_t share(uint32_t limit)
{
    return limit / RATE_LIMIT_SHARE + 1;
}

usec_t rate_limit_wait(const struct rate_limit *rate, uint32_t limit, usec_t now)
{
    usec_t end = rate->slice + RATE_LIMIT_SLICE_USEC;
    return rate->slice_messages >= share(limit) && now < end ? end - now : 0;
}

enum rate_limit_verdict rate_limit_next(struct rate_limit *rate, uint32_t limit, usec_t now)
{
    if (rate_limit_wait(rate, limit, now) > 0)
        return RATE_LIMIT_WAIT;
    if (now - rate->slice >= RATE_LIMIT_SLICE_USEC) {
        rate->slice = now;
        rate->slice_messages = 0;
    }
    if (now - rate->second >= 1000000) {
        rate->second = now;
        rate->messages = 0;
    }
    rate->slice_messages++;
    return ++rate->messages > limit ? RATE_LIMIT_FLOOD : RATE_LIMIT_PASS;
}
