/* retry.c - see retry.h. */
#include "bridge/retry.h"

int retry_fail(struct retry *retry, uint32_t chance)
{
    int pause = RETRY_MSEC_MIN;

    for (int i = 0; i < retry->failures && pause < RETRY_MSEC_MAX; i++)
        pause *= 2;
    if (pause > RETRY_MSEC_MAX)
        pause = RETRY_MSEC_MAX;
    if (retry->failures < 1000)
        retry->failures++;
    return pause + (int)(chance % (uint32_t)(pause / 4 + 1));
}

void retry_succeed(struct retry *retry)
{
    retry->failures = 0;
}

bool retry_hop(struct retry *retry)
{
    if (retry->hops == RETRY_HOPS_MAX)
        return false;
    retry->hops++;
    return true;
}

void retry_arrive(struct retry *retry)
{
    retry->hops = 0;
}
