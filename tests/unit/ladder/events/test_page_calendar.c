/* test_page_calendar.c - the pages of the calendar and of an event. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store/store_calendar.h"
#include "store/store_work.h"
#include "web_json.h"

static char cup_file[] = "[tournament]\nformat = swiss\noption = <b>\n"
                         "[entry ann]\ncommand = /secret/place\n[entry bob]\ncommand = x\n";
static char no_file[] = "";

static void fill(const struct fixture *fixture)
{
    struct calendar_event cup = {.name = "cup",
                                 .spec = "at=2090-12-01T20:00 entries=best:8 ladder=x "
                                         "zone=Europe/Berlin repeat=daily",
                                 .due_msec = INT64_C(3816270000000),
                                 .file = cup_file},
                          open = {.name = "open",
                                  .spec = "at=2090-12-01T20:00 entries=signed",
                                  .due_msec = INT64_C(3816280000000),
                                  .file = cup_file},
                          sea = {.name = "sea",
                                 .spec = "kind=season length=2h at=2090-12-01T20:00",
                                 .due_msec = 0,
                                 .file = no_file};
    struct calendar_run run = {
        .name = "cup-1", .event = "cup", .due_msec = 1000, .started_msec = 2000, .file = no_file};
    struct ladder_error error;
    struct store *store;
    assert_int_equal(store_open(&store, fixture->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_put(store, &cup), 0);
    assert_int_equal(store_calendar_put(store, &open), 0);
    assert_int_equal(store_calendar_put(store, &sea), 0);
    assert_int_equal(store_calendar_entry_add(store, "open", "zoe", 5), 0);
    assert_int_equal(store_calendar_run_add(store, &run), 0);
    assert_int_equal(store_calendar_run_end(store, "cup-1", CALENDAR_OFF, 3000, "<i>why</i>"), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* The first page shows the next three events; without a calendar it does not mention one. */
static void the_first_page_has_the_next(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/"), 200);
    assert_null(strstr(body(), "Next events"));
    fill(fixture);
    assert_int_equal(ask(fixture, "GET", "/"), 200);
    const char *next = strstr(body(), "Next events");
    assert_non_null(next);
    const char *cup = strstr(next, "/event/cup"), *open = strstr(next, "/event/open");
    assert_true(cup && open > cup);
    assert_null(strstr(next, "/secret/place"));
}

static void events_are_listed_and_shown(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/calendar"), 200);
    assert_non_null(strstr(body(), "No event is to come."));
    assert_int_equal(ask(fixture, "GET", "/event/cup"), 404);
    fill(fixture);
    assert_int_equal(ask(fixture, "GET", "/calendar"), 200);
    assert_non_null(strstr(body(), "<a href=\"/event/cup\">cup</a>"));
    assert_non_null(strstr(body(), "daily at 20:00, Europe/Berlin"));
    assert_non_null(strstr(body(), "&lt;i&gt;why"));
    assert_null(strstr(body(), "<script"));
    assert_int_equal(ask(fixture, "GET", "/event/cup"), 200);
    assert_non_null(strstr(body(), "<h1>cup</h1>"));
    assert_non_null(
        strstr(body(), "The first 8 of the ladder <a href=\"/standings?ladder=x\">x</a> that"));
    assert_non_null(strstr(body(), "option = &lt;b&gt;"));
    assert_non_null(strstr(body(), "<li>bob</li>"));
    assert_null(strstr(body(), "/secret/place"));
    assert_null(strstr(body(), "<script"));
    assert_int_equal(ask(fixture, "GET", "/event/open"), 200);
    assert_non_null(strstr(body(), "<li>zoe</li>"));
    assert_null(strstr(body(), "<li>bob</li>"));
    assert_int_equal(ask(fixture, "GET", "/event/sea"), 200);
    assert_non_null(strstr(body(), "It does not come again."));
    assert_int_equal(ask(fixture, "GET", "/event/%3Cb%3E"), 404);
}

static void a_run_without_a_worker_says_so(void **state)
{
    const struct fixture *fixture = *state;
    struct calendar_run run = {.name = "cup-2", .event = "cup", .due_msec = 4000, .file = no_file};
    char spec[] = "{}";
    struct work_order order = {.name = "cup-2-0123456789ab", .spec = spec};
    struct ladder_error error;
    struct store *store;

    fill(fixture);
    assert_int_equal(store_open(&store, fixture->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_run_add(store, &run), 0);
    assert_int_equal(store_work_add(store, &order), 0);
    assert_int_equal(store_work_job_add(store, order.name, 0, "x"), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    assert_int_equal(ask(fixture, "GET", "/event/cup"), 200);
    assert_non_null(strstr(body(), ">running, waits for a worker</td>"));
    assert_int_equal(ask(fixture, "GET", "/calendar"), 200);
    assert_non_null(strstr(body(), ">running, waits for a worker</td>"));
}

static void events_are_json_too(void **state)
{
    const struct fixture *fixture = *state;
    json_decref(ask_json(fixture, "/api/v1/events/cup", 404));
    fill(fixture);
    json_t *calendar = ask_json(fixture, "/api/v1/events", 200);
    assert_int_equal(json_array_size(json_object_get(calendar, "events")), 2);
    assert_int_equal(json_array_size(json_object_get(calendar, "runs")), 1);
    json_decref(calendar);
    json_t *event = ask_json(fixture, "/api/v1/events/cup", 200);
    assert_int_equal(json_array_size(json_object_get(event, "names")), 2);
    assert_int_equal(json_integer_value(json_object_get(event, "best")), 8);
    json_decref(event);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(events_are_listed_and_shown, setup, teardown),
        cmocka_unit_test_setup_teardown(the_first_page_has_the_next, setup, teardown),
        cmocka_unit_test_setup_teardown(a_run_without_a_worker_says_so, setup, teardown),
        cmocka_unit_test_setup_teardown(events_are_json_too, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
