/* clock.h - what time it is. Lent to the referee, too: with ladder.h and thread.h it is all that it
 * may see of the ladder. What decides by time takes it as an argument; these are for whoever calls
 * that, and for who waits. */
#ifndef AVONDALE_CLOCK_H
#define AVONDALE_CLOCK_H

#include <stdint.h>

/* Monotonic: for deadlines and durations. It stands still while the machine sleeps. */
int64_t clock_now_usec(void);
int64_t clock_now_msec(void);
double clock_now_sec(void);

/* Since 1970, in UTC: for what is written down. It may jump. */
int64_t clock_wall_msec(void);
int64_t clock_wall_usec(void);

#endif
