/* test_game_stats.c - the statistics of one game. */
#include "record/game_stats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct ruleset wikipedia(void)
{
    struct ruleset rules;
    struct ruleset_error error;
    assert_int_equal(ruleset_parse(&rules, "wikipedia", NULL, 0, &error), 0);
    return rules;
}

static void hands_are_counted(void **state)
{
    struct ruleset rules = wikipedia();
    struct hand_result made = {.outcome = HAND_PLAYED,
                               .contract = {.call = CALL_BID(8, DENOM_H), .by = 3},
                               .tricks = {2, 8},
                               .delta = {20, 300}};
    struct hand_result set = {.outcome = HAND_PLAYED,
                              .contract = {.call = CALL_BID(8, DENOM_H), .by = 3},
                              .tricks = {3, 7},
                              .delta = {30, -300}};
    struct hand_result passed = {.outcome = HAND_PASSED_OUT};
    struct game_stats stats;
    (void)state;

    memset(&stats, 0, sizeof stats);
    game_stats_hand(&stats, &rules, &made);
    game_stats_hand(&stats, &rules, &set);
    game_stats_hand(&stats, &rules, &passed);
    assert_int_equal(stats.hands, 2);
    assert_int_equal(stats.passed_out, 1);
    assert_int_equal(stats.bid[3][CALL_BID(8, DENOM_H)], 2);
    assert_int_equal(stats.made[3][CALL_BID(8, DENOM_H)], 1);
    assert_int_equal(stats.tricks[0], 5);
    assert_int_equal(stats.tricks[1], 15);
    assert_int_equal(stats.margin[1], 280 - 330);
    assert_int_equal(stats.margin[0], -280 + 330);
}

static void check_packed(const struct game_stats *stats, size_t size_max)
{
    uint8_t packed[GAME_STATS_PACKED_MAX + 1];
    struct game_stats back;

    packed[GAME_STATS_PACKED_MAX] = 0xaa;
    size_t size = game_stats_pack(stats, packed);
    assert_in_range(size, 2, size_max);
    assert_int_equal(packed[GAME_STATS_PACKED_MAX], 0xaa);
    memset(&back, 0xff, sizeof back);
    game_stats_unpack(packed, size, &back);
    assert_memory_equal(&back, stats, sizeof back);
}

static void sparse_statistics_pack_small(void **state)
{
    struct game_stats stats;
    uint8_t *bytes = (uint8_t *)&stats;
    (void)state;

    memset(&stats, 0, sizeof stats);
    check_packed(&stats, 16);
    stats.hands = 300;
    stats.bid[5][CALL_COUNT - 1] = stats.made[0][0] = 1;
    stats.margin[3] = -700;
    check_packed(&stats, 40);
    stats.faults[SEATS_MAX - 1][FAULT_COUNT - 1] = 0x0100; /* the last byte */
    check_packed(&stats, 48);
    /* Whatever the positions: nothing is lost. */
    for (int period = 1; period < 600; period++) {
        for (size_t i = 0; i < sizeof stats; i++)
            bytes[i] = (uint8_t)(i % (size_t)period < (size_t)period / 2 ? 0 : i + 1);
        check_packed(&stats, GAME_STATS_PACKED_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_are_counted),
        cmocka_unit_test(sparse_statistics_pack_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
