/* test_pg_game_log.c - a stored log does not notify other nodes. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?...; test_store_game_log.c tests every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program_place.h"
#include "store/store_game_log.h"

static bool changed(struct store *store)
{
    bool is;
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_changed(store, &is), 0);
    assert_int_equal(store_commit(store), 0);
    return is;
}

static void other_nodes_need_not_look(void **state)
{
    const struct place *place = *state;
    struct store_game_log log = {.game = "g-1", .wall_msec = 1};
    if (!place->server)
        skip();
    struct store *one = opened(place, 0), *two = opened(place, 0);
    assert_int_equal(store_begin(one, true), 0);
    int64_t bot = program_bot(one, "ann", "own-a");
    assert_int_equal(store_commit(one), 0);
    (void)changed(two);
    assert_false(changed(two));
    assert_int_equal(store_begin(one, true), 0);
    assert_int_equal(store_game_log_add(one, bot, GAME_LOG_WIRE, &log, "text"), 0);
    assert_int_equal(store_commit(one), 0);
    assert_false(changed(two));
    store_close(one);
    store_close(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(other_nodes_need_not_look, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
