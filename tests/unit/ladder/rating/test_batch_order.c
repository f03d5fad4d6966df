/* test_batch_order.c - a model that goes through players and duels in another order comes to the
 * same. */
#include "batch_games.h"
#include "rating/batch_model.h"

enum { PLAYERS = 120, RESULTS = 900 };

/* Partners by lot and games of two; numbers say nothing of strength. */
static void fill(struct batch_result *results, int count)
{
    for (int i = 0; i < count; i++) {
        int a = below(PLAYERS);
        results[i] = duel_result(a, (a + 1 + below(PLAYERS - 1)) % PLAYERS, chance() < 0.5);
        if (i % 3)
            continue;
        results[i].seat_count = 4;
        for (int seat = 0; seat < 4; seat++) {
            results[i].side[seat] = (uint8_t)(seat % 2);
            results[i].player[seat] = (a + seat * (1 + below(PLAYERS / 4))) % PLAYERS;
        }
    }
}

static void model_make(struct model *model, const struct batch_result *results, int count)
{
    batch_model_open(model, 1500);
    for (int i = 0; i < count; i++)
        assert_int_equal(batch_model_count(model, &results[i], 1), 0);
    assert_int_equal(batch_model_ready(model, PLAYERS), 0);
    model->virtual_draws = 2;
}

/* Taking all results back empties the duels that were there, and adds none. */
static void assert_duels_are_found(struct model *model, const struct batch_result *results,
                                   int count)
{
    int64_t before = model->duel_count;
    for (int i = 0; i < count; i++)
        assert_int_equal(batch_model_count(model, &results[i], -1), 0);
    assert_int_equal(model->duel_count, before);
    for (int64_t i = 0; i < before; i++)
        assert_true(fabs(model->duels[i].n) < 1e-9 && fabs(model->duels[i].score) < 1e-9);
}

static void test_ratings_and_draws_are_the_same(void **state)
{
    (void)state;
    static double b[2][PLAYERS * MODEL_COLUMNS], x[2][PLAYERS * MODEL_COLUMNS];
    struct batch_result *results = made(RESULTS);
    struct model models[2];
    seed = 71;
    fill(results, RESULTS);
    for (int which = 0; which < 2; which++) {
        struct model *model = &models[which];
        model_make(model, results, RESULTS);
        assert_int_equal(batch_model_follow(model, 10), 0);
        if (which)
            assert_int_equal(batch_model_order(model), 0);
        assert_int_equal(batch_model_follow(model, 1e-7), 0);
        batch_model_meet(model);
        model->met_draws = 2;
        assert_int_equal(batch_model_follow(model, 1e-7), 0);
        assert_int_equal(batch_model_derive(model), 0);
        batch_model_noise_keyed(model, 5, b[which]);
        batch_model_solve(model, b[which], x[which], 1e-9);
    }
    for (int i = 0; i < PLAYERS; i++)
        assert_true(fabs(models[0].rating[i] - models[1].rating[i]) < 1e-5);
    for (int i = 0; i < PLAYERS * MODEL_COLUMNS; i++) {
        assert_true(fabs(b[0][i] - b[1][i]) < 1e-8);
        assert_true(fabs(x[0][i] - x[1][i]) < 1e-4);
    }
    for (int which = 0; which < 2; which++) {
        assert_duels_are_found(&models[which], results, RESULTS);
        batch_model_fini(&models[which]);
    }
    free(results);
}

/* Numbers of a chain of neighbours are mixed: in the order each is near those it met, and so are
 * duels. A few that come later do not make it all move, and many do. */
static void test_those_who_met_are_near(void **state)
{
    (void)state;
    static int number[PLAYERS], place[PLAYERS];
    struct model model;
    batch_model_open(&model, 1500);
    seed = 72;
    for (int i = 0; i < PLAYERS; i++) {
        int at = below(i + 1);
        number[i] = number[at];
        number[at] = i;
    }
    for (int i = 0; i < PLAYERS - 10; i++) { /* the last ten have no results */
        for (int other = i + 1; other < i + 4 && other < PLAYERS - 10; other++) {
            struct batch_result result = duel_result(number[i], number[other], 1);
            assert_int_equal(batch_model_count(&model, &result, 1), 0);
        }
    }
    int64_t in_order = model.duel_count;
    assert_int_equal(batch_model_ready(&model, PLAYERS - 1), 0);
    assert_int_equal(batch_model_order(&model), 0);
    for (int i = 0; i < PLAYERS - 1; i++) {
        place[model.order[i]] = i;
        assert_int_equal(model.row[model.order[i]], i);
    }
    for (int64_t i = 0; i < model.duel_count; i++) {
        const struct duel *duel = &model.duels[i], *before = &model.duels[i > 0 ? i - 1 : 0];
        assert_true(abs(place[duel->member[0][0]] - place[duel->member[1][0]]) <= 6);
        assert_true(place[before->member[0][0]] <= place[duel->member[0][0]]);
    }
    for (int more = 0; more < 2; more++) {
        batch_model_rest(&model);
        assert_null(model.row);
        for (int i = 0; i < (more ? 59 : 2); i++) {
            struct batch_result result = duel_result(number[i], number[50 + i], 1);
            assert_int_equal(batch_model_count(&model, &result, 1), 0);
        }
        assert_int_equal(batch_model_ready(&model, PLAYERS), 0);
        assert_int_equal(batch_model_order(&model), 0);
        assert_int_equal(model.duels_ordered, more ? model.duel_count : in_order);
        assert_int_equal(model.ordered, more ? PLAYERS : PLAYERS - 1);
        assert_true(more || model.order[PLAYERS - 1] == PLAYERS - 1);
    }
    batch_model_fini(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratings_and_draws_are_the_same),
        cmocka_unit_test(test_those_who_met_are_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
