/* test_calendar_event.c - the words of events: valid ones, and an error line for each invalid
 * one. */
#include "calendar/event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void specifications_round_trip(void **state)
{
    static const char *const texts[] = {
        "kind=tournament at=2026-12-01T20:00 zone=Europe/Berlin repeat=daily entries=best:8"
        " ladder=wikipedia.mixed-2of4 series=winter",
        "kind=tournament at=2026-12-01T20:00 zone=UTC repeat=once entries=file",
        "kind=tournament at=2026-12-01T20:00 zone=UTC repeat=weekly entries=signed",
        "kind=tournament at=2026-12-01T20:00 zone=UTC repeat=weekly entries=active",
        "kind=tournament at=2026-12-01T20:00 zone=UTC repeat=weekly entries=active ladder=x"
        " per-owner=1",
        "kind=tournament at=2026-12-01T20:00 zone=UTC repeat=weekly entries=signed series=s"
        " points=1000,999,998,997,996,995,994,993,992,991,990,9,8,7,6,5,4,3,2,1 per-owner=64",
        "kind=season at=2026-12-01T20:00 zone=UTC repeat=once length=120m",
        "kind=season at=2026-12-01T20:00 zone=Asia/Tokyo repeat=daily length=527040m ladder=x"
        " chips=1000000000 buy-in=1000000000 series=s",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct event_plan event, again;
        char error[EVENT_ERROR_BYTES], text[EVENT_TEXT_MAX + 1];
        if (event_parse(texts[i], &event, error))
            fail_msg("%s", error);
        event_format(&event, text);
        assert_string_equal(text, texts[i]);
        assert_int_equal(event_parse(text, &again, error), 0);
        assert_memory_equal(&again, &event, sizeof event);
    }
}

static void defaults_and_names(void **state)
{
    struct event_plan event;
    char error[EVENT_ERROR_BYTES], name[EVENT_NAME_MAX + 1], text[80], run[EVENT_RUN_MAX + 1];
    (void)state;
    assert_int_equal(
        event_parse_line("  night at=2026-12-01T20:00 file=a/b.ini ", name, &event, error), 0);
    assert_string_equal(name, "night");
    assert_string_equal(event.zone, "UTC");
    assert_string_equal(event.path, "a/b.ini");
    assert_int_equal(event.kind, EVENT_TOURNAMENT);
    assert_int_equal(event.entries, EVENT_OF_FILE);
    event_describe_time(&event, text, sizeof text);
    assert_string_equal(text, "once, 2026-12-01 at 20:00, UTC");
    event.time.repeat = EVENT_WEEKLY;
    event_describe_time(&event, text, sizeof text);
    assert_string_equal(text, "each Tuesday at 20:00, UTC");
    event_run_name("a-name-of-eighteen", event.time.minute, run);
    assert_string_equal(run, "a-name-of-eighteen-20261201-2000");
    assert_int_equal(event_parse("at=2026-01-01T00:00 kind=season length=7d", &event, error), 0);
    assert_int_equal(event.minutes, 7 * 1440);
}

static void bad_specifications_are_named(void **state)
{
    static const struct {
        const char *line, *says;
    } cases[] = {
        {"", "name '': expected 1 to 18"},
        {"<b>x</b> at=2026-12-01T20:00", "name '<b>x</b>': expected"},
        {"a-name-of-nineteens at=2026-12-01T20:00", "name 'a-name-of-nineteens': expected"},
        {".. at=2026-12-01T20:00", "name '..': expected"},
        {"a/b at=2026-12-01T20:00", "name 'a/b': expected"},
        {"a\rb at=2026-12-01T20:00", "name 'a\rb': expected"},
        {"a\"b at=2026-12-01T20:00", "name 'a\"b': expected"},
        {"x", "at: expected a time like"},
        {"x at=tomorrow", "at=tomorrow: expected a time like 2026-12-01T20:00"},
        {"x at=2026-12-01T20:00 zone=Mars", "zone=Mars: expected a zone of the system"},
        {"x at=2026-12-01T20:00 zone=../../etc/passwd", "zone=../../etc/passwd: expected"},
        {"x at=2026-12-01T20:00 repeat=hourly", "repeat=hourly: expected once, daily or weekly"},
        {"x at=2026-12-01T20:00 at=2026-12-01T20:00", "at: expected once"},
        {"x at=2026-12-01T20:00 entries=best:1", "entries=best:1: expected file, best:N"},
        {"x at=2026-12-01T20:00 entries=best:1025", "entries=best:1025: expected"},
        {"x at=2026-12-01T20:00 entries=all", "entries=all: expected"},
        {"x at=2026-12-01T20:00 length=2h", "length: expected only with kind=season"},
        {"x at=2026-12-01T20:00 kind=season", "length: expected minutes, hours or days"},
        {"x at=2026-12-01T20:00 kind=season length=0h", "length=0h: expected"},
        {"x at=2026-12-01T20:00 kind=season length=367d", "length=367d: expected"},
        {"x at=2026-12-01T20:00 kind=season length=2", "length=2: expected"},
        {"x at=2026-12-01T20:00 kind=season length=2h entries=file", "entries: expected only"},
        {"x at=2026-12-01T20:00 kind=season length=2h chips=5", "buy-in: expected beside chips"},
        {"x at=2026-12-01T20:00 kind=season length=2h chips=5 buy-in=6", "buy-in: expected"},
        {"x at=2026-12-01T20:00 kind=season length=2h chips=-5 buy-in=6", "chips=-5: expected"},
        {"x at=2026-12-01T20:00 ladder=wikipedia.mixed-2of4", "ladder: expected only with"},
        {"x at=2026-12-01T20:00 colour=red", "colour: expected NAME=VALUE with a name of kind"},
        {"x at=2026-12-01T20:00 red", "red: expected NAME=VALUE"},
        {"x at=2026-12-01T20:00 points=3,2", "points: expected only with series"},
        {"x at=2026-12-01T20:00 series=a points=", "points=: expected up to 24 numbers"},
        {"x at=2026-12-01T20:00 series=a points=2,3", "points=2,3: expected"},
        {"x at=2026-12-01T20:00 series=a points=3,", "points=3,: expected"},
        {"x at=2026-12-01T20:00 series=a points=1001", "points=1001: expected"},
        {"x at=2026-12-01T20:00 series=a points=3,-2", "points=3,-2: expected"},
        {"x at=2026-12-01T20:00 per-owner=2", "per-owner: expected only with entries=signed"},
        {"x at=2026-12-01T20:00 entries=signed per-owner=0", "per-owner=0: expected a number"},
        {"x at=2026-12-01T20:00 series=a/b", "series=a/b: expected 1 to 18"},
    };
    struct event_plan event;
    char error[EVENT_ERROR_BYTES], name[EVENT_NAME_MAX + 1];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(event_parse_line(cases[i].line, name, &event, error), -1);
        if (strncmp(error, cases[i].says, strlen(cases[i].says)) != 0)
            fail_msg("'%s': said '%s', not '%s'", cases[i].line, error, cases[i].says);
        assert_null(strchr(error, '\n'));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specifications_round_trip),
        cmocka_unit_test(defaults_and_names),
        cmocka_unit_test(bad_specifications_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
