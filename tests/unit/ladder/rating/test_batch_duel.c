/* test_batch_duel.c - results are counted in duels, and can be taken back. */
#include "batch_games.h"
#include "rating/batch_model.h"

static void test_both_directions_are_one_duel(void **state)
{
    (void)state;
    struct model model;
    struct batch_result won = duel_result(3, 8, 1), lost = duel_result(8, 3, 1);
    batch_model_open(&model, 1500);
    assert_int_equal(batch_model_count(&model, &won, 1), 0);
    assert_int_equal(batch_model_count(&model, &lost, 1), 0);
    assert_int_equal(batch_model_count(&model, &lost, 1), 0);
    assert_int_equal(model.duel_count, 1);
    assert_true(model.duels[0].n == 3);
    double of_three = model.duels[0].member[0][0] == 3 ? 1 : 2;
    assert_true(model.duels[0].score == of_three);
    assert_int_equal(batch_model_count(&model, &lost, -1), 0);
    assert_true(model.duels[0].n == 2 && model.duels[0].score == 1);
    batch_model_fini(&model);
}

/* Partners by lot: whoever sits first, a side is the same; a game of three sides is three duels of
 * half a game. */
static void test_sides_have_no_order(void **state)
{
    (void)state;
    struct model model;
    struct batch_result one = {.player = {4, 1, 2, 7}, .side = {0, 1, 0, 1}, .rank = {1, 2}};
    struct batch_result other = {.player = {7, 2, 1, 4}, .side = {0, 1, 0, 1}, .rank = {1, 2}};
    struct batch_result three = {.player = {0, 1, 2}, .side = {0, 1, 2}, .rank = {1, 1, 3}};
    one.seat_count = other.seat_count = 4;
    one.side_count = other.side_count = 2;
    three.seat_count = three.side_count = 3;
    batch_model_open(&model, 1500);
    assert_int_equal(batch_model_count(&model, &one, 1), 0);
    assert_int_equal(batch_model_count(&model, &other, 1), 0);
    assert_int_equal(model.duel_count, 1);
    assert_true(model.duels[0].n == 2 && model.duels[0].score == 1);
    assert_int_equal(batch_model_count(&model, &three, 1), 0);
    assert_int_equal(model.duel_count, 4);
    for (int i = 1; i < 4; i++)
        assert_true(model.duels[i].n == 0.5 && model.duels[i].score <= 0.5);
    batch_model_fini(&model);
}

static void test_many_duels_are_found_again(void **state)
{
    (void)state;
    struct model model;
    batch_model_open(&model, 1500);
    for (int round = 0; round < 2; round++) {
        for (int a = 0; a < 100; a++) {
            for (int b = 0; b < a; b++) {
                struct batch_result result = duel_result(a, b, 0.5);
                assert_int_equal(batch_model_count(&model, &result, 1), 0);
            }
        }
        assert_int_equal(model.duel_count, 100 * 99 / 2);
    }
    for (int i = 0; i < 100 * 99 / 2; i++)
        assert_true(model.duels[i].n == 2 && model.duels[i].score == 1);
    batch_model_fini(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_directions_are_one_duel),
        cmocka_unit_test(test_sides_have_no_order),
        cmocka_unit_test(test_many_duels_are_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
