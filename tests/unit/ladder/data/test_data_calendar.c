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
#include "store/store_work.h"

#include <sqlite3.h>

static char no_file[] = "";

static void runs_of_a_removed_event_stay(void **state)
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

/* Of the newest run of cup. */
static void waits_is(struct web_site *site, const char *says)
{
    json_t *value = data_calendar_event(site, "cup");
    const json_t *run = json_array_get(json_object_get(value, "runs"), 0);

    assert_string_equal(json_value_text(run, "state"), "running");
    assert_string_equal(json_value_text(run, "waits"), says);
    json_decref(value);
}

static void a_run_that_no_worker_plays_waits(void **state)
{
    const struct temp *temp = *state;
    struct calendar_run run = {
        .name = "cup-20261201T2000", .event = "cup", .due_msec = 1, .file = no_file};
    struct calendar_run season = {
        .name = "sea-1", .event = "cup", .until_msec = 9, .file = no_file};
    char spec[] = "{}";
    struct work_order order = {.name = "cup-20261201T2000-0123456789ab", .spec = spec},
                      alike = {.name = "cup-20261201T2000-0123456789ab-x", .spec = spec};
    struct web_site site = {.ladder = NULL};
    struct ladder_error error;
    struct work_job job = {.work = ""};

    assert_int_equal(store_open(&site.store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(site.store, true), 0);
    assert_int_equal(store_calendar_run_add(site.store, &run), 0);
    assert_int_equal(store_work_add(site.store, &alike), 0);
    assert_int_equal(store_work_job_add(site.store, alike.name, 0, "x"), 0);
    assert_int_equal(store_commit(site.store), 0);
    waits_is(&site, ""); /* its process has given out nothing yet */
    assert_int_equal(store_work_begin(site.store), 0);
    assert_int_equal(store_work_add(site.store, &order), 0);
    assert_int_equal(store_work_job_add(site.store, order.name, 0, "x"), 0);
    assert_int_equal(store_work_worker_seen(site.store, "idle", 0), 0);
    assert_int_equal(store_commit(site.store), 0);
    waits_is(&site, "for a worker"); /* one that was here does not play it */
    assert_int_equal(store_work_begin(site.store), 0);
    assert_int_equal(store_work_job_claim(site.store, "h", 1000, order.name, &job, 1), 1);
    free(job.spec);
    assert_int_equal(store_commit(site.store), 0);
    waits_is(&site, "");
    /* The store's clock goes on: the worker died with the block. */
    sqlite3 *db;
    assert_int_equal(sqlite3_open(temp->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "UPDATE worker SET seen_msec = seen_msec - 60000", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    waits_is(&site, "for a worker");
    assert_int_equal(store_work_begin(site.store), 0);
    assert_int_equal(store_work_job_finish(site.store, order.name, 0, "idle", "{}"), 0);
    assert_int_equal(store_commit(site.store), 0);
    waits_is(&site, ""); /* all blocks are played */
    assert_int_equal(store_begin(site.store, true), 0);
    assert_int_equal(store_calendar_run_end(site.store, run.name, CALENDAR_OFF, 5, ""), 0);
    season.due_msec = 7;
    assert_int_equal(store_calendar_run_add(site.store, &season), 0);
    assert_int_equal(store_commit(site.store), 0);
    waits_is(&site, ""); /* a season needs none */
    store_close(site.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(runs_of_a_removed_event_stay, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(a_run_that_no_worker_plays_waits, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
