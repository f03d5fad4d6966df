/* What entries did in their games. */
#include "record/game_stats.h"

#include <math.h>
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

/* A quantile is right to an eighth of an octave. */
static void quantiles(void **state)
{
    static struct think think;
    (void)state;

    assert_int_equal(think_quantile(&think, 0.5), 0);
    for (int i = 1; i <= 100000; i++)
        think_add(&think, i);
    for (double part = 0.001; part < 1; part += 0.0137) {
        double got = (double)think_quantile(&think, part), exact = part * 100000;
        assert_true(got <= exact + 1 && got >= exact / 1.125 - 1);
    }
    assert_int_equal(think.worst, 100000);
    think_add(&think, (usec_t)1 << 60); /* the last class takes all that is longer */
    think_add(&think, -1);
    assert_int_equal(think.counts[THINK_CLASSES - 1], 1);
    assert_int_equal(think.counts[0], 1);
}

static void margins_and_their_error(void **state)
{
    struct ruleset rules = wikipedia();
    struct match_config config = {.entry_count = 2, .duplicate = true};
    struct match_block block;
    struct entry_stats stats;
    struct tally tallies[2];
    double err95;
    (void)state;

    memset(&stats, 0, sizeof stats);
    memset(tallies, 0, sizeof tallies);
    match_block(&config, &rules, 0, &block);
    tallies[0].hands = tallies[1].hands = 5;
    for (int i = 0; i < 6; i++) {
        /* +10, then -10 a hand: mean 0, each block 10 away from it */
        tallies[0].margin[0] = tallies[1].margin[1] = i % 2 ? -50 : 50;
        tallies[0].faults[0][FAULT_TIME] = 1;
        entry_stats_add(&stats, 0, &rules, &block, tallies);
        if (i == 1) { /* two blocks are too few for a bar */
            assert_true(fabs(entry_stats_margin(&stats, &err95)) < 1e-9);
            assert_true(err95 == 0);
        }
    }
    assert_int_equal(stats.games, 12);
    assert_int_equal(stats.hands, 60);
    assert_int_equal(stats.faults[FAULT_TIME], 6);
    assert_true(fabs(entry_stats_margin(&stats, &err95)) < 1e-9);
    /* One deviation is sqrt(6 * 100^2 * 6 / 5) / 60; of five degrees of freedom 95 % are within 2.57. */
    assert_true(fabs(err95 - 2.570582 * sqrt(6 * 1e4 * 6 / 5) / 60) < 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_are_tallied),
        cmocka_unit_test(a_tally_is_small_where_it_is_mostly_empty),
        cmocka_unit_test(quantiles),
        cmocka_unit_test(margins_and_their_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
