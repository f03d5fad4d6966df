/* test_page_fairness.c - an event's secrets, and the commands that verify it once it is over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store/store_calendar.h"
#include "web_json.h"

static char no_file[] = "";

static void add_event(const struct fixture *fixture, const char *name, const char *spec,
                      const char *run_name, enum calendar_state state)
{
    struct calendar_event event = {.due_msec = INT64_C(3816270000000), .file = no_file};
    struct calendar_run run = {.due_msec = 1000, .started_msec = 2000, .file = no_file};
    struct ladder_error error;
    struct store *store;
    snprintf(event.name, sizeof event.name, "%s", name);
    snprintf(event.spec, sizeof event.spec, "%s", spec);
    snprintf(run.event, sizeof run.event, "%s", name);
    snprintf(run.name, sizeof run.name, "%s", run_name);
    assert_int_equal(store_open(&store, fixture->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_put(store, &event), 0);
    assert_int_equal(store_calendar_run_add(store, &run), 0);
    if (state != CALENDAR_RUNNING)
        assert_int_equal(store_calendar_run_end(store, run_name, state, 3000, ""), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void each_event_has_its_commands(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/event/cup/fairness"), 404);
    add_event(fixture, "cup", "at=2090-12-01T20:00", "cup-1", CALENDAR_RUNNING);
    assert_int_equal(ask(fixture, "GET", "/event/cup/fairness"), 200);
    assert_non_null(strstr(body(), "It has not been played to its end yet."));
    assert_null(strstr(body(), "event verify"));
    add_event(fixture, "past", "at=2090-12-01T20:00", "past-1", CALENDAR_OVER);
    assert_int_equal(ask(fixture, "GET", "/event/past/fairness"), 200);
    assert_non_null(strstr(body(), "event verify past-1 --directory DIR"));
    assert_non_null(strstr(body(), "replay --strict DIR/records.jsonl"));
    assert_non_null(strstr(body(), "<a href=\"/event/past\">"));
    add_event(fixture, "sea", "kind=season length=2h at=2090-12-01T20:00", "sea-1", CALENDAR_OVER);
    assert_int_equal(ask(fixture, "GET", "/event/sea/fairness"), 200);
    assert_non_null(strstr(body(), "season verify sea-1"));
    assert_null(strstr(body(), "--directory"));
    assert_int_equal(ask(fixture, "GET", "/event/past"), 200);
    assert_non_null(strstr(body(), "<a href=\"/event/past/fairness\">"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_event_has_its_commands, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
