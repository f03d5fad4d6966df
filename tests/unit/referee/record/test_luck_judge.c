/* test_luck_judge.c - means and errors of hands, and of blocks of duplicate deals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <math.h>
#include <stdbool.h>

#include "record/luck_judge.h"

enum { BLOCKS_MAX = 200 };

static uint64_t next(uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return *random >> 33;
}

/* About normal, with mean 0 and variance 1. */
static double dice(uint64_t *random)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)next(random) / (double)(1u << 31);
    return sum - 6;
}

/* Blocks of two games of a bot that leads by `lead` a hand: in the second game the other side
 * has its cards of the first. In the file all first games come first. */
static size_t make_pairs(struct luck_game *games, int blocks, double lead, uint64_t *random)
{
    for (int block = 0; block < blocks; block++) {
        uint64_t deals = next(random) << 32 | next(random);
        double worth = 300 * dice(random);
        for (int half = 0; half < 2; half++) {
            long hands = 4 + (long)(next(random) % 9);
            double mine =
                (half ? -worth : worth) + 80 * dice(random); /* some hands are not in both */
            games[half * blocks + block] =
                (struct luck_game){.bot = 0,
                                   .deals = deals,
                                   .hands = hands,
                                   .points = lead * (double)hands + mine + 60 * dice(random),
                                   .worth = mine};
        }
    }
    return 2 * (size_t)blocks;
}

/* The share of many files whose interval holds the truth, which is `lead`. */
static double coverage(int files, int blocks, double lead, bool adjusted, uint64_t random)
{
    struct luck_game games[2 * BLOCKS_MAX];
    int held = 0;

    for (int file = 0; file < files; file++) {
        size_t count = make_pairs(games, blocks, lead, &random);
        luck_judge_sort(games, count);
        struct luck_judged judged = luck_judge_games(games, count);
        assert_int_equal(judged.blocks, blocks);
        double mean = adjusted ? judged.adjusted : judged.points;
        held += fabs(mean - lead) < (adjusted ? judged.adjusted_error : judged.error);
    }
    return (double)held / files;
}

static void bars_of_blocks_hold(void **state)
{
    static const int counts[] = {4, 8, 30, BLOCKS_MAX};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (int lead = 0; lead <= 20; lead += 20) {
            for (int adjusted = 0; adjusted < 2; adjusted++) {
                double share = coverage(2000, counts[i], lead, adjusted, 11 + i);
                print_message("%d blocks, lead %d, %s: %.3f\n", counts[i], lead,
                              adjusted ? "adjusted" : "played", share);
                assert_true(share > 0.93 && share < 0.97);
            }
        }
    }
}

/* The luck that a block removes is not in its bar; the rest of it can still be subtracted. */
static void blocks_are_steadier_than_hands(void **state)
{
    struct luck_game games[2 * BLOCKS_MAX];
    uint64_t random = 5;
    (void)state;
    size_t count = make_pairs(games, BLOCKS_MAX, 0, &random);
    luck_judge_sort(games, count);
    assert_true(luck_judge_duplicates(games, count));
    struct luck_judged paired = luck_judge_games(games, count);
    for (size_t i = 0; i < count; i++) /* the same games, as if each had its own deals */
        games[i].deals = i << 32;
    assert_false(luck_judge_duplicates(games, count));
    struct luck_judged single = luck_judge_games(games, count);
    assert_int_equal(single.blocks, 2 * paired.blocks);
    assert_true(fabs(single.points - paired.points) < 1e-9);
    assert_true(paired.error < 0.5 * single.error);
    assert_true(paired.saved > 0.3 && paired.adjusted_error < paired.error);
    assert_true(paired.slope > 0.8 && paired.slope <= 1);
}

static void few_blocks_have_no_bar(void **state)
{
    struct luck_game games[8];
    uint64_t random = 6;
    (void)state;
    for (int blocks = 0; blocks <= 4; blocks++) {
        size_t count = make_pairs(games, blocks, 0, &random);
        luck_judge_sort(games, count);
        struct luck_judged judged = luck_judge_games(games, count);
        assert_int_equal(judged.blocks, blocks);
        assert_true((judged.error > 0) == (blocks == 4));
        assert_true((judged.adjusted_error > 0) == (blocks == 4));
    }
}

/* One bot's hands say nothing about the blocks of another. */
static void bots_are_apart(void **state)
{
    struct luck_game games[] = {{.bot = 1, .deals = 7, .hands = 1},
                                {.bot = 0, .deals = 9, .hands = 1},
                                {.bot = 0, .deals = 7, .hands = 1},
                                {.bot = 1, .deals = 8, .hands = 1}};
    (void)state;
    luck_judge_sort(games, 4);
    assert_false(luck_judge_duplicates(games, 4));
    assert_true(games[0].bot == 0 && games[1].bot == 0 && games[0].deals == 7);
    games[3].deals = 7;
    assert_true(luck_judge_duplicates(games, 4));
}

static void hands_are_judged_one_by_one(void **state)
{
    struct luck_sum sum = {.folds = {{.hands = 0}}};
    (void)state;
    assert_int_equal(luck_judge_hands(&sum).hands, 0);
    luck_add(&sum, 0, 10, 0);
    assert_true(luck_judge_hands(&sum).error == 0); /* one hand has no spread */
    luck_add(&sum, 1, -10, 0);
    luck_add(&sum, 2, 30, 0);
    struct luck_judged judged = luck_judge_hands(&sum);
    assert_int_equal(judged.hands, 3);
    assert_int_equal(judged.blocks, 0);
    assert_true(fabs(judged.points - 10) < 1e-9 && fabs(judged.adjusted - 10) < 1e-9);
    assert_true(fabs(judged.error - 4.3027 * 20 / sqrt(3)) < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bars_of_blocks_hold),
        cmocka_unit_test(blocks_are_steadier_than_hands),
        cmocka_unit_test(few_blocks_have_no_bar),
        cmocka_unit_test(bots_are_apart),
        cmocka_unit_test(hands_are_judged_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
