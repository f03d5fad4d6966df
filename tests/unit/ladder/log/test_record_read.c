/* test_record_read.c - records that are damaged, altered or taken out are told apart, and neither
 * verification nor an export ends at them. With AVONDALE_TEST_STORE=postgresql://...?... in a
 * database, else in a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "retained.h"
#include "log/dump.h"
#include "log/record_read.h"

#define COPY(seq)                                                                                  \
    "UPDATE packed_record SET bytes = (SELECT bytes FROM packed_record WHERE seq = 12),"           \
    " dictionary = (SELECT dictionary FROM packed_record WHERE seq = 12) WHERE seq = " seq

/* Reads the record of result `number`; returns what is wrong with it, or "". */
static const char *read_wrong(const struct place *place, int number, bool left)
{
    struct store *store = retained_begin(place, false);
    struct store_retention retention;
    struct store_result row;
    struct record_read read;
    assert_int_equal(store_retention(store, &retention), 0);
    assert_int_equal(store_results(store, 0, number - 1, &row, 1), 1);
    assert_int_equal(record_read(store, &retention, &row, &read), 0);
    assert_int_equal(read.left, left);
    assert_int_equal(read.text != NULL, !read.wrong && !left && number != RETAINED_BARE);
    free(read.text);
    retained_end(store);
    return read.wrong ? read.wrong : "";
}

static void each_kind_is_told_apart(void **state)
{
    const struct place *place = *state;
    retained_make(place, 2);
    assert_int_equal(retained_drop(place, 5, true), 2);
    retained_damage(place, 1);
    retained_damage(place, 6);
    sql(place, COPY("7"));
    sql(place, "DELETE FROM packed_record WHERE seq = 8");
    assert_string_equal(read_wrong(place, 1, false), "its record is damaged");
    assert_string_equal(read_wrong(place, 2, false), "");
    assert_string_equal(read_wrong(place, 3, true), "");
    assert_string_equal(read_wrong(place, RETAINED_BARE, false), "");
    assert_string_equal(read_wrong(place, 6, false), "its record is damaged");
    assert_string_equal(read_wrong(place, 7, false), "its record was altered");
    assert_string_equal(read_wrong(place, 8, false), "its record was taken out");
    assert_string_equal(read_wrong(place, 9, false), "");
}

/* The first is named, all are counted, and those behind them are still checked. */
static void verification_goes_on(void **state)
{
    const struct place *place = *state;
    retained_make(place, 2);
    retained_damage(place, 2);
    retained_damage(place, 6);
    sql(place, "DELETE FROM packed_record WHERE seq = 8");
    struct chain_audit audit = retained_verify(place);
    assert_string_equal(audit.wrong, "result g-2 (number 2): its record is damaged");
    assert_int_equal(audit.records_wrong, 3);
    assert_int_equal(audit.results, RETAINED);
    assert_int_equal(audit.left, 0);
}

/* The copy has the same chain, and is as wrong as the store. */
static void an_export_leaves_them_out(void **state)
{
    struct place *place = *state;
    struct dump dump = {.name = "all"};
    char *text = NULL;
    size_t size;
    retained_make(place, 0);
    retained_damage(place, 6);
    sql(place, "DELETE FROM packed_record WHERE seq = 8");
    struct store *store = retained_begin(place, false);
    FILE *file = open_memstream(&text, &size);
    assert_int_equal(dump_export(&dump, store, file), 0);
    assert_int_equal(fflush(file), 0);
    retained_end(store);
    assert_int_equal(dump.faults.count, 2);
    assert_string_equal(dump.faults.first, "result g-6 (number 6): its record is damaged");
    assert_int_equal(dump.left, 0);
    fresh(place);
    store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    FILE *copy = fmemopen(text, size, "r");
    if (dump_import(&dump, store, copy))
        fail_msg("%s", dump.error);
    retained_end(store);
    assert_string_equal(retained_verify(place).wrong,
                        "result g-6 (number 6): its record was taken out");
    assert_int_equal(retained_record(place, 9), 0);
    fclose(copy);
    fclose(file);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_kind_is_told_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(verification_goes_on, setup, teardown),
        cmocka_unit_test_setup_teardown(an_export_leaves_them_out, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
