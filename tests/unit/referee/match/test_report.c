/* test_report.c - the result of a match: counted, tested, printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "cards.h"
#include "match/report.h"

static struct runner_entry entries[2] = {{.name = "ann"}, {.name = "bob"}};

/* A game that ann won or lost. */
static bool add(struct report *report, int number, bool won, int forfeited)
{
    struct schedule_config config = {.entry_count = 2, .games = 1000};
    struct schedule_block block;
    struct runner_game games[SCHEDULE_GAMES_MAX];
    schedule_block(&config, report->rules, number, &block);
    memset(games, 0, sizeof games);
    for (int game = 0; game < block.game_count; game++) {
        int side = report->rules->side_of[block.lineups[game].entry_of[0] == 0 ? 0 : 1];
        int winner = won ? side : !side;
        games[game].outcome = (struct game_outcome){.winners = (uint8_t)(1u << winner),
                                                    .reason = REASON_TARGET,
                                                    .forfeited = (int8_t)forfeited};
        games[game].outcome.scores[winner] = 500;
        if (forfeited >= 0)
            games[game].game_stats.faults[forfeited][FAULT_TIME] = 2;
    }
    return report_add(report, &block, games);
}

static void words_of_a_test_are_read(void **state)
{
    struct sprt sprt;
    char error[160] = "";
    (void)state;
    assert_int_equal(report_parse_sprt("elo0=0,elo1=5", &sprt, error), 0);
    assert_true(sprt.elo0 == 0 && sprt.elo1 == 5 && sprt.alpha == 0.05 && sprt.beta == 0.05);
    assert_int_equal(sprt.model, SPRT_NORMALIZED);
    assert_int_equal(report_parse_sprt("model=logistic,beta=0.1,elo1=-1,elo0=-6", &sprt, error), 0);
    assert_true(sprt.model == SPRT_LOGISTIC && sprt.beta == 0.1 && sprt.elo0 == -6);
    static const char *const bad[] = {"",
                                      "elo0=0",
                                      "elo1=5",
                                      "elo0=5,elo1=5",
                                      "elo0=0,elo1=x",
                                      "elo0=0,elo1=5,alpha=0.5",
                                      "elo0=0,elo1=5,gamma=1",
                                      "elo0=0,elo1=nan",
                                      "elo0=0,,elo1=5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(report_parse_sprt(bad[i], &sprt, error), -1);
        assert_non_null(strstr(error, "elo0=A,elo1=B"));
    }
}

static void games_and_faults_are_counted(void **state)
{
    static struct report report;
    struct ruleset rules = ruleset("two-handed-draw", NULL);
    char text[200];
    (void)state;
    report.rules = &rules;
    report.entries = entries;
    report.entry_count = 2;
    for (int i = 0; i < 10; i++)
        assert_true(add(&report, i, i < 7, -1));
    assert_int_equal(report.games, 10);
    assert_int_equal(report.totals.pairs[0].wins, 7);
    assert_int_equal(report.totals.pairs[0].losses, 3);
    assert_int_equal(report_all_faults(&report), 0);
    assert_true(add(&report, 10, true, 1));
    assert_int_equal(report_all_faults(&report), 2);
    assert_int_equal(report_faults(&report, 0) + report_faults(&report, 1), 2);
    assert_int_equal(report.forfeits[0] + report.forfeits[1], 1);
    assert_false(report_never_started(&report, 0));
    report_brief(&report, text, sizeof text);
    assert_non_null(strstr(text, "Elo +"));
    json_t *json = report_json(&report);
    assert_non_null(json);
    json_decref(json);
    report_fini(&report);
}

static void a_test_that_has_decided_ends_the_match(void **state)
{
    static struct report report;
    struct ruleset rules = ruleset("two-handed-draw", NULL);
    char error[160];
    int games = 0;
    (void)state;
    report.rules = &rules;
    report.entries = entries;
    report.entry_count = 2;
    report.has_sprt = true;
    assert_int_equal(report_parse_sprt("elo0=0,elo1=100", &report.sprt, error), 0);
    while (games < 1000 && add(&report, games, games % 5 != 0, -1))
        games++;
    assert_in_range(games, 5, 900);
    assert_int_equal(report.sprt.state, SPRT_H1);
    report_fini(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_a_test_are_read),
        cmocka_unit_test(games_and_faults_are_counted),
        cmocka_unit_test(a_test_that_has_decided_ends_the_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
