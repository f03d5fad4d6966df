/* test_sqlite_game_log.c - logs of games in a damaged file. test_store_game_log.c tests every
 * kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program_place.h"
#include "store/store_game_log.h"

static void a_damaged_log_is_an_error(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    char *text;
    assert_int_equal(store_begin(store, true), 0);
    int64_t bot = program_bot(store, "ann", "own-a");
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    if (place->server)
        skip();
    sql(place, "INSERT INTO game_log SELECT 'g-1', id, 0, 1, 2, 3, 4, 5, 6, 0, x'0102' FROM bot");
    store = opened(place, 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_game_log_text(store, bot, "g-1", GAME_LOG_WIRE, &text), STORE_FAILED);
    assert_non_null(strstr(store_error(store), "g-1"));
    store_rollback(store);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_damaged_log_is_an_error, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
