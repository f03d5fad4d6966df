/* test_tournament_schedule.c - the rounds to come are those that come. */
#include "meetings.h"

#include "tournament/tournament_schedule.h"

enum { MEETINGS_MAX = 400 };

static void finish_round(struct tournament *tournament)
{
    for (int i = 0; i < tournament->meeting_count; i++) {
        if (!tournament->meetings[i].done)
            tournament_result(tournament, i, 2, 0, 1);
    }
}

/* From each round on, the rest of the schedule is what is played then. */
static void foretold(const struct tournament_config *config)
{
    struct tournament_meeting told[MEETINGS_MAX];
    struct tournament tournament, later;
    int rounds = 0, more;

    tournament_init(&tournament, config);
    do {
        int count = tournament_schedule_make(&tournament, told, MEETINGS_MAX), at = 0;
        int left = tournament_schedule_rounds(&tournament);
        tournament_init(&later, config);
        for (int i = 0; i < rounds; i++) {
            assert_true(tournament_next_round(&later) > 0);
            finish_round(&later);
        }
        for (int i = 0; i < left; i++) {
            int from = later.meeting_count;
            assert_true(tournament_next_round(&later) > 0);
            for (int k = from; k < later.meeting_count; k++, at++) {
                assert_true(at < count);
                assert_int_equal(told[at].a, later.meetings[k].a);
                assert_int_equal(told[at].b, later.meetings[k].b);
                assert_int_equal(told[at].round, later.meetings[k].round);
                assert_int_equal(told[at].season, later.meetings[k].season);
                assert_int_equal(told[at].division, later.meetings[k].division);
            }
            finish_round(&later);
        }
        assert_int_equal(at, count);
        if (config->format != TOURNAMENT_LEAGUE)
            assert_int_equal(tournament_next_round(&later), 0);
        tournament_fini(&later);
        more = tournament_next_round(&tournament);
        finish_round(&tournament);
        rounds++;
    } while (more > 0);
    assert_int_equal(tournament_schedule_rounds(&tournament), 0);
    tournament_fini(&tournament);
}

static void rounds_to_come_are_those_that_come(void **state)
{
    (void)state;
    for (int entries = 2; entries <= 9; entries++) {
        struct tournament_config config = config_of(TOURNAMENT_ROUND_ROBIN, entries);
        foretold(&config);
        config = config_of(TOURNAMENT_GAUNTLET, entries);
        config.heroes = entries / 2;
        foretold(&config);
    }
    struct tournament_config config = config_of(TOURNAMENT_LEAGUE, 9);
    config.seasons = 3;
    foretold(&config);
}

static void what_results_decide_is_not_foretold(void **state)
{
    static const enum tournament_format formats[] = {TOURNAMENT_SWISS, TOURNAMENT_KNOCKOUT,
                                                     TOURNAMENT_DOUBLE_KNOCKOUT};
    struct tournament_meeting told[8];
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        struct tournament_config config = config_of(formats[i], 6);
        struct tournament tournament;
        tournament_init(&tournament, &config);
        assert_true(tournament_next_round(&tournament) > 0);
        assert_int_equal(tournament_schedule_rounds(&tournament), 0);
        assert_int_equal(tournament_schedule_make(&tournament, told, 8), 0);
        tournament_fini(&tournament);
    }
}

/* Rounds that do not fit are left out whole; disqualified entries meet nobody. */
static void a_long_schedule_is_cut_between_rounds(void **state)
{
    struct tournament_config config = config_of(TOURNAMENT_ROUND_ROBIN, 6);
    struct tournament_meeting told[15];
    struct tournament tournament;
    (void)state;
    tournament_init(&tournament, &config);
    assert_int_equal(tournament_schedule_rounds(&tournament), 5);
    assert_int_equal(tournament_schedule_make(&tournament, told, 15), 15);
    assert_int_equal(tournament_schedule_make(&tournament, told, 14), 12);
    assert_int_equal(tournament_schedule_make(&tournament, told, 2), 0);
    tournament.out[4] = true;
    assert_int_equal(tournament_schedule_make(&tournament, told, 15), 10);
    for (int i = 0; i < 10; i++)
        assert_true(told[i].a != 4 && told[i].b != 4);
    tournament_fini(&tournament);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_to_come_are_those_that_come),
        cmocka_unit_test(what_results_decide_is_not_foretold),
        cmocka_unit_test(a_long_schedule_is_cut_between_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
