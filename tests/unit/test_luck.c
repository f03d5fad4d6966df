/* test_luck.c - the worth of a hand: no side is favoured, good cards are worth more than bad ones;
 * and the numbers of many hands. */
#include <math.h>
#include <stdlib.h>

#include "play.h"

#include "luck.h"

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

/* The same cards one seat on are worth the same to the other side. */
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
        if (play.game.phase == PHASE_DEAL) /* misdealt: in deck order that may be */
            continue;
        luck_worth(&play.game, &play.rules, worth);
        for (int side = 0; side < SEATS_MAX; side++)
            sum += worth[side];
        assert_true(fabs(sum) < 1e-6);
    }
}

static void numbers_of_many_hands(void **state)
{
    struct luck_sum sum = {.hands = 0};
    (void)state;
    assert_true(luck_points(&sum) == 0 && luck_adjusted(&sum) == 0 && luck_variance(&sum) == 0);
    luck_add(&sum, 100, 80);
    assert_true(luck_variance(&sum) == 0 && luck_adjusted(&sum) == 20);
    luck_add(&sum, -60, -70);
    luck_add(&sum, 20, 20);
    assert_true(luck_points(&sum) == 20 && luck_adjusted(&sum) == 10);
    assert_true(luck_variance(&sum) == 6400);
    assert_true(luck_adjusted_variance(&sum) == 100);
    assert_true(fabs(luck_slope(&sum) - 1.052632) < 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_have_no_sum),   cmocka_unit_test(good_cards_are_worth_more),
        cmocka_unit_test(no_side_is_favoured),   cmocka_unit_test(every_ruleset_is_played_out),
        cmocka_unit_test(numbers_of_many_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
