/* event_time.c - when an event begins. */
#include "calendar/event_time.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { DAY_SEC = 86400, DAY_MINUTES = 1440 };

static const char *const repeat_names[EVENT_REPEATS] = {"once", "daily", "weekly"};
static const int repeat_minutes[EVENT_REPEATS] = {0, DAY_MINUTES, 7 * DAY_MINUTES};

const char *event_time_repeat_name(enum event_repeat repeat)
{
    assert((unsigned)repeat < EVENT_REPEATS);
    return repeat_names[repeat];
}

bool event_time_parse(const char *text, int64_t *minute)
{
    struct tm parts = {.tm_year = 0}, same;
    int end = 0;

    if (strlen(text) != EVENT_TIME_BYTES - 1 || strspn(text, "0123456789-:T") != strlen(text) ||
        sscanf(text, "%4d-%2d-%2dT%2d:%2d%n", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
               &parts.tm_hour, &parts.tm_min, &end) != 5 ||
        end != EVENT_TIME_BYTES - 1 || parts.tm_year < EVENT_YEAR_MIN ||
        parts.tm_year > EVENT_YEAR_MAX)
        return false;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    same = parts;
    time_t seconds = timegm(&same);
    /* timegm takes the 31st of June for the first of July. */
    if (same.tm_mon != parts.tm_mon || same.tm_mday != parts.tm_mday ||
        same.tm_hour != parts.tm_hour || same.tm_min != parts.tm_min)
        return false;
    *minute = (int64_t)seconds / 60;
    return true;
}

void event_time_format(int64_t minute, char text[EVENT_TIME_BYTES])
{
    time_t seconds = (time_t)(minute * 60);
    struct tm parts;

    if (!gmtime_r(&seconds, &parts) ||
        strftime(text, EVENT_TIME_BYTES, "%Y-%m-%dT%H:%M", &parts) != EVENT_TIME_BYTES - 1)
        strcpy(text, "-");
}

/* A clock is changed by less than a day, and not twice within two. So the clock of a day before and
 * that of a day after are the only two that may show the time. */
int64_t event_time_utc(int64_t minute, event_offset_fn *offset, const void *zone)
{
    int64_t shown = minute * 60;
    int before = offset(zone, shown - DAY_SEC), after = offset(zone, shown + DAY_SEC);
    int64_t first = shown - before, second = shown - after;
    bool first_shows = offset(zone, first) == before, second_shows = offset(zone, second) == after;

    if (first_shows && second_shows)
        return (first < second ? first : second) * 1000;
    return (second_shows ? second : first) * 1000;
}

int64_t event_time_minute(int64_t msec, event_offset_fn *offset, const void *zone)
{
    int64_t seconds = msec >= 0 ? msec / 1000 : -((999 - msec) / 1000);
    int64_t shown = seconds + offset(zone, seconds);

    return shown >= 0 ? shown / 60 : -((59 - shown) / 60);
}

int64_t event_time_after(const struct event_time *time, event_offset_fn *offset, const void *zone,
                         int64_t after_msec)
{
    int step = repeat_minutes[time->repeat];
    int64_t number = 0, at;

    assert((unsigned)time->repeat < EVENT_REPEATS);
    if (step > 0) /* two before it, as clocks are changed by less than a day */
        number = (event_time_minute(after_msec, offset, zone) - time->minute) / step - 2;
    if (number < 0)
        number = 0;
    while ((at = event_time_utc(time->minute + number * step, offset, zone)) <= after_msec) {
        if (step == 0)
            return 0;
        number++;
    }
    return at;
}
