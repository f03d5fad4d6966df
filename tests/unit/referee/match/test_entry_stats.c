/* test_entry_stats.c - the entries' actions over their games, and their thinking times. */
#include "match/entry_stats.h"

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

/* A quantile is accurate to an eighth of an octave. */
static void quantiles(void **state)
{
    static struct think_times think;
    (void)state;

    assert_int_equal(entry_stats_think_quantile(&think, 0.5), 0);
    for (int i = 1; i <= 100000; i++)
        entry_stats_think_add(&think, i);
    for (double part = 0.001; part < 1; part += 0.0137) {
        double got = (double)entry_stats_think_quantile(&think, part), exact = part * 100000;
        assert_true(got <= exact + 1 && got >= exact / 1.125 - 1);
    }
    assert_int_equal(think.worst, 100000);
    entry_stats_think_add(&think, (usec_t)1 << 60); /* the last class takes all longer times */
    entry_stats_think_add(&think, -1);
    assert_int_equal(think.counts[THINK_CLASSES - 1], 1);
    assert_int_equal(think.counts[0], 1);
}

static void margins_and_their_error(void **state)
{
    struct ruleset rules = wikipedia();
    struct schedule_config config = {.entry_count = 2, .duplicate = true};
    struct schedule_block block;
    struct entry_stats stats;
    struct game_stats all_stats[2];
    double err95;
    (void)state;

    memset(&stats, 0, sizeof stats);
    memset(all_stats, 0, sizeof all_stats);
    schedule_block(&config, &rules, 0, &block);
    all_stats[0].hands = all_stats[1].hands = 5;
    for (int i = 0; i < 6; i++) {
        /* +10, then -10 for each hand: mean 0, each block 10 away from it */
        all_stats[0].margin[0] = all_stats[1].margin[1] = i % 2 ? -50 : 50;
        all_stats[0].faults[0][FAULT_TIME] = 1;
        entry_stats_add(&stats, 0, &rules, &block, all_stats);
        if (i == 1) { /* two blocks are too few for a bar */
            assert_true(fabs(entry_stats_margin(&stats, &err95)) < 1e-9);
            assert_true(err95 == 0);
        }
    }
    assert_int_equal(stats.games, 12);
    assert_int_equal(stats.hands, 60);
    assert_int_equal(stats.faults[FAULT_TIME], 6);
    assert_true(fabs(entry_stats_margin(&stats, &err95)) < 1e-9);
    /* One standard deviation is sqrt(6 * 100^2 * 6 / 5) / 60; with five degrees of freedom 95 %
     * are within 2.57. */
    assert_true(fabs(err95 - 2.570582 * sqrt(6 * 1e4 * 6 / 5) / 60) < 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles),
        cmocka_unit_test(margins_and_their_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
