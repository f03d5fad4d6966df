/* test_batch_model.c - the ratings under which the results are likeliest. */
#include "batch_games.h"
#include "rating/batch_model.h"

/* Two and two that met, and one that met nobody: who hangs together, and how the draws of each are
 * shared over its duels. */
static void test_who_met_whom(void **state)
{
    (void)state;
    enum { PLAYERS = 5 };
    static bool ranked[PLAYERS];
    struct batch_result results[] = {duel_result(0, 1, 1), duel_result(0, 1, 0),
                                     duel_result(1, 2, 1), duel_result(3, 3, 0.5)};
    struct batch batch = {.results = results,
                          .result_count = 4,
                          .player_count = PLAYERS,
                          .ranked = ranked,
                          .center = 1500,
                          .virtual_draws = 2};
    static const int games[PLAYERS] = {2, 3, 1, 2, 0}, group[PLAYERS] = {3, 3, 3, 1, 1};
    struct model model;
    assert_int_equal(batch_model_init(&model, &batch), 0);
    batch_model_meet(&model);
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(fabs(model.share[i] - (games[i] ? 1.0 / games[i] : 0)) < 1e-12);
        assert_int_equal(model.group[i], group[i]);
    }
    double drawn = 0; /* one for each bot that played */
    for (int64_t i = 0; i < model.duel_count; i++)
        drawn += model.duels[i].drawn;
    assert_true(fabs(drawn - 4) < 1e-12);
    batch_model_fini(&model);
}

/* For games of two it is the estimate of ratings 3, which the vectors check. */
static void test_estimate_is_that_of_the_page(void **state)
{
    (void)state;
    enum { COUNT = 900, PLAYERS = 12 };
    struct batch_result *results = made(COUNT);
    struct ml_game games[COUNT];
    struct ml_rating expected[PLAYERS];
    struct batch_row rows[PLAYERS];
    seed = 11;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        double score = a == 0 ? 1 : b == 0 ? 0 : below(3) / 2.0; /* player 0 has a perfect score */
        results[i] = duel_result(a, b, score);
        games[i] = (struct ml_game){.a = a, .b = b, .n = 1, .score_a = score};
    }
    assert_int_equal(stats_ml_ratings(games, COUNT, PLAYERS, 1500, 2, expected, NULL), 0);
    struct batch batch = {
        .results = results, .result_count = COUNT, .player_count = PLAYERS, .seed = 1};
    run(&batch, rows);
    for (int i = 0; i < PLAYERS; i++)
        assert_true(fabs(rows[i].rating - expected[i].rating) < 1e-6);
    free(results);
}

/* Partners by lot: the model finds each bot's own strength. */
static void test_partners_have_separate_ratings(void **state)
{
    (void)state;
    enum { COUNT = 20000, PLAYERS = 10 };
    struct batch_result *results = made(COUNT);
    struct batch_row rows[PLAYERS];
    seed = 77;
    for (int i = 0; i < COUNT; i++) {
        int seats[PLAYERS];
        for (int p = 0; p < PLAYERS; p++) {
            int at = below(p + 1);
            seats[p] = seats[at];
            seats[at] = p;
        }
        double difference = 60.0 * (seats[0] + seats[2] - seats[1] - seats[3]) / 2;
        bool win = chance() < elo_expected(difference);
        results[i] = (struct batch_result){.player = {seats[0], seats[1], seats[2], seats[3]},
                                           .side = {0, 1, 0, 1},
                                           .rank = {win ? 1 : 2, win ? 2 : 1},
                                           .seat_count = 4,
                                           .side_count = 2};
    }
    struct batch batch = {.results = results, .result_count = COUNT, .player_count = PLAYERS};
    run(&batch, rows);
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(fabs(rows[i].rating - (1500 + 60 * (i - 4.5))) < 4 * rows[i].se);
        assert_int_equal(rows[i].rank, PLAYERS - i);
    }
    free(results);
}

static void test_reference_bots_hold_the_scale(void **state)
{
    (void)state;
    enum { COUNT = 3000, PLAYERS = 6 };
    struct batch_result *results = made(COUNT);
    struct batch_row free_rows[PLAYERS], rows[PLAYERS];
    bool reference[PLAYERS] = {[4] = true, [5] = true};
    seed = 21;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        results[i] = duel_result(a, b, chance() < elo_expected(80.0 * (a - b)) ? 1 : 0);
    }
    struct batch batch = {.results = results, .result_count = COUNT, .player_count = PLAYERS};
    run(&batch, free_rows);
    batch.reference = reference;
    run(&batch, rows);
    assert_true(fabs((rows[4].rating + rows[5].rating) / 2 - 1500) < 1e-9);
    for (int i = 1; i < PLAYERS; i++)
        assert_true(fabs((rows[i].rating - rows[0].rating) -
                         (free_rows[i].rating - free_rows[0].rating)) < 1e-6);
    free(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_met_whom),
        cmocka_unit_test(test_estimate_is_that_of_the_page),
        cmocka_unit_test(test_partners_have_separate_ratings),
        cmocka_unit_test(test_reference_bots_hold_the_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
