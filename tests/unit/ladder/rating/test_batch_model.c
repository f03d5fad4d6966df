/* test_batch_model.c - the ratings under which the results are likeliest. */
#include "batch_games.h"
#include "rating/batch_model.h"

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

/* Random results of one to three bots a side; a bot may sit on several seats. */
static void mixed_results(struct batch_result *results, int count, int players)
{
    for (int i = 0; i < count; i++) {
        int members = 1 + below(3), sides = members == 1 ? 2 + below(3) : 2;
        struct batch_result *result = &results[i];
        result->side_count = (uint8_t)sides;
        result->seat_count = (uint8_t)(sides * members);
        for (int seat = 0; seat < sides * members; seat++) {
            result->player[seat] = below(players);
            result->side[seat] = (uint8_t)(seat % sides);
        }
        for (int side = 0; side < sides; side++)
            result->rank[side] = (uint8_t)(1 + below(sides));
    }
}

/* With the center, and with those that met: the Hessian is the derivative of the gradient, and a
 * bot's penalty is what of its own element no result made. */
static void test_hessian_is_the_derivative(void **state)
{
    (void)state;
    enum { COUNT = 40, PLAYERS = 9 };
    static bool ranked[PLAYERS];
    static double column[PLAYERS], of_results[PLAYERS], plain[PLAYERS];
    struct batch_result *results = made(COUNT);
    seed = 31;
    mixed_results(results, COUNT, PLAYERS - 1); /* the last one never plays */
    struct batch batch = {.results = results,
                          .result_count = COUNT,
                          .player_count = PLAYERS,
                          .ranked = ranked,
                          .center = 1500,
                          .virtual_draws = 2};
    for (int met = 0; met < 2; met++) {
        struct model model;
        assert_int_equal(batch_model_init(&model, &batch), 0);
        for (int i = 0; i < PLAYERS; i++)
            model.rating[i] = 1300 + 400 * chance();
        model.virtual_draws = 0;
        assert_int_equal(batch_model_derive(&model), 0);
        memcpy(of_results, model.hessian.diagonal, sizeof of_results);
        model.virtual_draws = 2;
        batch_model_meet(&model);
        model.met_draws = met ? 1.3 : 0;
        for (int j = 0; j < PLAYERS; j++) {
            const double step = 1e-3, at = model.rating[j];
            model.rating[j] = at + step;
            assert_int_equal(batch_model_derive(&model), 0);
            memcpy(plain, model.gradient, sizeof plain);
            model.rating[j] = at - step;
            assert_int_equal(batch_model_derive(&model), 0);
            for (int i = 0; i < PLAYERS; i++)
                column[i] = -(plain[i] - model.gradient[i]) / (2 * step);
            model.rating[j] = at;
            assert_int_equal(batch_model_derive(&model), 0);
            assert_true(fabs(column[j] - model.hessian.diagonal[j]) < 1e-9);
            assert_true(model.penalty[j] > 0);
            assert_true(fabs(model.hessian.diagonal[j] - of_results[j] - model.penalty[j]) < 1e-12);
            column[j] = 0;
            for (int i = 0; i < PLAYERS; i++) {
                for (int64_t k = model.hessian.begin[i]; k < model.hessian.begin[i + 1]; k++)
                    column[i] -= model.hessian.column[k] == j ? model.hessian.value[k] : 0;
                assert_true(fabs(column[i]) < 1e-9);
            }
        }
        assert_int_equal(model.group[PLAYERS - 1], 1);
        assert_int_equal(model.group[0], PLAYERS - 1);
        batch_model_fini(&model);
    }
    free(results);
}

/* The mean of many draws of the noise is what batch_model_met says of the inverse: draws of two
 * bots and their partners vary as the Hessian says. */
static void test_noise_varies_as_the_hessian(void **state)
{
    (void)state;
    enum { COUNT = 30, PLAYERS = 6, DRAWS = 4000, K = MODEL_COLUMNS };
    static bool ranked[PLAYERS];
    static double b[PLAYERS * K], sums[PLAYERS][PLAYERS];
    struct batch_result *results = made(COUNT);
    struct model model;
    uint64_t own = 5;
    seed = 32;
    mixed_results(results, COUNT, PLAYERS);
    struct batch batch = {.results = results,
                          .result_count = COUNT,
                          .player_count = PLAYERS,
                          .ranked = ranked,
                          .center = 1500,
                          .virtual_draws = 2};
    assert_int_equal(batch_model_init(&model, &batch), 0);
    batch_model_meet(&model);
    model.met_draws = 2;
    assert_int_equal(batch_model_derive(&model), 0);
    memset(sums, 0, sizeof sums);
    for (int draw = 0; draw < DRAWS; draw++) {
        batch_model_noise(&model, &own, b);
        for (int i = 0; i < PLAYERS; i++) {
            for (int j = 0; j < PLAYERS; j++) {
                for (int k = 0; k < K; k++)
                    sums[i][j] += b[i * K + k] * b[j * K + k] / DRAWS / K;
            }
        }
    }
    for (int i = 0; i < PLAYERS; i++) {
        double diagonal = model.hessian.diagonal[i];
        assert_true(fabs(sums[i][i] / diagonal - 1) < 0.05);
        for (int64_t k = model.hessian.begin[i]; k < model.hessian.begin[i + 1]; k++)
            assert_true(fabs(sums[i][model.hessian.column[k]] - model.hessian.value[k]) <
                        0.05 * diagonal);
    }
    batch_model_fini(&model);
    free(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_estimate_is_that_of_the_page),
        cmocka_unit_test(test_partners_have_separate_ratings),
        cmocka_unit_test(test_reference_bots_hold_the_scale),
        cmocka_unit_test(test_hessian_is_the_derivative),
        cmocka_unit_test(test_noise_varies_as_the_hessian),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
