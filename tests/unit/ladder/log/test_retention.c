/* test_retention.c - which records a rule deletes, in which steps. With
 * AVONDALE_TEST_STORE=postgresql://...?... in a database, else in a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "retained.h"
#include "log/retention.h"

#define DAY 86400000LL

static void rules_are_read(void **state)
{
    static const struct {
        const char *text;
        enum retention_kind kind;
        int64_t amount;
    } good[] = {
        {"all", RETENTION_ALL, 0},
        {"90d", RETENTION_DAYS, 90},
        {"1", RETENTION_COUNT, 1},
        {"100000", RETENTION_COUNT, 100000},
        {"3MiB", RETENTION_BYTES, 3LL << 20},
        {"20GiB", RETENTION_BYTES, 20LL << 30},
        {"1048576GiB", RETENTION_BYTES, 1LL << 50},
    };
    static const char *const bad[] = {"",
                                      "0",
                                      "0d",
                                      "-1",
                                      "90 d",
                                      "d",
                                      "1.5d",
                                      "90D",
                                      "1GB",
                                      "36501d",
                                      " 1",
                                      "+1",
                                      "1kB",
                                      "all ",
                                      "0x10",
                                      "1e3",
                                      "99999999999999999999999",
                                      "none",
                                      "90dd",
                                      "01",
                                      "2000000GiB"};
    struct retention_rule rule = {.unarchived = true};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(retention_parse(good[i].text, &rule), 0);
        assert_int_equal(rule.kind, good[i].kind);
        assert_int_equal(rule.amount, good[i].amount);
        assert_true(rule.unarchived);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (retention_parse(bad[i], &rule) == 0)
            fail_msg("'%s' was taken", bad[i]);
    }
}

/* The message about a bad rule names the ranges that are taken. */
static void the_ranges_are_those_of_the_message(void **state)
{
    static const struct {
        const char *most, *more;
    } ranges[] = {
        {"36500d", "36501d"},
        {"1000000000000", "1000000000001"},
        {"1048576GiB", "1048577GiB"},
    };
    struct retention_rule rule;
    (void)state;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        assert_non_null(strstr(RETENTION_FORMS, ranges[i].most));
        assert_int_equal(retention_parse(ranges[i].most, &rule), 0);
        assert_int_equal(retention_parse(ranges[i].more, &rule), -1);
    }
    assert_int_equal(retention_parse("1073741824MiB", &rule), 0); /* as many bytes */
    assert_int_equal(retention_parse("1073741825MiB", &rule), -1);
}

/* Runs all steps, each in its transaction. Returns the number of deleted records. */
static int steps(const struct place *place, struct retention *retention, int64_t now_msec)
{
    struct retention_found seen = {.more = true}, taken;
    int dropped = 0;
    for (int i = 0; i < 100 && seen.more; i++) {
        struct store *store = retained_begin(place, false);
        assert_int_equal(retention_look(retention, store, RETAINED, now_msec, &seen), 0);
        retained_end(store);
        if (!seen.due)
            continue;
        store = retained_begin(place, true);
        assert_int_equal(retention_take(retention, store, RETAINED, &taken), 0);
        retained_end(store);
        dropped += taken.dropped;
    }
    assert_false(seen.more);
    assert_string_equal(retained_verify(place).wrong, "");
    return dropped;
}

static struct retention keeping(const char *text, bool unarchived)
{
    struct retention retention = {.rule = {.unarchived = unarchived}};
    assert_int_equal(retention_parse(text, &retention.rule), 0);
    return retention;
}

static void old_records_are_deleted(void **state)
{
    const struct place *place = *state;
    struct retention days = keeping("3d", true);
    retained_make(place, 0);
    /* Result N ended on day N. */
    assert_int_equal(steps(place, &days, 5 * DAY), 1);
    assert_int_equal(retained_record(place, 1), STORE_LEFT);
    assert_int_equal(retained_record(place, 2), 0);
    assert_int_equal(steps(place, &days, 5 * DAY), 0);
    assert_int_equal(steps(place, &days, 9 * DAY + 1), 4); /* 2, 3, 5, 6: one never had any */
    assert_int_equal(steps(place, &days, 100 * DAY), 6);
}

