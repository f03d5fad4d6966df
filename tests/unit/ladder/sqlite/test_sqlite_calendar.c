/* test_sqlite_calendar.c - the calendar in a file: rows of other programs, and its index.
 * test_store_calendar.c tests every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/store_calendar.h"
#include "store_place.h"

/* Texts that are too long are truncated, and an unknown state becomes a known one. */
static void altered_rows_are_read_safely(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    struct calendar_event event;
    struct calendar_run run;
    store_close(store);
    sql(place,
        "INSERT INTO calendar_event VALUES"
        " (replace(hex(zeroblob(500)), '0', 'n'), replace(hex(zeroblob(5000)), '0', 's'), 5, '');"
        "INSERT INTO calendar_run VALUES ('cup', 1, 'cup-1', '', 2, 3, 4, -7, '', '', '')");
    store = opened(place, 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_calendar_page(store, "", &event, 1), 1);
    assert_int_equal(strlen(event.name), CALENDAR_NAME_MAX);
    assert_int_equal(strlen(event.spec), CALENDAR_SPEC_MAX);
    assert_int_equal(store_calendar_runs(store, "", &run, 1), 1);
    assert_in_range(run.state, 0, CALENDAR_STATES - 1);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* Ten thousand events: an index finds the due ones, in the order of time. */
static void an_index_finds_the_due_events(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    struct calendar_event events[64];
    store_close(store);
    sql(place, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
               " INSERT INTO calendar_event SELECT 'event' || i, 'x', i * 7919 % 10007, '' FROM n");
    store = opened(place, 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_calendar_due(store, INT64_MAX, events, 64), 64);
    for (int i = 0; i < 64; i++)
        assert_true(events[i].due_msec >= (i ? events[i - 1].due_msec : 1));
    assert_int_equal(store_calendar_due(store, 10, events, 64), 10);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    sqlite3 *db;
    sqlite3_stmt *plan;
    assert_int_equal(sqlite3_open(place->temp.path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db,
                           "EXPLAIN QUERY PLAN SELECT name FROM calendar_event WHERE due_msec > 0"
                           " AND due_msec <= ? ORDER BY due_msec, name LIMIT 9",
                           -1, &plan, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(plan), SQLITE_ROW);
    assert_non_null(strstr((const char *)sqlite3_column_text(plan, 3), "calendar_event_due"));
    sqlite3_finalize(plan);
    sqlite3_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(altered_rows_are_read_safely, setup, teardown),
        cmocka_unit_test_setup_teardown(an_index_finds_the_due_events, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
