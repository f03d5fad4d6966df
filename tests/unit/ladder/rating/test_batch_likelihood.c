/* test_batch_likelihood.c - derivatives of the likelihood, and noise that varies as they say. */
#include "batch_games.h"
#include "rating/batch_terms.h"

/* With the center, and with those that met: by differences of the likelihood itself. The short form
 * of the gradient is the same. */
static void test_gradient_is_the_derivative(void **state)
{
    (void)state;
    enum { COUNT = 40, PLAYERS = 9 };
    static double rating[PLAYERS], gradient[PLAYERS];
    struct model model;
    mixed_model(&model, 33, COUNT, PLAYERS - 1, PLAYERS);
    for (int i = 0; i < PLAYERS; i++)
        model.rating[i] = rating[i] = 1300 + 400 * chance();
    batch_model_meet(&model);
    for (int met = 0; met < 2; met++) {
        model.met_draws = met ? 1.3 : 0;
        assert_int_equal(batch_model_derive(&model), 0);
        memcpy(gradient, model.gradient, sizeof gradient);
        for (int i = 0; i < PLAYERS; i++) {
            const double step = 1e-2, at = rating[i];
            rating[i] = at + step;
            double up = batch_likelihood(&model, rating);
            rating[i] = at - step;
            double down = batch_likelihood(&model, rating);
            rating[i] = at;
            assert_true(fabs((up - down) / (2 * step) - gradient[i]) < 1e-8);
        }
        batch_gradient(&model);
        for (int i = 0; i < PLAYERS; i++)
            assert_true(fabs(model.gradient[i] - gradient[i]) < 1e-12);
    }
    batch_model_fini(&model);
}

/* With the center, and with those that met: the Hessian is the derivative of the gradient, and a
 * bot's penalty is what of its own element no result made. */
static void test_hessian_is_the_derivative(void **state)
{
    (void)state;
    enum { COUNT = 40, PLAYERS = 9 };
    static double column[PLAYERS], of_results[PLAYERS], plain[PLAYERS];
    for (int met = 0; met < 2; met++) {
        struct model model;
        mixed_model(&model, 31, COUNT, PLAYERS - 1, PLAYERS); /* the last one never plays */
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
}

/* The mean of many draws of the noise is what batch_model_met says of the inverse: draws of two
 * bots and their partners vary as the Hessian says. */
static void test_noise_varies_as_the_hessian(void **state)
{
    (void)state;
    enum { COUNT = 30, PLAYERS = 6, DRAWS = 4000, K = MODEL_COLUMNS };
    static double b[PLAYERS * K], sums[PLAYERS][PLAYERS];
    struct model model;
    uint64_t own = 5;
    mixed_model(&model, 32, COUNT, PLAYERS, PLAYERS);
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient_is_the_derivative),
        cmocka_unit_test(test_hessian_is_the_derivative),
        cmocka_unit_test(test_noise_varies_as_the_hessian),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