static void a_number_of_records_is_kept(void **state)
{
    const struct place *place = *state;
    struct retention count = keeping("5", true);
    retained_make(place, 0);
    assert_int_equal(steps(place, &count, 0), RETAINED - 5 - 1);
    assert_int_equal(retained_record(place, RETAINED - 5), STORE_LEFT);
    assert_int_equal(retained_record(place, RETAINED - 4), 0);
    struct retention many = keeping("1000", true);
    assert_int_equal(steps(place, &many, 0), 0);
    struct retention all = keeping("all", true);
    assert_int_equal(steps(place, &all, 1000 * DAY), 0);
}

static void a_number_of_bytes_is_kept(void **state)
{
    const struct place *place = *state;
    struct store_record_at at[RETAINED];
    struct retention weight = keeping("1MiB", true), other;
    int64_t bytes = 0;
    retained_make(place, 2);
    assert_int_equal(steps(place, &weight, 0), 0);
    struct store *store = retained_begin(place, false);
    assert_int_equal(store_retention_page(store, 0, at, RETAINED), RETAINED);
    retained_end(store);
    for (int i = RETAINED - 3; i < RETAINED; i++)
        bytes += at[i].bytes;
    weight.rule.amount = bytes;
    assert_int_equal(steps(place, &weight, 0), RETAINED - 2 - 1 - 3);
    assert_int_equal(retained_record(place, RETAINED - 3), STORE_LEFT);
    assert_int_equal(retained_record(place, RETAINED - 2), 0);
    /* Another process decides from the beginning, and gets the same result. */
    other = keeping("1MiB", true);
    other.rule.amount = bytes;
    assert_int_equal(steps(place, &other, 0), 0);
    other.rule.amount = bytes - 1;
    assert_int_equal(steps(place, &other, 0), 1);
    assert_int_equal(steps(place, &weight, 0), 0);
}

static void unarchived_records_are_kept(void **state)
{
    const struct place *place = *state;
    struct retention days = keeping("1d", false);
    struct retention_found found;
    retained_make(place, 0);
    assert_int_equal(steps(place, &days, 1000 * DAY), 0);
    struct store *store = retained_begin(place, false);
    assert_int_equal(retention_look(&days, store, RETAINED, 1000 * DAY, &found), 0);
    retained_end(store);
    assert_int_equal(found.waits, RETAINED);
    assert_int_equal(retained_archived(place, 1, 3), 0);
    assert_int_equal(steps(place, &days, 1000 * DAY), 3);
    assert_int_equal(retained_record(place, 5), 0);
    assert_int_equal(retained_archived(place, 4, RETAINED), 0);
    assert_int_equal(steps(place, &days, 1000 * DAY), RETAINED - 4);
}

/* A clock that jumps ahead deletes no record that is not archived; one that jumps back deletes
 * none at all. */
static void the_clock_may_jump(void **state)
{
    const struct place *place = *state;
    struct retention days = keeping("3d", false);
    retained_make(place, 0);
    assert_int_equal(retained_archived(place, 1, 2), 0);
    assert_int_equal(steps(place, &days, INT64_MAX / 2), 2);
    assert_int_equal(steps(place, &days, -1000 * DAY), 0);
    assert_int_equal(retained_record(place, 3), 0);
}

/* More records than one step takes: each transaction is short. */
static void many_records_are_deleted_in_steps(void **state)
{
    const struct place *place = *state;
    struct retention count = keeping("10", true);
    struct retention_found found;
    enum { MANY = RETENTION_STEP + 100 };
    retained_fill(place, MANY, 0);
    struct store *store = retained_begin(place, true);
    assert_int_equal(retention_look(&count, store, MANY, 0, &found), 0);
    assert_int_equal(retention_take(&count, store, MANY, &found), 0);
    assert_int_equal(found.dropped, RETENTION_STEP - 1);
    assert_int_equal(retention_look(&count, store, MANY, 0, &found), 0);
    assert_true(found.more && found.due);
    assert_int_equal(retention_take(&count, store, MANY, &found), 0);
    assert_int_equal(found.dropped, MANY - 10 - RETENTION_STEP);
    assert_int_equal(retention_look(&count, store, MANY, 0, &found), 0);
    assert_false(found.more || found.due);
    retained_end(store);
    assert_string_equal(retained_verify(place).wrong, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_read),
        cmocka_unit_test(the_ranges_are_those_of_the_message),
        cmocka_unit_test_setup_teardown(old_records_are_deleted, setup, teardown),
        cmocka_unit_test_setup_teardown(a_number_of_records_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(a_number_of_bytes_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(unarchived_records_are_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(the_clock_may_jump, setup, teardown),
        cmocka_unit_test_setup_teardown(many_records_are_deleted_in_steps, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
