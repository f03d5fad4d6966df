/* test_sqlite_record.c - what only a file knows of its records: the dictionaries that it keeps, and
 * the pages that lie free. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first. */
#include <cmocka.h>

#include "store_place.h"
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

/* As a later program does that has another dictionary: the one before stays. */
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

/* A file of the version before: the table is made, and its records stay readable. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_dictionary_is_added_when_it_is_not_there, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_file_of_the_version_before_is_brought_up, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_reader_beside_reads_them, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
