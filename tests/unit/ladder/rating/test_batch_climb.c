/* test_batch_climb.c - both ways up end at the same maximum. */
#include "batch_games.h"
#include "rating/batch_terms.h"

/* From the center and from far off, with the center and with those that met. */
static void test_both_end_at_the_maximum(void **state)
{
    (void)state;
    enum { COUNT = 300, PLAYERS = 30 };
    static double top[PLAYERS];
    struct model model;
    mixed_model(&model, 34, COUNT, PLAYERS - 1, PLAYERS);
    batch_model_meet(&model);
    for (int met = 0; met < 2; met++) {
        model.met_draws = met ? 1.3 : 0;
        assert_int_equal(batch_model_climb(&model), 0);
        memcpy(top, model.rating, sizeof top);
        double highest = batch_likelihood(&model, top);
        for (int i = 0; i < PLAYERS; i++)
            assert_true(fabs(model.gradient[i]) < 1e-8);
        for (int far = 0; far < 3; far++) {
            for (int i = 0; i < PLAYERS; i++)
                model.rating[i] = 1500 + 1000 * far * (chance() - 0.5);
            assert_true(batch_likelihood(&model, model.rating) < highest);
            assert_int_equal(batch_model_follow(&model, 1e-6), 0);
            for (int i = 0; i < PLAYERS; i++)
                assert_true(fabs(model.rating[i] - top[i]) < 1e-4);
        }
    }
    batch_model_fini(&model);
}

/* A batch that is to stop ends a climb, and the ratings stay numbers. */
static void test_both_can_be_stopped(void **state)
{
    (void)state;
    enum { COUNT = 60, PLAYERS = 9 };
    atomic_bool stop = false;
    struct model model;
    mixed_model(&model, 35, COUNT, PLAYERS, PLAYERS);
    model.stop = &stop;
    atomic_store(&stop, true);
    assert_int_equal(batch_model_climb(&model), -1);
    assert_int_equal(batch_model_follow(&model, 1e-6), -1);
    atomic_store(&stop, false);
    assert_int_equal(batch_model_climb(&model), 0);
    for (int i = 0; i < PLAYERS; i++)
        assert_true(isfinite(model.rating[i]));
    batch_model_fini(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_end_at_the_maximum),
        cmocka_unit_test(test_both_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
