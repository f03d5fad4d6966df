/* await.c - see await.h. */
#include "await.h"

#include <stdlib.h>
#include <time.h>

enum { STEP_NSEC = 500 * 1000, SLOWNESS_MAX = 1000 };

static int64_t now_usec(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

int await_slowness(void)
{
    const char *text = getenv("AVONDALE_TEST_SLOWNESS");
    long slowness = text ? strtol(text, NULL, 10) : 1;
    return slowness < 1 ? 1 : slowness > SLOWNESS_MAX ? SLOWNESS_MAX : (int)slowness;
}

struct await await_begin(int seconds)
{
    return (struct await){now_usec() + seconds * INT64_C(1000000) * await_slowness()};
}

bool await_step(const struct await *limit)
{
    nanosleep(&(struct timespec){.tv_nsec = STEP_NSEC}, NULL);
    return now_usec() < limit->end_usec;
}
