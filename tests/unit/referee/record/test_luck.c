/* test_luck.c - the value of a hand: no side is favoured, good cards have more than bad ones;
 * and the sums of many hands. */
#include <math.h>
#include <stdlib.h>

#include "play.h"

#include "record/luck.h"

static void deal(struct play *play, const char *preset, const char *const hands[HANDS_MAX])
{
    struct deal deal;
    play_begin(play, ruleset(preset, NULL), 0);
    deal = play_make_deal(&play->rules, hands, NULL);
    assert_int_equal(game_deal(&play->game, &play->rules, &deal, NULL), ENGINE_OK);
}

static void margins_have_no_sum(void **state)
{
    static const int32_t points[SEATS_MAX] = {90, -30, 60};
    struct ruleset rules = ruleset("three-handed", NULL);
    double margins[SEATS_MAX];
    (void)state;
    luck_margins(&rules, points, margins);
    assert_true(margins[0] == 75 && margins[1] == -105 && margins[2] == 30);
    assert_true(margins[3] == 0);
}

static void good_cards_are_worth_more(void **state)
{
    static const char *const strong[HANDS_MAX] = {"RJ JH JD AH KH QH 10H AS AC AD",
                                                  "4D 5D 6D 7D 5S 6S 7S 5C 6C 7C"};
    struct play play;
    double worth[SEATS_MAX];
    (void)state;
    deal(&play, "wikipedia", strong);
    struct game before = play.game;
    luck_worth(&play.game, &play.rules, worth);
    assert_true(worth[0] > 100);
    assert_true(worth[0] == -worth[1]);
    assert_memory_equal(&before, &play.game, sizeof before);
}

/* The same cards one seat further have the same value for the other side. */
static void no_side_is_favoured(void **state)
{
    static const char *const here[HANDS_MAX] = {
        "JH JD AH KH QH 10H 9H AS AC AD", "4D 5D 6D 7D 5S 6S 7S 5C 6C 7C",
        "8D 9D 10D QD 8S 9S 10S 8C 9C 10C", "KD 4H 5H 6H JS QS KS JC QC KC"};
    const char *const there[HANDS_MAX] = {here[3], here[0], here[1], here[2]};
    struct play play;
    struct game first;
    double worth[SEATS_MAX], other[SEATS_MAX];
    (void)state;
    deal(&play, "wikipedia", here);
    luck_worth(&play.game, &play.rules, worth);
    first = play.game;
    struct deal deal = play_make_deal(&play.rules, there, NULL);
    play_begin(&play, play.rules, (seat_t)((first.dealer + 1) % 4));
    assert_int_equal(game_deal(&play.game, &play.rules, &deal, NULL), ENGINE_OK);
    luck_worth(&play.game, &play.rules, other);
    assert_true(worth[0] != 0);
    assert_true(worth[0] == other[1] && worth[1] == other[0]);
}

static void every_ruleset_is_played_out(void **state)
{
    (void)state;
    for (int preset = 0; preset < preset_count(); preset++) {
        struct play play;
        double worth[SEATS_MAX], sum = 0;
        deal(&play, preset_name(preset), NULL);
        if (play.game.phase == PHASE_DEAL) /* misdealt, which is possible in deck order */
            continue;
        luck_worth(&play.game, &play.rules, worth);
        for (int side = 0; side < SEATS_MAX; side++)
            sum += worth[side];
        assert_true(fabs(sum) < 1e-6);
    }
}

static void numbers_of_many_hands(void **state)
{
    static const double all[LUCK_FOLDS] = {1, 1, 1, 1, 1, 1, 1, 1};
    struct luck_sum sum = {.folds = {{.hands = 0}}};
    (void)state;
    assert_true(luck_hands(&sum) == 0 && luck_points(&sum) == 0 && luck_variance(&sum) == 0);
    assert_true(luck_slope(&sum, all) == 0 && luck_adjusted(&sum, all) == 0);
    luck_add(&sum, 0, 100, 80);
    assert_true(luck_variance(&sum) == 0 && luck_adjusted(&sum, all) == 20);
    luck_add(&sum, 1, -60, -70);
    luck_add(&sum, 7, 20, 20);
    assert_true(luck_hands(&sum) == 3);
    assert_true(luck_points(&sum) == 60 && luck_adjusted(&sum, all) == 30);
    assert_true(luck_variance(&sum) == 6400);
    assert_true(luck_adjusted_variance(&sum, all) == 100);
    assert_true(luck_slope(&sum, all) == 1);
}

/* About normal, with mean 0 and variance 1. */
static double dice(uint64_t *random)
{
    double sum = 0;
    for (int i = 0; i < 12; i++) {
        *random = *random * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(*random >> 40) / (1 << 24);
    }
    return sum - 6;
}

/* Hands of a bot that leads by 30 and gains `slope` of the value of its cards; the slopes found
 * in them. */
static void make_hands(struct luck_sum *sum, int hands, double slope, uint64_t *random,
                       double slopes[LUCK_FOLDS])
{
    memset(sum, 0, sizeof *sum);
    for (int i = 0; i < hands; i++) {
        double worth = 200 * dice(random);
        luck_add(sum, (int)(*random >> 33) % LUCK_FOLDS, 30 + slope * worth + 100 * dice(random),
                 worth);
    }
    luck_slopes(sum, slopes);
}

/* The remaining error of the mean over many such files, as a share of the one without any
 * adjustment; *bias: of the mean, in points. */
