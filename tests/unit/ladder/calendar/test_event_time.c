/* test_event_time.c - local times of time zones, also on days when the clocks change. */
#include "calendar/event_time.h"
#include "calendar/zone.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static int64_t minute_of(const char *text)
{
    int64_t minute = 0;
    assert_true(event_time_parse(text, &minute));
    return minute;
}

/* "2026-03-29T01:30:00Z" */
static int64_t utc(const char *text)
{
    struct tm parts = {.tm_year = 0};
    assert_non_null(strptime(text, "%Y-%m-%dT%H:%M:%SZ", &parts));
    return (int64_t)timegm(&parts) * 1000;
}

static void assert_begins(const char *zone_name, const char *shown, const char *moment)
{
    struct zone *zone = zone_open(zone_name);
    assert_non_null(zone);
    assert_int_equal(event_time_utc(minute_of(shown), zone_offset, zone), utc(moment));
    zone_close(zone);
}

static void parses_times_and_nothing_else(void **state)
{
    static const char *const bad[] = {"",
                                      "2026-12-01",
                                      "2026-12-01T20:00:00",
                                      "2026-12-01 20:00",
                                      "2026-12-01T20:0",
                                      "2026-13-01T20:00",
                                      "2026-02-29T20:00",
                                      "2026-06-31T20:00",
                                      "2026-12-01T24:00",
                                      "2026-12-01T20:60",
                                      "1999-12-31T20:00",
                                      "2100-01-01T00:00",
                                      "+026-12-01T20:00",
                                      "2026--1-01T20:00",
                                      "2026-12-01T-1:00"};
    char text[EVENT_TIME_BYTES];
    int64_t minute;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(event_time_parse(bad[i], &minute));
    assert_true(event_time_parse("1970-01-01T00:00", &minute) == false);
    event_time_format(minute_of("2028-02-29T23:59"), text);
    assert_string_equal(text, "2028-02-29T23:59");
}

/* Europe/Berlin: 2026-03-29 has no 02:30, 2026-10-25 has it twice. */
static void a_time_that_no_clock_shows_and_one_shown_twice(void **state)
{
    (void)state;
    assert_begins("Europe/Berlin", "2026-03-28T02:30", "2026-03-28T01:30:00Z");
    assert_begins("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00Z"); /* 03:30 by then */
    assert_begins("Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59:00Z");
    assert_begins("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00:00Z");
    assert_begins("Europe/Berlin", "2026-03-30T02:30", "2026-03-30T00:30:00Z");
    assert_begins("Europe/Berlin", "2026-10-25T01:59", "2026-10-24T23:59:00Z");
    assert_begins("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00Z"); /* the first */
    assert_begins("Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00:00Z");
    assert_begins("Europe/Berlin", "2026-10-26T02:30", "2026-10-26T01:30:00Z");
    /* A change of half an hour, in the southern summer. */
    assert_begins("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00Z");
    assert_begins("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00Z");
    /* A skipped day: 2011-12-30 in Samoa. */
    assert_begins("Pacific/Apia", "2011-12-31T12:00", "2011-12-30T22:00:00Z");
    assert_begins("UTC", "2026-03-29T02:30", "2026-03-29T02:30:00Z");
}

static void assert_row(const struct event_time *time, const void *zone, const char *after,
                       const char *const *moments, int count)
{
    int64_t at = utc(after);
    for (int i = 0; i < count; i++) {
        at = event_time_after(time, zone_offset, zone, at);
        assert_int_equal(at, utc(moments[i]));
    }
}

static void daily_over_the_days_of_change(void **state)
{
    static const char *const spring[] = {"2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z",
                                         "2026-03-30T00:30:00Z", "2026-03-31T00:30:00Z"};
    static const char *const autumn[] = {"2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z",
                                         "2026-10-26T01:30:00Z"};
    static const char *const sundays[] = {"2026-03-22T01:30:00Z", "2026-03-29T01:30:00Z",
                                          "2026-04-05T00:30:00Z"};
    struct zone *zone = zone_open("Europe/Berlin");
    struct event_time time = {minute_of("2026-01-04T02:30"), EVENT_DAILY};
    (void)state;
    assert_row(&time, zone, "2026-03-27T12:00:00Z", spring, 4);
    assert_row(&time, zone, "2026-10-23T12:00:00Z", autumn, 3);
    /* 02:30 occurs twice; the event starts once. */
    assert_int_equal(event_time_after(&time, zone_offset, zone, utc("2026-10-25T00:30:00Z")),
                     utc("2026-10-26T01:30:00Z"));
    time.repeat = EVENT_WEEKLY;
    assert_row(&time, zone, "2026-03-20T12:00:00Z", sundays, 3);
    zone_close(zone);
}

static void the_first_and_last_start_are_found(void **state)
{
    struct zone *zone = zone_open("America/New_York");
    struct event_time time = {minute_of("2026-12-01T20:00"), EVENT_ONCE};
    int64_t at = utc("2026-12-02T01:00:00Z");
    (void)state;
    assert_int_equal(event_time_after(&time, zone_offset, zone, 0), at);
    assert_int_equal(event_time_after(&time, zone_offset, zone, at - 1), at);
    assert_int_equal(event_time_after(&time, zone_offset, zone, at), 0);
    time.repeat = EVENT_DAILY;
    assert_int_equal(event_time_after(&time, zone_offset, zone, 0), at);
    assert_int_equal(event_time_after(&time, zone_offset, zone, at), at + 86400000);
    zone_close(zone);
}

/* Each day for years: one event for each local date, always later than the one before. */
static void a_daily_event_has_one_start_a_day(void **state)
{
    static const char *const names[] = {"Europe/Berlin", "America/St_Johns", "Asia/Kathmandu",
                                        "Australia/Lord_Howe", "Africa/Casablanca"};
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        struct zone *zone = zone_open(names[n]);
        assert_non_null(zone);
        for (int hour = 0; hour < 24; hour++) {
            struct event_time time = {minute_of("2026-01-01T00:30") + hour * 60, EVENT_DAILY};
            int64_t at = 0;
            for (int day = 0; day < 1500; day++) {
                int64_t next = event_time_after(&time, zone_offset, zone, at);
                int64_t shown = event_time_minute(next, zone_offset, zone);
                assert_true(next > at);
                assert_int_equal(shown / 1440, time.minute / 1440 + day);
                at = next;
            }
        }
        zone_close(zone);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses_times_and_nothing_else),
        cmocka_unit_test(a_time_that_no_clock_shows_and_one_shown_twice),
        cmocka_unit_test(daily_over_the_days_of_change),
        cmocka_unit_test(the_first_and_last_start_are_found),
        cmocka_unit_test(a_daily_event_has_one_start_a_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
