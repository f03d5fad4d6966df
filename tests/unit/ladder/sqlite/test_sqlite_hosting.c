/* test_sqlite_hosting.c - turns in a file: rows of other programs. test_store_hosting.c tests
 * every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program_place.h"
#include "store/store_hosting.h"

/* Texts that are too long are truncated; a turn without an end is not begun by another. */
static void altered_rows_are_read_safely(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    struct store_hosted found;
    assert_int_equal(store_begin(store, true), 0);
    int64_t bot = program_bot(store, "ann", "own-a");
    struct store_program one = program_activated(store, bot, "own-a", "1");
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    sql(place, "INSERT INTO hosting SELECT bot, id, 'w', 9007199254740992, 77, -5,"
               " replace(hex(zeroblob(99)), '0', 'F') FROM program");
    store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_hosting_page(store, 0, &found, 1), 1);
    assert_int_equal(strlen(found.games), HOSTED_GAMES_MAX);
    assert_int_equal(found.turn_msec, 77);
    assert_true(found.held);
    assert_int_equal(store_hosting_take(store, one.id, "x", 1, &found), STORE_NONE);
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