static double error_left(int files, int hands, double slope, uint64_t random, double *bias)
{
    double before = 0, after = 0, mean = 0;

    for (int i = 0; i < files; i++) {
        struct luck_sum sum;
        double slopes[LUCK_FOLDS];
        make_hands(&sum, hands, slope, &random, slopes);
        double plain = luck_points(&sum) / hands - 30;
        double adjusted = luck_adjusted(&sum, slopes) / hands - 30;
        before += plain * plain;
        after += adjusted * adjusted;
        mean += adjusted / files;
    }
    *bias = mean;
    return after / before;
}

/* 1 / (1 + 4) of the variance is not luck. */
static void luck_is_taken_off(void **state)
{
    double bias, slopes[LUCK_FOLDS];
    struct luck_sum sum;
    uint64_t random = 1;
    (void)state;
    make_hands(&sum, 2000, 1, &random, slopes);
    assert_true(luck_slope(&sum, slopes) > 0.95 && luck_slope(&sum, slopes) <= 1);
    double left = luck_adjusted_variance(&sum, slopes) / luck_variance(&sum);
    assert_true(left > 0.17 && left < 0.23);
    assert_true(error_left(400, 200, 1, 2, &bias) < 0.28);
    assert_true(fabs(bias) < 1.1); /* three standard deviations */
    make_hands(&sum, 2000, 0.4, &random, slopes);
    assert_true(fabs(luck_slope(&sum, slopes) - 0.4) < 0.05);
}

/* A bot that gains nothing from good cards keeps its points. */
static void no_luck_is_invented(void **state)
{
    double bias, slopes[LUCK_FOLDS];
    struct luck_sum sum;
    uint64_t random = 3;
    (void)state;
    make_hands(&sum, 2000, 0, &random, slopes);
    assert_true(luck_slope(&sum, slopes) < 0.05);
    assert_true(luck_adjusted_variance(&sum, slopes) < 1.005 * luck_variance(&sum));
    assert_true(error_left(400, 200, 0, 4, &bias) < 1.02);
    assert_true(fabs(bias) < 1.1);
    make_hands(&sum, 2000, -1, &random, slopes); /* nor is the value of the cards added */
    assert_true(luck_slope(&sum, slopes) == 0);
}

/* Little is known of a bot then. Half of the value is about right for one that gains from its
 * cards. One that gains nothing is charged for it, but less than for all of it, which is 5. */
static void few_hands_take_half_of_the_value(void **state)
{
    double bias, slopes[LUCK_FOLDS];
    struct luck_sum sum;
    uint64_t random = 5;
    (void)state;
    make_hands(&sum, 1, 1, &random, slopes);
    assert_true(luck_slope(&sum, slopes) == 0.5);
    assert_true(error_left(2000, 10, 1, 6, &bias) < 0.35);
    assert_true(error_left(2000, 10, 0.4, 7, &bias) < 0.8);
    assert_true(error_left(2000, 10, 0, 8, &bias) < 1.5);
    assert_true(error_left(2000, 40, 0, 9, &bias) < 1.1);
}

/* No hand is among those from which its own slope is computed. */
static void the_slope_of_a_hand_excludes_it(void **state)
{
    double before[LUCK_FOLDS], after[LUCK_FOLDS];
    struct luck_sum sum;
    uint64_t random = 8;
    (void)state;
    make_hands(&sum, 100, 0.5, &random, before);
    luck_add(&sum, 3, 1000, -400);
    luck_slopes(&sum, after);
    for (int fold = 0; fold < LUCK_FOLDS; fold++)
        assert_true((before[fold] == after[fold]) == (fold == 3));
}

static void a_deal_has_one_fold(void **state)
{
    static const char *const hands[HANDS_MAX] = {"RJ JH JD AH KH QH 10H AS AC AD"};
    static const char *const presets[] = {"wikipedia", "two-handed-draw"};
    struct play play, again;
    int found = 0;
    (void)state;
    for (int i = 0; i < 2; i++) {
        deal(&play, presets[i], NULL);
        deal(&again, presets[i], NULL);
        again.game.scores[0] = 200;
        assert_int_equal(luck_fold(luck_deal(&play.game)), luck_fold(luck_deal(&again.game)));
        assert_true(luck_fold(luck_deal(&play.game)) >= 0 &&
                    luck_fold(luck_deal(&play.game)) < LUCK_FOLDS);
    }
    deal(&play, "wikipedia", hands);
    for (int i = 0; i < 20; i++) { /* other cards, and sooner or later another seat folds */
        cardset_t moved = play.game.hands[1] & -play.game.hands[1];
        int fold = luck_fold(luck_deal(&play.game));
        play.game.hands[1] ^= moved;
        play.game.hands[2 + i % 2] ^= moved;
        found += fold != luck_fold(luck_deal(&play.game));
        if (!play.game.hands[1])
            break;
    }
    assert_true(found > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_have_no_sum),
        cmocka_unit_test(good_cards_are_worth_more),
        cmocka_unit_test(no_side_is_favoured),
        cmocka_unit_test(every_ruleset_is_played_out),
        cmocka_unit_test(numbers_of_many_hands),
        cmocka_unit_test(luck_is_taken_off),
        cmocka_unit_test(no_luck_is_invented),
        cmocka_unit_test(few_hands_take_half_of_the_value),
        cmocka_unit_test(the_slope_of_a_hand_excludes_it),
        cmocka_unit_test(a_deal_has_one_fold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
