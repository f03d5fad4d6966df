/* test_session.c - a game from its start to its result. */
#include "duel_session.h"

static void test_a_game_is_played(void **state)
{
    struct duel *duel = *state;
    assert_int_equal(duel_start(duel, 0), 0);
    assert_true(duel_play(duel));
    assert_int_equal(duel->forfeited, -1);
    assert_int_equal(duel->faults[0] + duel->faults[1], 0);
    assert_non_null(duel->record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_game_is_played, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
