/* test_writer_retention.c - old records are deleted beside the other work of a ladder. With
 * AVONDALE_TEST_STORE=postgresql://...?... in a database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "await.h"
#include "retained.h"
#include "writer/writer_retention.h"

static struct ladder *ladder_opened(const struct place *place, const char *keep, bool unarchived)
{
    struct retention_rule rule = {.unarchived = unarchived};
    struct ladder *ladder;
    struct ladder_error error;
    if (writer_open(&ladder, place->url, true, &error))
        fail_msg("%s", error.text);
    assert_int_equal(retention_parse(keep, &rule), 0);
    writer_retention_set(ladder, &rule);
    return ladder;
}

static bool comes(bool (*is_there)(void *context), void *context)
{
    struct await limit = await_begin(60);
    while (!is_there(context)) {
        if (!await_step(&limit))
            return false;
    }
    return true;
}

static bool left(void *context)
{
    return retained_record(context, 7) == STORE_LEFT;
}

static void a_running_daemon_deletes_records(void **state)
{
    struct place *place = *state;
    retained_make(place, 0);
    struct ladder *ladder = ladder_opened(place, "5", true);
    assert_true(comes(left, place));
    writer_close(ladder);
    assert_int_equal(retained_record(place, 8), 0);
    assert_string_equal(retained_verify(place).wrong, "");
}

struct told {
    struct ladder *ladder;
    char line[400];
};

static bool is_told(void *context)
{
    struct told *told = context;
    return writer_view_report(told->ladder, told->line);
}

/* The operator is told once which records wait for an archive; a rule without archives deletes
 * them. */
static void unarchived_records_stay_and_are_reported(void **state)
{
    struct place *place = *state;
    char line[400];
    retained_make(place, 0);
    struct told told = {.ladder = ladder_opened(place, "1d", false)};
    assert_true(comes(is_told, &told));
    assert_non_null(
        strstr(told.line, "records of 12 results could be deleted, but are not archived"));
    assert_false(writer_view_report(told.ladder, line));
    assert_int_equal(retained_record(place, 1), 0);
    struct retention_rule rule = {RETENTION_DAYS, 1, true};
    writer_retention_set(told.ladder, &rule);
    assert_true(comes(left, place));
    writer_close(told.ladder);
}

/* A mark that names no result allows nothing; that is told once. */
static void a_wrong_mark_deletes_nothing(void **state)
{
    struct place *place = *state;
    retained_make(place, 0);
    sql(place, "UPDATE retention SET archived_seq = 1000");
    struct told told = {.ladder = ladder_opened(place, "1", false)};
    assert_true(comes(is_told, &told));
    assert_non_null(strstr(told.line, "no records are deleted for now: "));
    assert_non_null(strstr(told.line, "retention.archived_seq is 1000: expected 0 to 12"));
    writer_close(told.ladder);
    assert_int_equal(retained_record(place, 1), 0);
}

static void all_records_are_kept_by_default(void **state)
{
    struct place *place = *state;
    char line[400];
    retained_make(place, 0);
    struct ladder *ladder = ladder_opened(place, "all", true);
    struct ladder_result result = duel("g-13", "ann", "bob", 1);
    result.record = "{}";
    assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    writer_queue_wait(ladder);
    assert_false(writer_view_report(ladder, line));
    writer_close(ladder);
    assert_int_equal(retained_verify(place).left, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_running_daemon_deletes_records, setup, teardown),
        cmocka_unit_test_setup_teardown(unarchived_records_stay_and_are_reported, setup, teardown),
        cmocka_unit_test_setup_teardown(a_wrong_mark_deletes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(all_records_are_kept_by_default, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
