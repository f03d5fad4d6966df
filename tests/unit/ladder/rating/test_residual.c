/* test_residual.c - a pair that helps each other is found, and no other pair (ratings 7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "rating/residual.h"

enum { PLAYERS = 14, COUNT = 20000, THROWS = 3, TAKES = 9 };

static uint64_t seed;

static double chance(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

/* Three at a table, one winner; if `planted`, player THROWS makes TAKES win. */
static struct batch_result *made(bool planted)
{
    struct batch_result *results = calloc(COUNT, sizeof *results);
    assert_non_null(results);
    for (int i = 0; i < COUNT; i++) {
        struct batch_result *result = &results[i];
        double strength[3], sum = 0;
        *result = (struct batch_result){.side = {0, 1, 2}, .seat_count = 3, .side_count = 3};
        int takes = -1, throws = -1;
        for (int seat = 0; seat < 3; seat++) {
            do {
                result->player[seat] = (int32_t)(chance() * PLAYERS);
            } while ((seat > 0 && result->player[seat] == result->player[0]) ||
                     (seat > 1 && result->player[seat] == result->player[1]));
            takes = result->player[seat] == TAKES ? seat : takes;
            throws = result->player[seat] == THROWS ? seat : throws;
            strength[seat] = 1.0 + 0.15 * result->player[seat];
            sum += strength[seat];
        }
        double drawn = chance() * sum;
        int winner = drawn < strength[0] ? 0 : drawn < strength[0] + strength[1] ? 1 : 2;
        if (planted && takes >= 0 && throws >= 0 && chance() < 0.5)
            winner = takes;
        for (int side = 0; side < 3; side++)
            result->rank[side] = side == winner ? 1 : 2;
    }
    return results;
}

static struct residual_report find(const struct batch_result *results)
{
    struct batch_row rows[PLAYERS];
    bool ranked[PLAYERS] = {false};
    struct residual_report report;
    struct batch batch = {.results = results,
                          .result_count = COUNT,
                          .player_count = PLAYERS,
                          .ranked = ranked,
                          .center = 1500,
                          .virtual_draws = BATCH_VIRTUAL_DRAWS,
                          .resamples = 8,
                          .rows = rows};
    assert_int_equal(batch_compute(&batch), 0);
    assert_int_equal(residual_find(results, COUNT, rows, &report), 0);
    return report;
}

static void test_planted_pair_is_found(void **state)
{
    (void)state;
    for (uint64_t start = 1; start <= 3; start++) {
        seed = start;
        struct batch_result *results = made(true);
        struct residual_report report = find(results);
        assert_int_equal(report.pairs, PLAYERS * (PLAYERS - 1));
        assert_true(report.limit > 5 && report.limit < 6);
        assert_true(report.count >= 1);
        for (int i = 0; i < report.count; i++) {
            const struct residual *found = &report.found[i];
            assert_true((found->x == TAKES && found->y == THROWS && found->z > report.limit) ||
                        (found->x == THROWS && found->y == TAKES && found->z < -report.limit));
            assert_true(found->results > 200);
        }
        assert_int_equal(report.found[0].x == TAKES || report.found[0].y == TAKES, 1);
        free(report.found);
        free(results);
    }
}

static void test_honest_players_are_left_alone(void **state)
{
    (void)state;
    for (uint64_t start = 1; start <= 5; start++) {
        seed = start;
        struct batch_result *results = made(false);
        struct residual_report report = find(results);
        assert_int_equal(report.count, 0);
        free(report.found);
        free(results);
    }
}

static void test_few_results_make_no_report(void **state)
{
    (void)state;
    struct batch_result results[RESIDUAL_RESULTS_MIN - 1];
    struct batch_row rows[2] = {{.rating = 1000}, {.rating = 2000}};
    struct residual_report report;
    for (int i = 0; i < RESIDUAL_RESULTS_MIN - 1; i++)
        results[i] = (struct batch_result){
            .player = {0, 1}, .side = {0, 1}, .rank = {1, 2}, .seat_count = 2, .side_count = 2};
    assert_int_equal(residual_find(results, RESIDUAL_RESULTS_MIN - 1, rows, &report), 0);
    assert_int_equal(report.pairs, 0);
    assert_int_equal(report.count, 0);
    free(report.found);
    assert_int_equal(residual_find(NULL, 0, rows, &report), 0);
    free(report.found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planted_pair_is_found),
        cmocka_unit_test(test_honest_players_are_left_alone),
        cmocka_unit_test(test_few_results_make_no_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
