/* test_batch_place.c - ranks, and the range of places of a bot. */
#include "batch_games.h"

static void test_ranks_and_places(void **state)
{
    (void)state;
    enum { COUNT = 8000, PLAYERS = 5 };
    static const double strength[PLAYERS] = {1800, 1500, 1500, 1200, 1900};
    struct batch_result *results = made(COUNT + 3);
    struct batch_row rows[PLAYERS + 1];
    bool ranked[PLAYERS + 1] = {true, true, true, true, false, true};
    seed = 6;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        results[i] = duel_result(a, b, chance() < elo_expected(strength[a] - strength[b]) ? 1 : 0);
    }
    for (int i = 0; i < 3; i++) /* three lucky wins, and nothing else: wide bars */
        results[COUNT + i] = duel_result(PLAYERS, i, 1);
    struct batch batch = {.results = results,
                          .result_count = COUNT + 3,
                          .player_count = PLAYERS + 1,
                          .ranked = ranked,
                          .seed = 8};
    run(&batch, rows);
    assert_int_equal(rows[4].rank, 0); /* provisional: has a rating, is not ranked */
    assert_true(rows[4].rating > rows[0].rating + 50);
    assert_int_equal(rows[0].rank, 1);
    assert_true(rows[4].first == 0 && rows[4].last == 0 && rows[1].group == 0);
    assert_true(rows[5].first == 1 && rows[5].last >= 4); /* three games: any but the last places */
    assert_true(rows[1].first <= 3 && rows[1].last >= 3); /* equally strong: either may be first */
    assert_true(rows[2].first <= 3 && rows[2].last >= 3);
    assert_true(rows[3].first >= 4 && rows[3].last == 5); /* far below */
    assert_int_equal(rows[5].blocks, 3);
    assert_true(rows[5].rating > rows[0].rating && rows[5].rank > 1); /* by rating - err95 */
    for (int i = 0; i < PLAYERS + 1; i++) {
        for (int j = 0; j < PLAYERS + 1; j++) {
            if (rows[i].rank && rows[j].rank && rows[i].rank < rows[j].rank)
                assert_true(rows[i].rating - rows[i].err95 >= rows[j].rating - rows[j].err95);
        }
    }
    free(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks_and_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
