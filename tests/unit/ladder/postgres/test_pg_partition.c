/* test_pg_partition.c - records in partitions of four results: they are made as results come, leave
 * as a whole or one by one, and what must stay does. Needs a server that has partitions, in
 * AVONDALE_TEST_STORE=postgresql://...?... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "retained.h"
#include "log/retention.h"

enum { FOUR = 4 };

/* Partitions of four results, from the first result on. */
static bool parted(const struct place *place)
{
    if (!place->server)
        return false;
    store_close(opened(place, 0));
    sql(place, "UPDATE retention SET partition_results = 4");
    return true;
}

/* The last results of partitions that are there, in order. */
static void partitions_are(const struct place *place, const char *expected)
{
    char text[400];
    snprintf(text, sizeof text,
             "DO $$ DECLARE there TEXT; BEGIN SELECT coalesce(string_agg(CAST(last_seq AS TEXT),"
             " ' ' ORDER BY last_seq), '') INTO there FROM record_partition JOIN pg_inherits"
             " ON inhrelid = to_regclass('packed_record_' || last_seq);"
             " ASSERT there = '%s', there; END $$",
             expected);
    sql(place, text);
}

static void kept(const struct place *place, int from, int to)
{
    for (int number = from; number <= to; number++)
        assert_int_equal(retained_record(place, number), number == RETAINED_BARE ? STORE_NONE : 0);
}

static int64_t left_seq(const struct place *place)
{
    struct store_retention retention;
    struct store *store = retained_begin(place, false);
    assert_int_equal(store_retention(store, &retention), 0);
    retained_end(store);
    return retention.left_seq;
}

static void results_make_partitions(void **state)
{
    const struct place *place = *state;
    if (!parted(place))
        skip();
    partitions_are(place, "");
    retained_make(place, 0);
    /* The next one is there before the last one is full. */
    partitions_are(place, "4 8 12 16");
    kept(place, 1, RETAINED);
    assert_string_equal(retained_verify(place).wrong, "");
}

/* Another number for partitions counts from the next one on, and results without records need
 * none. */
static void partitions_may_get_another_size(void **state)
{
    const struct place *place = *state;
    if (!parted(place))
        skip();
    retained_fill(place, 5, 0);
    partitions_are(place, "4 8");
    sql(place, "UPDATE retention SET partition_results = 10");
    struct log log;
    log_open(&log, place);
    for (int number = 6; number <= 40; number++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", number);
        struct ladder_result result = duel(game, "ann", "bob", 0);
        result.record = number == 40 ? "{\"game\":\"g-40\"}" : NULL;
        result.wall_msec = number * 86400000LL;
        assert_int_equal(log_result(&log, &result), number);
    }
    log_close(&log);
    partitions_are(place, "4 8 50");
    kept(place, 1, 5);
    kept(place, 40, 40);
    assert_string_equal(retained_verify(place).wrong, "");
}

static void whole_partitions_leave(void **state)
{
    const struct place *place = *state;
    if (!parted(place))
        skip();
    retained_make(place, 0);
    /* Those of 1..8 as two partitions, 9 and 10 as rows. */
    assert_int_equal(retained_drop(place, 10, true), 2);
    partitions_are(place, "12 16");
    assert_int_equal(left_seq(place), 10);
    for (int number = 1; number <= 10; number++)
        assert_int_equal(retained_record(place, number),
                         number == RETAINED_BARE ? STORE_NONE : STORE_LEFT);
    kept(place, 11, RETAINED);
    assert_string_equal(retained_verify(place).wrong, "");
    /* The rest of a partition whose rows left leaves with it. */
    assert_int_equal(retained_drop(place, 12, true), 0);
    partitions_are(place, "16");
    assert_int_equal(left_seq(place), 12);
    assert_int_equal(retained_drop(place, 12, true), 0);
    assert_string_equal(retained_verify(place).wrong, "");
}

/* A record of the first form must stay; those beside it leave one by one. */
static void a_partition_with_an_old_record_stays(void **state)
{
    const struct place *place = *state;
    if (!parted(place))
        skip();
    retained_make(place, 2);
    assert_int_equal(retained_drop(place, 4, true), 1);
    assert_int_equal(retained_drop(place, 8, true), 0); /* the next one, as a whole */
    partitions_are(place, "4 12 16");
    kept(place, 1, 2);
    assert_int_equal(retained_record(place, 3), STORE_LEFT);
    assert_int_equal(retained_record(place, 8), STORE_LEFT);
    assert_string_equal(retained_verify(place).wrong, "");
}

