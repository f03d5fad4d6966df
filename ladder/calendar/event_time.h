/* event_time.h - when an event begins: a time on the clock of a zone, once, daily or weekly; inside
 * the ladder only. Pure: the zone is a function, now is an argument.
 *
 * Where the clock is set forward over a time, it is the moment that the clock would have shown it
 * without the change (02:30 is 03:30); where the clock is set back and shows it twice, the first.
 * RFC 5545 says so, too (3.3.5). */
#ifndef AVONDALE_EVENT_TIME_H
#define AVONDALE_EVENT_TIME_H

#include <stdbool.h>
#include <stdint.h>

enum event_repeat { EVENT_ONCE, EVENT_DAILY, EVENT_WEEKLY, EVENT_REPEATS };
enum { EVENT_TIME_BYTES = 17, EVENT_YEAR_MIN = 2000, EVENT_YEAR_MAX = 2099 };

struct event_time {
    int64_t minute; /* of the first one: minutes since 1970-01-01T00:00 on the zone's clock */
    enum event_repeat repeat;
};

/* Seconds before UTC at that moment. */
typedef int event_offset_fn(const void *zone, int64_t utc_sec);

const char *event_time_repeat_name(enum event_repeat repeat); /* "daily" */
/* Takes "2026-12-01T20:00" apart. Returns false if it is no such time. */
bool event_time_parse(const char *text, int64_t *minute);
void event_time_format(int64_t minute, char text[EVENT_TIME_BYTES]);
/* When the clock of the zone shows that minute, in milliseconds since 1970. */
int64_t event_time_utc(int64_t minute, event_offset_fn *offset, const void *zone);
/* What the clock of the zone shows at a moment. */
int64_t event_time_minute(int64_t msec, event_offset_fn *offset, const void *zone);
/* The first time after `after_msec`; 0: there is none any more. */
int64_t event_time_after(const struct event_time *time, event_offset_fn *offset, const void *zone,
                         int64_t after_msec);

#endif
