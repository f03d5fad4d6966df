/* webhook_schedule.h - when a delivery is tried again, and when a receiver that does not answer is.
 * Pure: time and chance are arguments, in milliseconds of one clock and as 32 random bits. */
#ifndef AVONDALE_WEBHOOK_SCHEDULE_H
#define AVONDALE_WEBHOOK_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WEBHOOK_TRIES_MAX = 11,            /* of one delivery: the last one is given up */
    WEBHOOK_REST_MSEC_MAX = 60 * 1000, /* a receiver that fails is left alone so long at most */
};

/* The pause after the try with that number, from 1; between 3/4 and 5/4 of 2 s, 10 s, 1 min, 5 min,
 * 15 min, 1 h, 2 h, 4 h, 6 h, 8 h. Returns -1 after the last. */
int64_t webhook_schedule_pause(int64_t tries, uint32_t chance);

/* A receiver. Zeroed: it may be asked. */
struct webhook_schedule {
    int failures; /* in a row, of whatever delivery */
    int64_t next_msec;
};
bool webhook_schedule_may(const struct webhook_schedule *schedule, int64_t now_msec);
void webhook_schedule_succeed(struct webhook_schedule *schedule);
/* It rests: 1 s after the first failure, then twice as long each time. */
void webhook_schedule_fail(struct webhook_schedule *schedule, int64_t now_msec);

#endif
