/* test_store_retention.c - records are deleted from every kind of store, and its chain stays
 * intact. With AVONDALE_TEST_STORE=postgresql://...?... in a database, else in a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "retained.h"

static void archived_records_may_be_deleted(void **state)
{
    const struct place *place = *state;
    struct chain_audit before, after;
    retained_make(place, 0);
    before = retained_verify(place);
    assert_int_equal(retained_drop(place, RETAINED, false), 0);
    assert_int_equal(retained_archived(place, 1, 5), 0);
    assert_int_equal(retained_drop(place, RETAINED, false), 4); /* one never had any */
    for (int number = 1; number <= RETAINED; number++)
        assert_int_equal(retained_record(place, number), number == RETAINED_BARE ? STORE_NONE
                                                         : number <= 5           ? STORE_LEFT
                                                                                 : 0);
    after = retained_verify(place);
    assert_string_equal(after.wrong, "");
    assert_int_equal(after.results, RETAINED);
    assert_int_equal(after.left, 4);
    assert_memory_equal(after.last, before.last, CHAIN_BYTES);
}

/* Another node does the same as this one: each record is deleted once. */
static void each_record_is_deleted_once(void **state)
{
    const struct place *place = *state;
    retained_make(place, 0);
    assert_int_equal(retained_drop(place, 3, true), 3);
    assert_int_equal(retained_drop(place, 3, true), 0);
    assert_int_equal(retained_drop(place, 2, true), 0);
    assert_int_equal(retained_drop(place, 6, true), 2);
    assert_string_equal(retained_verify(place).wrong, "");
}

static void a_rollback_deletes_nothing(void **state)
{
    const struct place *place = *state;
    retained_make(place, 0);
    struct store *store = retained_begin(place, true);
    assert_int_equal(store_retention_drop(store, 3, true), 3);
    store_rollback(store);
    store_close(store);
    assert_int_equal(retained_record(place, 2), 0);
    assert_int_equal(retained_verify(place).left, 0);
    assert_string_equal(retained_verify(place).wrong, "");
}

static void a_gap_is_not_archived(void **state)
{
    const struct place *place = *state;
    struct store_retention retention;
    retained_make(place, 0);
    assert_int_equal(retained_archived(place, 2, 5), STORE_NONE);
    assert_int_equal(retained_archived(place, 1, 3), 0);
    assert_int_equal(retained_archived(place, 2, 6), 0); /* a second note is no gap */
    assert_int_equal(retained_archived(place, 1, 4), 0); /* and revokes nothing */
    struct store *store = retained_begin(place, false);
    assert_int_equal(store_retention(store, &retention), 0);
    assert_int_equal(retention.archived_seq, 6);
    assert_int_equal(retention.left_seq, 0);
    retained_end(store);
}

/* Their links need the text. */
static void records_of_old_links_stay(void **state)
{
    const struct place *place = *state;
    retained_make(place, 5);
    assert_int_equal(retained_drop(place, 8, true), 3);
    assert_int_equal(retained_record(place, 5), 0);
    assert_int_equal(retained_record(place, 6), STORE_LEFT);
    struct chain_audit audit = retained_verify(place);
    assert_string_equal(audit.wrong, "");
    assert_int_equal(audit.left, 3);
}

static void assert_wrong(const struct place *place, const char *change, const char *game,
                         const char *why)
{
    sql(place, change);
    struct chain_audit audit = retained_verify(place);
    assert_non_null(strstr(audit.wrong, game));
    assert_non_null(strstr(audit.wrong, why));
}

static void a_record_that_was_taken_out_is_found(void **state)
{
    const struct place *place = *state;
    retained_make(place, 0);
    assert_int_equal(retained_drop(place, 5, true), 4);
    assert_wrong(place, "DELETE FROM packed_record WHERE seq = 8", "g-8", "taken out");
}

static void another_record_is_found(void **state)
{
    const struct place *place = *state;
    retained_make(place, 0);
    assert_wrong(place,
                 "UPDATE packed_record SET bytes = (SELECT bytes FROM packed_record WHERE seq = 7),"
                 " dictionary = (SELECT dictionary FROM packed_record WHERE seq = 7) WHERE seq = 8",
                 "g-8", "altered");
}

