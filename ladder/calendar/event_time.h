/* event_time.h - when an event begins: a time on the clock of a zone, once, daily or weekly; inside
 * the ladder only. Pure: the zone is a function, now is an argument.
 *
 * A time that the clock skips when it is set forward is the moment at which the clock would have
 * shown it without the change (02:30 is 03:30). Of a time that the clock shows twice, the first
 * counts. As RFC 5545, 3.3.5. */
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
/* Parses "2026-12-01T20:00". Returns false if the text is not such a time. */
bool event_time_parse(const char *text, int64_t *minute);
void event_time_format(int64_t minute, char text[EVENT_TIME_BYTES]);
/* When the clock of the zone shows that minute, in milliseconds since 1970. */
int64_t event_time_utc(int64_t minute, event_offset_fn *offset, const void *zone);
/* What the clock of the zone shows at a moment. */
int64_t event_time_minute(int64_t msec, event_offset_fn *offset, const void *zone);
/* Returns the first start after `after_msec`, or 0 if there is none. */
int64_t event_time_after(const struct event_time *time, event_offset_fn *offset, const void *zone,
                         int64_t after_msec);

#endif
