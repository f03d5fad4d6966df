/* test_sqlite_record.c - records in a file only: the dictionaries that it keeps, and its free
 * pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store_place.h"
#include "store/store_retention.h"
#include "pack/blob.h"

static int64_t count(const struct place *place, const char *text)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    assert_int_equal(sqlite3_open(place->temp.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, text, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return number;
}

/* Like a later program with another dictionary: the earlier dictionary stays. */
static void a_dictionary_is_added_when_it_is_not_there(void **state)
{
    const struct place *place = *state;
    size_t size;
    const uint8_t *bytes = blob_dictionary(&size);
    char text[120];
    if (place->server)
        skip();
    store_close(opened(place, 0));
    snprintf(text, sizeof text, "SELECT count(*) FROM dictionary WHERE number = %lld",
             (long long)blob_dictionary_number(bytes, size));
    assert_int_equal(count(place, text), 1);
    sql(place, "UPDATE dictionary SET number = 5");
    assert_int_equal(count(place, text), 0);
    struct store *store = opened(place, 0);
    assert_false(store_migrated(store));
    store_close(store);
    assert_int_equal(count(place, text), 1);
    assert_int_equal(count(place, "SELECT count(*) FROM dictionary"), 2);
    store_close(opened(place, 0));
    assert_int_equal(count(place, "SELECT count(*) FROM dictionary"), 2);
}

/* A file of the earlier version: the table is created, and its records stay readable. */
static void a_file_of_the_version_before_is_brought_up(void **state)
{
    const struct place *place = *state;
    struct log log;
    char *text, pragma[64];
    if (place->server)
        skip();
    log_open(&log, place);
    log_ann_and_bob(&log);
    struct ladder_result result = duel("g-1", "ann", "bob", 1);
    result.record = "{\"game\":\"g-1\"}";
    (void)log_result(&log, &result);
    log_close(&log);
    sql(place, "INSERT INTO record SELECT 1, '{\"game\":\"g-1\"}'; DROP TABLE packed_record;"
               "DROP TABLE dictionary;" TO_VERSION_8);
    snprintf(pragma, sizeof pragma, "PRAGMA user_version = 7");
    sql(place, pragma);
    struct store *store = opened(place, STORE_MUST_EXIST);
    assert_true(store_migrated(store));
    assert_int_equal(store_record(store, "g-1", &text), 0);
    assert_string_equal(text, result.record);
    free(text);
    store_close(store);
}

static void a_reader_beside_reads_them(void **state)
{
    const struct place *place = *state;
    struct log log;
    char *text;
    log_open(&log, place);
    log_ann_and_bob(&log);
    struct ladder_result result = duel("g-1", "ann", "bob", 1);
    result.record = "{\"game\":\"g-1\"}";
    (void)log_result(&log, &result);
    assert_int_equal(store_commit(log.store), 0);
    struct store *reader = opened(place, STORE_READ_ONLY);
    assert_int_equal(store_record(reader, "g-1", &text), 0);
    assert_string_equal(text, result.record);
    free(text);
    store_close(reader);
    assert_int_equal(store_begin(log.store, true), 0);
    log_close(&log);
}

/* 500 records that compress badly. */
static void noise_add(struct log *log, int from)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t state = (uint64_t)from;
    for (int i = from; i < from + 500; i++) {
        char game[16], record[2001];
        snprintf(game, sizeof game, "g-%d", i);
        for (int at = 0; at < 2000; at++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            record[at] = digits[state >> 60];
        }
        record[2000] = '\0';
        struct ladder_result result = duel(game, "ann", "bob", 1);
        result.record = record;
        (void)log_result(log, &result);
    }
}

/* New records take the pages of deleted ones: a file with a constant number of records keeps its
 * size, apart from results. */
static void the_room_of_records_that_left_is_used_again(void **state)
{
    const struct place *place = *state;
    struct store_sizes full, dropped, again;
    struct log log;
    if (place->server)
        skip();
    log_open(&log, place);
    log_ann_and_bob(&log);
    noise_add(&log, 1);
    assert_int_equal(store_sizes(log.store, &full), 0);
    assert_int_equal(store_retention_drop(log.store, 500, true), 500);
    assert_int_equal(store_sizes(log.store, &dropped), 0);
    assert_int_equal(dropped.bytes, full.bytes);
    assert_true(dropped.free_bytes * 10 >= full.record_bytes * 9);
    noise_add(&log, 501);
    assert_int_equal(store_sizes(log.store, &again), 0);
    assert_true((again.bytes - full.bytes) * 5 < full.record_bytes);
    assert_true(again.free_bytes * 10 < dropped.free_bytes);
    log_close(&log);
    /* The pages are released to the disk when the operator asks for it. */
    struct store *store = opened(place, STORE_MUST_EXIST);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_retention_drop(store, 1000, true), 500);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(store_shrink(store), 0);
    assert_int_equal(store_sizes(store, &dropped), 0);
    assert_true(dropped.bytes * 2 < again.bytes);
    assert_int_equal(dropped.free_bytes, 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_dictionary_is_added_when_it_is_not_there, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_file_of_the_version_before_is_brought_up, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_reader_beside_reads_them, setup, teardown),
        cmocka_unit_test_setup_teardown(the_room_of_records_that_left_is_used_again, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
