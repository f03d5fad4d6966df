/* clock.c - see clock.h. */
#include "base/clock.h"

#include <time.h>

static int64_t read_usec(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_now_usec(void)
{
    return read_usec(CLOCK_MONOTONIC);
}

int64_t clock_now_msec(void)
{
    return clock_now_usec() / 1000;
}

double clock_now_sec(void)
{
    return (double)clock_now_usec() / 1e6;
}

int64_t clock_wall_usec(void)
{
    return read_usec(CLOCK_REALTIME);
}

int64_t clock_wall_msec(void)
{
    return clock_wall_usec() / 1000;
}

const char *clock_wall_format(int64_t msec, const char *format, char text[CLOCK_TEXT_BYTES])
{
    time_t seconds = (time_t)(msec / 1000);
    struct tm parts;

    if (!gmtime_r(&seconds, &parts) || !strftime(text, CLOCK_TEXT_BYTES, format, &parts))
        text[0] = '\0';
    return text;
}

const char *clock_wall_text(int64_t msec, char text[CLOCK_TEXT_BYTES])
{
    return clock_wall_format(msec, "%Y-%m-%dT%H:%M:%SZ", text);
}
