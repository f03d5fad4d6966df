/* time_control.h - time control of one seat: arithmetic without a clock (contract, "Time"). */
#ifndef AVONDALE_TIME_CONTROL_H
#define AVONDALE_TIME_CONTROL_H

#include "engine.h"

#include <stdbool.h>
#include <stdint.h>

typedef int64_t usec_t; /* microseconds, of the monotonic clock unless a name says otherwise */
#define USEC_NEVER INT64_MAX
#define USEC_PER_MSEC 1000

/* Times in microseconds; 0 is off. The bank is used after a decision's own time. */
struct time_control {
    usec_t auction;  /* a decision in blind, auction, raise */
    usec_t exchange; /* in expose, draw, slam, give, discard, swap, partner, breach */
    usec_t play;
    usec_t bank;      /* for the whole game */
    usec_t increment; /* added to the bank with each hand */
    usec_t startup;   /* from the start of a bot to its hello; also the reconnect grace */
    usec_t lag;       /* allowance for the line, free at every decision */
};

/* Parses "2000" (all three kinds of decision), or
 * "auction=5000,exchange=5000,play=2000,bank=60000,inc=1000,startup=10000,lag=20": milliseconds,
 * 0 to 86400000. "none" is no limit. Returns 0, or -1, with *control unchanged and a line in
 * error[160] that names the fault and what is allowed. */
int time_control_parse(const char *text, struct time_control *control, char error[160]);

/* Scales the times to think to `percent`, 1 to 10000; start-up and lag stay. */
void time_control_scale(struct time_control *control, int percent);

/* The same for a shared value: `control` itself at 100 %, else *scaled, which it fills in. */
static inline const struct time_control *time_control_at(const struct time_control *control,
                                                         int percent, struct time_control *scaled)
{
    if (percent == 100)
        return control;
    *scaled = *control;
    time_control_scale(scaled, percent);
    return scaled;
}

/* One seat's clock in one game. */
struct seat_clock {
    usec_t bank;    /* left */
    usec_t started; /* when the running decision began; valid while `running` */
    usec_t allowed; /* time for the running decision without the bank; USEC_NEVER: no limit */
    bool running;
};

void time_control_init(struct seat_clock *clock, const struct time_control *control);
void time_control_next_hand(struct seat_clock *clock, const struct time_control *control);
/* A request of `phase` was written at `now`. */
void time_control_start(struct seat_clock *clock, const struct time_control *control,
                        enum phase phase, usec_t now);
/* When the running decision is lost; USEC_NEVER if none runs or nothing limits it. */
usec_t time_control_deadline(const struct seat_clock *clock, const struct time_control *control);
/* The answer was readable at `now`: the clock stops, the bank pays. Returns the time used. Sets
 * `late` if it came after the deadline. */
usec_t time_control_stop(struct seat_clock *clock, const struct time_control *control, usec_t now,
                         bool *late);
/* The most time to think that a request of `phase` would have, bank included; USEC_NEVER: no limit.
 */
usec_t time_control_left(const struct seat_clock *clock, const struct time_control *control,
                         enum phase phase, usec_t now);

#endif
