/* test_sqlite_program.c - programs in a file: rows of other programs, and the search for them.
 * test_store_program.c tests every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program_place.h"

/* Texts that are too long are truncated, and an unknown state becomes one that does not play. */
static void altered_rows_are_read_safely(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    struct store_program found;
    assert_int_equal(store_begin(store, true), 0);
    int64_t bot = program_bot(store, "ann", "own-a");
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    sql(place, "INSERT INTO program SELECT 7, id, 'own-a', 'x', replace(hex(zeroblob(99)), '0',"
               " 'h'), 1, 5, 77, replace(hex(zeroblob(500)), '0', 'w'), '', 1, 2, 3, '', 0, "
               "replace(hex(zeroblob(500)), '0', 'r') FROM bot");
    store = opened(place, 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_program_page(store, bot, INT64_MAX, &found, 1), 1);
    assert_int_equal(found.state, PROGRAM_STOPPED);
    assert_int_equal(strlen(found.why), PROGRAM_WHY_MAX);
    assert_int_equal(strlen(found.rulesets), PROGRAM_RULESETS_MAX);
    assert_int_equal(strlen(found.archive), WORK_HASH_DIGITS);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(altered_rows_are_read_safely, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