/* Whatever happens to the hash, an entry is verified in one form only. */
static void another_hash_is_found(void **state)
{
    struct place *place = *state;
    retained_make(place, 2);
    assert_wrong(place, "UPDATE result SET record_hash = NULL WHERE seq = 8", "g-8", "altered");
    fresh(place);
    retained_make(place, 2);
    assert_wrong(place,
                 "UPDATE result SET record_hash = (SELECT record_hash FROM result WHERE seq = 7)"
                 " WHERE seq = 8; DELETE FROM packed_record WHERE seq = 8",
                 "g-8", "altered");
    fresh(place);
    retained_make(place, 2);
    assert_wrong(place,
                 "UPDATE result SET record_hash = (SELECT record_hash FROM result WHERE seq = 7)"
                 " WHERE seq = 1",
                 "g-1", "altered");
}

/* As somebody wrote them, or as the end of the log was cut off. */
static void a_mark_behind_the_log_is_found(void **state)
{
    static const struct {
        const char *sql, *wrong;
    } marks[] = {
        {"UPDATE retention SET archived_seq = 13",
         "retention.archived_seq is 13: expected 0 to 12, the last result"},
        {"UPDATE retention SET archived_seq = 12, left_seq = 900",
         "retention.left_seq is 900: expected 0 to 12, the last result"},
    };
    const struct place *place = *state;
    struct store_retention retention;
    retained_make(place, 0);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        sql(place, marks[i].sql);
        assert_string_equal(retained_verify(place).wrong, marks[i].wrong);
        struct store *store = retained_begin(place, false);
        assert_int_equal(store_retention(store, &retention), 0);
        assert_int_equal(store_retention_sound(store, &retention), STORE_FAILED);
        assert_non_null(strstr(store_error(store), marks[i].wrong));
        retained_end(store);
    }
    sql(place, "UPDATE retention SET left_seq = 12");
    struct store *store = retained_begin(place, false);
    assert_int_equal(store_retention_sound(store, &retention), 0);
    assert_int_equal(retention.left_seq, 12);
    retained_end(store);
}

/* Compaction could not add one that is there packed. */
static void a_stray_record_is_found(void **state)
{
    struct place *place = *state;
    retained_make(place, 0);
    sql(place, "INSERT INTO record VALUES (7, 'x')");
    assert_string_equal(retained_verify(place).wrong,
                        "packed record 7: its result has an unpacked one, too");
    fresh(place);
    retained_make(place, 0);
    sql(place, "INSERT INTO packed_record (seq, dictionary, bytes)"
               " SELECT 20, dictionary, bytes FROM packed_record WHERE seq = 7");
    assert_string_equal(retained_verify(place).wrong, "packed record 20: there is no such result");
}

static void a_page_lists_records_with_their_sizes(void **state)
{
    const struct place *place = *state;
    struct store_record_at at[RETAINED];
    retained_make(place, 2);
    assert_int_equal(retained_drop(place, 6, true), 3);
    struct store *store = retained_begin(place, false);
    assert_int_equal(store_retention_page(store, 0, at, RETAINED), RETAINED);
    for (int i = 0; i < RETAINED; i++) {
        assert_int_equal(at[i].seq, i + 1);
        assert_int_equal(at[i].wall_msec, (i + 1) * 86400000LL);
        assert_int_equal(at[i].hashed, i >= 2 && i + 1 != RETAINED_BARE);
        assert_int_equal(at[i].bytes > 0, i < 2 || i >= 6);
    }
    assert_int_equal(store_retention_page(store, 10, at, RETAINED), 2);
    assert_int_equal(at[0].seq, 11);
    assert_int_equal(store_retention_page(store, 3, at, 2), 2);
    retained_end(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(archived_records_may_be_deleted, setup, teardown),
        cmocka_unit_test_setup_teardown(each_record_is_deleted_once, setup, teardown),
        cmocka_unit_test_setup_teardown(a_rollback_deletes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_gap_is_not_archived, setup, teardown),
        cmocka_unit_test_setup_teardown(records_of_old_links_stay, setup, teardown),
        cmocka_unit_test_setup_teardown(a_record_that_was_taken_out_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(another_record_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(another_hash_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(a_mark_behind_the_log_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(a_stray_record_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(a_page_lists_records_with_their_sizes, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
