/* test_calendar_feed.c - iCalendar and Atom: lines as in RFC 5545, and well-formed text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store/store_calendar.h"
#include "web_json.h"

static char no_file[] = "";

static void put(struct store *store, const char *name, const char *spec, int64_t due)
{
    struct calendar_event event = {.due_msec = due, .file = no_file};
    snprintf(event.name, sizeof event.name, "%s", name);
    snprintf(event.spec, sizeof event.spec, "%s", spec);
    assert_int_equal(store_calendar_put(store, &event), 0);
}

static void fill(const struct fixture *fixture)
{
    struct calendar_run run = {
        .name = "cup-1", .event = "cup", .due_msec = 1000, .started_msec = 2000, .file = no_file};
    struct ladder_error error;
    struct store *store;
    assert_int_equal(store_open(&store, fixture->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    /* 2026-10-24T00:30:00Z, the day before the clocks are set back. */
    put(store, "cup", "at=2026-10-24T02:30 zone=Europe/Berlin repeat=daily",
        INT64_C(1792801800000));
    put(store, "sea", "kind=season length=90m at=2026-12-01T20:00", INT64_C(1796155200000));
    put(store, "broken", "at=never", INT64_C(1796155200000));
    assert_int_equal(store_calendar_run_add(store, &run), 0);
    assert_int_equal(
        store_calendar_run_end(store, "cup-1", CALENDAR_OFF, 3000, "<i>why</i> & more"), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void each_start_is_an_event_in_utc(void **state)
{
    const struct fixture *fixture = *state;
    int depth = 0, events = 0;
    fill(fixture);
    assert_int_equal(ask(fixture, "GET", "/calendar.ics"), 200);
    for (const char *line = body(); *line;) {
        const char *end = strstr(line, "\r\n");
        assert_non_null(end);
        assert_in_range(end - line, 1, 75);
        depth += strncmp(line, "BEGIN:", 6) == 0;
        events += strncmp(line, "BEGIN:VEVENT", 12) == 0;
        depth -= strncmp(line, "END:", 4) == 0;
        assert_in_range(depth, 0, 2);
        line = end + 2;
    }
    assert_int_equal(depth, 0);
    assert_int_equal(events, 9); /* eight of the daily one, and the season */
    assert_ptr_equal(strstr(body(), "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"), body());
    assert_non_null(strstr(body(), "DTSTART:20261024T003000Z\r\n"));
    assert_non_null(strstr(body(), "DTSTART:20261025T003000Z\r\n"));
    assert_non_null(strstr(body(), "DTSTART:20261026T013000Z\r\n"));
    assert_non_null(strstr(body(), "DURATION:PT90M\r\n"));
}

static void runs_are_entries_of_the_atom_feed(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/calendar.atom"), 200);
    assert_null(strstr(body(), "<entry>"));
    fill(fixture);
    assert_int_equal(ask(fixture, "GET", "/calendar.atom"), 200);
    assert_non_null(strstr(body(), "<id>urn:avondale:run:cup-1</id>"));
    assert_non_null(strstr(body(), "<updated>1970-01-01T00:00:03Z</updated>"));
    assert_non_null(strstr(body(), "&lt;i&gt;why&lt;/i&gt; &amp; more"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_start_is_an_event_in_utc, setup, teardown),
        cmocka_unit_test_setup_teardown(runs_are_entries_of_the_atom_feed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
