/* test_batch_spread.c - the width of the error bars. */
#include "batch_games.h"

/* Without ties, and with independent results, the bars of the likelihood are right: the
 * bootstrap gives the same. */
static void test_bars_agree_with_theory(void **state)
{
    (void)state;
    enum { COUNT = 6000, PLAYERS = 8 };
    struct batch_result *results = made(COUNT);
    struct ml_game *games = calloc(COUNT, sizeof *games);
    struct ml_rating expected[PLAYERS];
    struct batch_row rows[PLAYERS];
    seed = 5;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        double score = chance() < elo_expected(40.0 * (a - b)) ? 1 : 0;
        results[i] = duel_result(a, b, score);
        games[i] = (struct ml_game){.a = a, .b = b, .n = 1, .score_a = score};
    }
    /* Many virtual draws: else the common shift of all, which only they hold, is the larger part of
     * se. */
    assert_int_equal(stats_ml_ratings(games, COUNT, PLAYERS, 1500, 4000, expected, NULL), 0);
    struct batch batch = {.results = results,
                          .result_count = COUNT,
                          .player_count = PLAYERS,
                          .virtual_draws = 1,
                          .resamples = 4000,
                          .seed = 9};
    run(&batch, rows);
    assert_int_equal(stats_ml_ratings(games, COUNT, PLAYERS, 1500, 0, expected, NULL), 0);
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(rows[i].se > 0.88 * expected[i].se && rows[i].se < 1.12 * expected[i].se);
        assert_true(fabs(rows[i].rating - (1500 + 40 * (i - 3.5))) < 4 * rows[i].se);
        assert_true(fabs(rows[i].err95 - 1.959963984540054 * rows[i].se) < 1e-9);
    }
    free(games);
    free(results);
}

/* Ties make the bars of the likelihood too wide (ratings 3). Where all games tie nothing varies,
 * and the remaining bar reflects that sixty games are few. */
static void test_ties_have_small_bars(void **state)
{
    (void)state;
    struct batch_result results[60];
    struct batch_row rows[2];
    for (int i = 0; i < 60; i++)
        results[i] = duel_result(i % 2, 1 - i % 2, 0.5);
    struct batch batch = {.results = results, .result_count = 60, .player_count = 2};
    run(&batch, rows);
    assert_true(fabs(rows[0].rating - 1500) < 1e-6);
    assert_true(rows[0].se > 2 && rows[0].se < 0.5 * 400 / log(10) / sqrt(60));
    assert_true(fabs(rows[0].los - 0.5) < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bars_agree_with_theory),
        cmocka_unit_test(test_ties_have_small_bars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
