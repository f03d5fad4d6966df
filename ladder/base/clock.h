/* clock.h - the time. With ladder.h and thread.h it is all of the ladder that the referee may use.
 * Code that decides by time takes the time as an argument; these functions are for its callers, and
 * for code that waits. */
#ifndef AVONDALE_CLOCK_H
#define AVONDALE_CLOCK_H

#include <stdint.h>

/* Monotonic: for deadlines and durations. It stands still while the machine sleeps. */
int64_t clock_now_usec(void);
int64_t clock_now_msec(void);
double clock_now_sec(void);

/* UTC since 1970, for stored times. It may jump. */
int64_t clock_wall_msec(void);
int64_t clock_wall_usec(void);

enum { CLOCK_TEXT_BYTES = 32 };
/* Writes a wall time in UTC in a format of strftime. Returns `text`, which is "" if time_t is too
 * small for the time, or `text` for the result. */
const char *clock_wall_format(int64_t msec, const char *format, char text[CLOCK_TEXT_BYTES]);
/* Writes a wall time as "2026-11-27T21:36:22Z" (RFC 3339). Returns `text`, as
 * clock_wall_format does. */
const char *clock_wall_text(int64_t msec, char text[CLOCK_TEXT_BYTES]);

#endif
