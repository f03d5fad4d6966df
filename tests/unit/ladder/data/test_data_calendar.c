/* test_data_calendar.c - the calendar as values: existing and missing events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "data/data_calendar.h"
#include "data/json_value.h"
#include "ladder_temp.h"
#include "store/store_calendar.h"

static char no_file[] = "";

static void what_an_event_came_to_stays(void **state)
{
    const struct temp *temp = *state;
    struct calendar_event cup = {.name = "cup", .spec = "no words", .due_msec = 5, .file = no_file};
    struct calendar_run run = {.name = "gone-1", .event = "gone", .due_msec = 1, .file = no_file};
    struct web_site site = {.ladder = NULL};
    struct ladder_error error;
    assert_int_equal(store_open(&site.store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(site.store, true), 0);
    assert_int_equal(store_calendar_put(site.store, &cup), 0);
    assert_int_equal(store_calendar_run_add(site.store, &run), 0);
    assert_int_equal(store_commit(site.store), 0);
    assert_null(data_calendar_event(&site, "nothing"));
    assert_null(data_calendar_event(&site, "<b>"));
    json_t *value = data_calendar_event(&site, "gone"); /* removed meanwhile */
    assert_int_equal(json_array_size(json_object_get(value, "runs")), 1);
    json_decref(value);
    value = data_calendar_event(&site, "cup"); /* of unknown words */
    assert_string_equal(json_value_text(value, "when"), "");
    json_decref(value);
    value = data_calendar(&site);
    assert_int_equal(json_array_size(json_object_get(value, "events")), 1);
    json_decref(value);
    store_close(site.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_an_event_came_to_stays, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
