/* webhook_schedule.c - see webhook_schedule.h. */
#include "webhook/webhook_schedule.h"

#include <assert.h>

enum { REST_MSEC = 1000 };

static const int64_t pauses_sec[WEBHOOK_TRIES_MAX - 1] = {
    2, 10, 60, 5 * 60, 15 * 60, 3600, 2 * 3600, 4 * 3600, 6 * 3600, 8 * 3600};

int64_t webhook_schedule_pause(int64_t tries, uint32_t chance)
{
    assert(tries >= 1);
    if (tries >= WEBHOOK_TRIES_MAX)
        return -1;
    int64_t msec = pauses_sec[tries - 1] * 1000;
    return msec * 3 / 4 + msec / 2 * (int64_t)(chance >> 16) / 65535;
}

bool webhook_schedule_may(const struct webhook_schedule *schedule, int64_t now_msec)
{
    assert(schedule->failures >= 0);
    return now_msec >= schedule->next_msec;
}

void webhook_schedule_succeed(struct webhook_schedule *schedule)
{
    assert(schedule->failures >= 0);
    *schedule = (struct webhook_schedule){.failures = 0};
}

void webhook_schedule_fail(struct webhook_schedule *schedule, int64_t now_msec)
{
    int64_t rest = REST_MSEC;

    assert(schedule->failures >= 0);
    for (int i = 0; i < schedule->failures && rest < WEBHOOK_REST_MSEC_MAX; i++)
        rest *= 2;
    schedule->failures += schedule->failures < 1000;
    schedule->next_msec = now_msec + (rest < WEBHOOK_REST_MSEC_MAX ? rest : WEBHOOK_REST_MSEC_MAX);
}
