/* test_game_stats.c - what happened in one game. */
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

static void hands_are_tallied(void **state)
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
    struct tally tally;
    (void)state;

    memset(&tally, 0, sizeof tally);
    tally_hand(&tally, &rules, &made);
    tally_hand(&tally, &rules, &set);
    tally_hand(&tally, &rules, &passed);
    assert_int_equal(tally.hands, 2);
    assert_int_equal(tally.passed_out, 1);
    assert_int_equal(tally.bid[3][CALL_BID(8, DENOM_H)], 2);
    assert_int_equal(tally.made[3][CALL_BID(8, DENOM_H)], 1);
    assert_int_equal(tally.tricks[0], 5);
    assert_int_equal(tally.tricks[1], 15);
    assert_int_equal(tally.margin[1], 280 - 330);
    assert_int_equal(tally.margin[0], -280 + 330);
}

static void check_packed(const struct tally *tally, size_t size_max)
{
    uint8_t packed[TALLY_PACKED_MAX + 1];
    struct tally back;

    packed[TALLY_PACKED_MAX] = 0xaa;
    size_t size = tally_pack(tally, packed);
    assert_in_range(size, 2, size_max);
    assert_int_equal(packed[TALLY_PACKED_MAX], 0xaa);
    memset(&back, 0xff, sizeof back);
    tally_unpack(packed, size, &back);
    assert_memory_equal(&back, tally, sizeof back);
}

static void a_tally_is_small_where_it_is_mostly_empty(void **state)
{
    struct tally tally;
    uint8_t *bytes = (uint8_t *)&tally;
    (void)state;

    memset(&tally, 0, sizeof tally);
    check_packed(&tally, 16);
    tally.hands = 300;
    tally.bid[5][CALL_COUNT - 1] = tally.made[0][0] = 1;
    tally.margin[3] = -700;
    check_packed(&tally, 40);
    tally.faults[SEATS_MAX - 1][FAULT_COUNT - 1] = 0x0100; /* the last byte */
    check_packed(&tally, 48);
    /* Whatever lies where: nothing is lost. */
    for (int period = 1; period < 600; period++) {
        for (size_t i = 0; i < sizeof tally; i++)
            bytes[i] = (uint8_t)(i % (size_t)period < (size_t)period / 2 ? 0 : i + 1);
        check_packed(&tally, TALLY_PACKED_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_are_tallied),
        cmocka_unit_test(a_tally_is_small_where_it_is_mostly_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
