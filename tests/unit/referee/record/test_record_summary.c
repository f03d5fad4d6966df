/* test_record_summary.c - a record tells how its game ended, and whether it is the expected one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "record_game.h"
#include "record/game_stats.h"
#include "record/record_summary.h"

static const char *const names[] = {"ann", "bob", "cy", "di", "ed", "flo"};

static void a_game_ends_as_it_was_played(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed < 20; seed++) {
        struct played played;
        struct game_outcome outcome;
        struct game_stats stats;
        char error[160] = "";
        played_start(&played, "wikipedia", NULL, 0, seed);
        played_go(&played, 400);
        char *line = played_line(&played);
        struct record_expected expected = {.rules = &played.rules,
                                           .id = "t-1",
                                           .names = names,
                                           .set_id = played.fair.set_id,
                                           .seed = played.fair.seed};
        if (record_summary_read(line, strlen(line), &expected, &outcome, &stats, error))
            fail_msg("seed %u: %s", seed, error);
        assert_memory_equal(outcome.scores, played.game.scores, sizeof outcome.scores);
        assert_int_equal(outcome.reason, played.game.reason);
        assert_int_equal(outcome.winners, played.game.winners);
        assert_int_equal(outcome.forfeited, -1);
        assert_true(stats.hands + stats.passed_out >= played.game.hands_played);
        free(line);
        played_end(&played);
    }
}

static void another_game_is_named(void **state)
{
    static const uint8_t other_seed[FAIR_BYTES];
    static const char *const other_names[] = {"ann", "bob", "eve", "di"};
    struct played played;
    struct game_outcome outcome;
    struct game_stats stats;
    char error[160];
    (void)state;
    played_start(&played, "wikipedia", NULL, 0, 3);
    played_go(&played, 400);
    char *line = played_line(&played);
    struct ruleset walker;
    struct ruleset_error rules_error;
    assert_int_equal(ruleset_preset(&walker, "walker", 6, &rules_error), 0);
    const struct record_expected good = {.rules = &played.rules,
                                         .id = "t-1",
                                         .names = names,
                                         .set_id = played.fair.set_id,
                                         .seed = played.fair.seed};
#define DIFFERS(field, value, word)                                                                \
    {                                                                                              \
        struct record_expected expected = good;                                                    \
        expected.field = value;                                                                    \
        assert_int_equal(                                                                          \
            record_summary_read(line, strlen(line), &expected, &outcome, &stats, error), -1);      \
        assert_non_null(strstr(error, word));                                                      \
    }
    DIFFERS(id, "t-2", "expected game t-2");
    DIFFERS(names, other_names, "eve");
    DIFFERS(rules, &walker, "walker");
    DIFFERS(set_id, "other", "other");
    DIFFERS(seed, other_seed, "another seed");
    assert_int_equal(record_summary_read(line, strlen(line) - 1, &good, &outcome, &stats, error),
                     -1);
    assert_memory_equal(error, "no record", 9);
    free(line);
    played_end(&played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_ends_as_it_was_played),
        cmocka_unit_test(another_game_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
