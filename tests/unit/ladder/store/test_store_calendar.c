/* test_store_calendar.c - the calendar in every kind of store. Runs on an SQLite file; with
 * AVONDALE_TEST_STORE=postgresql://...?... on that database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/store_calendar.h"
#include "store_place.h"

static char no_file[] = "", a_file[] = "[tournament]\n; \xc3\xa4 'quoted' <b>\n";

static struct calendar_event event_of(const char *name, int64_t due)
{
    struct calendar_event event = {.due_msec = due, .file = a_file};
    snprintf(event.name, sizeof event.name, "%s", name);
    snprintf(event.spec, sizeof event.spec, "kind=tournament at=%lld", (long long)due);
    return event;
}

static struct calendar_run run_of(const char *event, int64_t due)
{
    struct calendar_run run = {.due_msec = due, .started_msec = due + 5, .file = no_file};
    snprintf(run.event, sizeof run.event, "%s", event);
    snprintf(run.name, sizeof run.name, "%s-%lld", event, (long long)due);
    return run;
}

static void events_are_kept_and_found_by_time(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    struct calendar_event events[8], found;
    assert_int_equal(store_begin(store, true), 0);
    struct calendar_event cup = event_of("cup", 2000), night = event_of("night", 1000),
                          over = event_of("over", 0);
    assert_int_equal(store_calendar_put(store, &cup), 0);
    assert_int_equal(store_calendar_put(store, &night), 0);
    assert_int_equal(store_calendar_put(store, &over), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);

    store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_page(store, "", events, 8), 3);
    assert_string_equal(events[0].name, "cup");
    assert_null(events[0].file);
    assert_int_equal(store_calendar_page(store, "cup", events, 8), 2);
    assert_int_equal(store_calendar_due(store, 999, events, 8), 0);
    assert_int_equal(store_calendar_due(store, 1000, events, 8), 1);
    assert_int_equal(store_calendar_due(store, INT64_MAX, events, 8), 2);
    assert_string_equal(events[0].name, "night");
    assert_string_equal(events[1].name, "cup");
    assert_int_equal(store_calendar_due(store, INT64_MAX, events, 1), 1);
    assert_int_equal(store_calendar_find(store, "cup", &found), 0);
    assert_string_equal(found.file, a_file);
    assert_string_equal(found.spec, "kind=tournament at=2000");
    free(found.file);
    assert_int_equal(store_calendar_find(store, "c' OR '1'='1", &found), STORE_NONE);
    cup = event_of("cup", 3000);
    assert_int_equal(store_calendar_put(store, &cup), 0); /* it replaces the old one */
    assert_int_equal(store_calendar_set_due(store, "night", 0), 0);
    assert_int_equal(store_calendar_due(store, INT64_MAX, events, 8), 1);
    assert_int_equal(events[0].due_msec, 3000);
    assert_int_equal(store_calendar_drop(store, "over"), 0);
    assert_int_equal(store_calendar_drop(store, "over"), STORE_NONE);
    assert_int_equal(store_calendar_page(store, "", events, 8), 2);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void a_start_is_claimed_once(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    struct calendar_run runs[8], found;
    assert_int_equal(store_begin(store, true), 0);
    struct calendar_run first = run_of("cup", 1000), second = run_of("cup", 2000),
                        other = run_of("night", 1500);
    first.file = a_file;
    second.until_msec = 9000;
    assert_int_equal(store_calendar_run_add(store, &first), 0);
    assert_int_equal(store_calendar_run_add(store, &first), STORE_THERE);
    strcpy(first.name, "of-another-name");
    assert_int_equal(store_calendar_run_add(store, &first), STORE_THERE);
    assert_int_equal(store_calendar_run_add(store, &second), 0);
    assert_int_equal(store_calendar_run_add(store, &other), 0);
    assert_int_equal(store_commit(store), 0);

    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_runs(store, "cup", runs, 8), 2);
    assert_int_equal(runs[0].due_msec, 2000);
    assert_int_equal(runs[0].until_msec, 9000);
    assert_int_equal(runs[0].started_msec, 2005);
    assert_int_equal(runs[0].state, CALENDAR_RUNNING);
    assert_int_equal(store_calendar_runs(store, "", runs, 8), 3);
    assert_string_equal(runs[1].event, "night");
    assert_int_equal(store_calendar_runs_open(store, "", runs, 8), 3);
    assert_string_equal(runs[0].name, "cup-1000");
    assert_int_equal(
        store_calendar_run_end(store, "cup-1000", CALENDAR_OFF, 4000, "fewer than two entries"), 0);
    /* It has ended: no other end counts. */
    assert_int_equal(store_calendar_run_end(store, "cup-1000", CALENDAR_OVER, 5000, ""),
                     STORE_NONE);
    assert_int_equal(store_calendar_runs_open(store, "", runs, 8), 2);
    assert_int_equal(store_calendar_run_find(store, "cup-1000", &found), 0);
    assert_int_equal(found.state, CALENDAR_OFF);
    assert_int_equal(found.ended_msec, 4000);
    assert_string_equal(found.why, "fewer than two entries");
    assert_string_equal(found.file, a_file);
    free(found.file);
    assert_int_equal(store_calendar_run_find(store, "cup", &found), STORE_NONE);
    assert_int_equal(store_calendar_run_take(store, "night-1500", "berlin"), 0);
    assert_int_equal(store_calendar_run_find(store, "night-1500", &found), 0);
    assert_string_equal(found.node, "berlin");
    free(found.file);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void entries_are_added_and_removed(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    struct calendar_entry entries[8];
    struct calendar_event cup = event_of("cup", 1);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_put(store, &cup), 0);
    assert_int_equal(store_calendar_entry_add(store, "cup", "bob", 20), 0);
    assert_int_equal(store_calendar_entry_add(store, "cup", "ann", 10), 0);
    assert_int_equal(store_calendar_entry_add(store, "cup", "ann", 30), STORE_THERE);
    assert_int_equal(store_calendar_entry_add(store, "night", "ann", 40), 0);
    assert_int_equal(store_calendar_entries(store, "cup", "", entries, 8), 2);
    assert_string_equal(entries[0].bot, "ann");
    assert_int_equal(entries[0].wall_msec, 10);
    assert_int_equal(store_calendar_entries(store, "cup", "ann", entries, 8), 1);
    assert_int_equal(store_calendar_entry_drop(store, "cup", "bob"), 0);
    assert_int_equal(store_calendar_entry_drop(store, "cup", "bob"), STORE_NONE);
    /* They are removed with the event. */
    assert_int_equal(store_calendar_drop(store, "cup"), 0);
    assert_int_equal(store_calendar_entries(store, "cup", "", entries, 8), 0);
    assert_int_equal(store_calendar_entries(store, "night", "", entries, 8), 1);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* The log is unchanged: its chain, and the changes that a daemon sees in it. */
static void the_log_is_not_touched(void **state)
{
    const struct place *place = *state;
    struct log log;
    struct replay_audit audit = {0};
    struct calendar_event cup = event_of("cup", 1);
    log_open(&log, place);
    log_ann_and_bob(&log);
    assert_int_equal(store_calendar_put(log.store, &cup), 0);
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    log_result(&log, &result);
    log_close(&log);
    log_open(&log, place);
    assert_int_equal(replay_recompute(&log.replay, log.store, false, &audit), 0);
    assert_int_equal(audit.results, 1);
    assert_int_equal(audit.differ, 0);
    log_close(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(events_are_kept_and_found_by_time, setup, teardown),
        cmocka_unit_test_setup_teardown(a_start_is_claimed_once, setup, teardown),
        cmocka_unit_test_setup_teardown(entries_are_added_and_removed, setup, teardown),
        cmocka_unit_test_setup_teardown(the_log_is_not_touched, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