/* What somebody took out by hand, to keep it elsewhere, is not deleted. */
static void a_detached_partition_is_left_alone(void **state)
{
    const struct place *place = *state;
    if (!parted(place))
        skip();
    retained_make(place, 0);
    sql(place, "ALTER TABLE packed_record DETACH PARTITION packed_record_4");
    assert_int_equal(retained_drop(place, 4, true), 0);
    assert_int_equal(retained_drop(place, 8, true), 0);
    partitions_are(place, "12 16");
    assert_int_equal(left_seq(place), 8);
    sql(place, "DO $$ BEGIN ASSERT (SELECT count(*) FROM packed_record_4) = 3; END $$");
}

/* Somebody who reads for long makes nobody wait, and the partition leaves afterwards. */
static void a_reader_holds_a_partition(void **state)
{
    const struct place *place = *state;
    if (!parted(place))
        skip();
    retained_make(place, 0);
    struct store *reader = retained_begin(place, false);
    char *text;
    assert_int_equal(store_record(reader, "g-1", &text), 0);
    free(text);
    struct store *store = retained_begin(place, true);
    assert_int_equal(store_retention_drop(store, 4, true), STORE_FAILED);
    store_rollback(store);
    store_close(store);
    partitions_are(place, "4 8 12 16");
    assert_int_equal(left_seq(place), 0);
    retained_end(reader);
    assert_int_equal(retained_drop(place, 4, true), 0);
    partitions_are(place, "8 12 16");
}

/* Where many partitions are kept, records leave with theirs only; else each in its time. */
static void few_records_leave_one_by_one(void **state)
{
    const struct place *place = *state;
    enum { MANY = (RETENTION_PARTITIONS + 4) * FOUR };
    static const struct {
        const char *keep;
        int64_t left;
    } cases[] = {
        {"66", 12}, /* 14 could leave */
        {"64", 16}, /* that is a partition's end */
        {"62", 18}, /* 15 partitions and a half are kept */
        {"1", MANY - 1},
    };
    if (!parted(place))
        skip();
    retained_fill(place, MANY, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct retention retention = {.rule = {.unarchived = true}};
        struct retention_found seen = {.more = true}, taken;
        assert_int_equal(retention_parse(cases[i].keep, &retention.rule), 0);
        for (int steps = 0; seen.more; steps++) {
            assert_true(steps < 100);
            struct store *store = retained_begin(place, true);
            assert_int_equal(retention_look(&retention, store, MANY, 0, &seen), 0);
            if (seen.due)
                assert_int_equal(retention_take(&retention, store, MANY, &taken), 0);
            retained_end(store);
        }
        assert_int_equal(left_seq(place), cases[i].left);
        assert_string_equal(retained_verify(place).wrong, "");
    }
}

/* A table that an older program made becomes the first partition. */
static void an_old_table_becomes_a_partition(void **state)
{
    const struct place *place = *state;
    if (!place->server)
        skip();
    store_close(opened(place, 0));
    sql(place, "DROP TABLE packed_record; UPDATE retention SET partition_results = 0;"
               "CREATE TABLE packed_record (seq BIGINT PRIMARY KEY, dictionary BIGINT NOT NULL,"
               " bytes BYTEA NOT NULL)");
    retained_make(place, 0);
    partitions_are(place, "");
    struct store *store = opened(place, STORE_MUST_EXIST);
    assert_int_equal(store_shrink(store), 0);
    assert_int_equal(store_shrink(store), 0); /* once only */
    store_close(store);
    partitions_are(place, "2097152");
    kept(place, 1, RETAINED);
    assert_int_equal(retained_drop(place, 6, true), 5);
    kept(place, 7, RETAINED);
    assert_string_equal(retained_verify(place).wrong, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(results_make_partitions, setup, teardown),
        cmocka_unit_test_setup_teardown(partitions_may_get_another_size, setup, teardown),
        cmocka_unit_test_setup_teardown(whole_partitions_leave, setup, teardown),
        cmocka_unit_test_setup_teardown(a_partition_with_an_old_record_stays, setup, teardown),
        cmocka_unit_test_setup_teardown(a_detached_partition_is_left_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(a_reader_holds_a_partition, setup, teardown),
        cmocka_unit_test_setup_teardown(few_records_leave_one_by_one, setup, teardown),
        cmocka_unit_test_setup_teardown(an_old_table_becomes_a_partition, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
