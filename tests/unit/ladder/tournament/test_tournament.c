/* Formats of competitions: the pairings, and the standings. */
#include "meetings.h"

/* Random tournaments of a test. */
#ifdef __SANITIZE_ADDRESS__
enum { TRIALS = 50 };
#else
enum { TRIALS = 300 };
#endif

static uint64_t seed;

static int below(int bound)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)bound);
}

/* The better seed wins; or a random entry does. */
enum results { BY_SEED, BY_CHANCE };

static void play_round(struct tournament *tournament, enum results results)
{
    for (int i = 0; i < tournament->meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament->meetings[i];
        if (meeting->done)
            continue;
        int halves = results == BY_SEED ? (meeting->a < meeting->b ? 4 : 0) : below(5);
        tournament_result(tournament, i, halves, 4 - halves, (halves - 2) * 100);
    }
}

static void play_all(struct tournament *tournament, enum results results)
{
    int got;
    while ((got = tournament_next_round(tournament)) > 0)
        play_round(tournament, results);
    assert_int_equal(got, 0);
}

static int met(const struct tournament *tournament, int a, int b)
{
    int count = 0;
    for (int i = 0; i < tournament->meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament->meetings[i];
        count += (meeting->a == a && meeting->b == b) || (meeting->a == b && meeting->b == a);
    }
    return count;
}

/* In no round does an entry sit at two tables. */
static void check_rounds(const struct tournament *tournament)
{
    for (int round = 0; round < tournament->rounds; round++) {
        int sits[TOURNAMENT_ENTRIES_MAX] = {0};
        for (int i = 0; i < tournament->meeting_count; i++) {
            const struct tournament_meeting *meeting = &tournament->meetings[i];
            if (meeting->round != round)
                continue;
            assert_int_equal(sits[meeting->a]++, 0);
            if (meeting->b >= 0)
                assert_int_equal(sits[meeting->b]++, 0);
        }
    }
}

static void check_table(const struct tournament *tournament)
{
    struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];
    int count = tournament->config.entry_count;
    bool seen[TOURNAMENT_ENTRIES_MAX] = {false};

    tournament_table_standings(tournament, rows);
    for (int i = 0; i < count; i++) {
        assert_false(seen[rows[i].entry]);
        seen[rows[i].entry] = true;
        if (i == 0 || rows[i].division != rows[i - 1].division) {
            assert_int_equal(rows[i].rank, 1);
            continue;
        }
        assert_true(rows[i - 1].score >= rows[i].score);
        assert_true(rows[i].rank == rows[i - 1].rank || rows[i].rank > rows[i - 1].rank);
    }
}

static void everyone_meets_everyone(void **state)
{
    (void)state;
    for (int entries = 2; entries <= 20; entries++) {
        struct tournament_config config = config_of(TOURNAMENT_ROUND_ROBIN, entries);
        struct tournament tournament;
        tournament_init(&tournament, &config);
        play_all(&tournament, BY_CHANCE);
        check_rounds(&tournament);
        check_table(&tournament);
        assert_int_equal(tournament.meeting_count, entries * (entries - 1) / 2);
        for (int a = 0; a < entries; a++) {
            for (int b = a + 1; b < entries; b++)
                assert_int_equal(met(&tournament, a, b), 1);
        }
        tournament_fini(&tournament);
    }
}

static void heroes_meet_all_others(void **state)
{
    struct tournament_config config = config_of(TOURNAMENT_GAUNTLET, 7);
    struct tournament tournament;
    (void)state;

    config.heroes = 2;
    tournament_init(&tournament, &config);
    play_all(&tournament, BY_CHANCE);
    check_rounds(&tournament);
    assert_int_equal(tournament.meeting_count, 10);
    for (int hero = 0; hero < 2; hero++) {
        for (int other = 2; other < 7; other++)
            assert_int_equal(met(&tournament, hero, other), 1);
    }
    tournament_fini(&tournament);
}

/* For up to half as many rounds as entries there is always a pairing without a rematch (Dirac). */
static void swiss_has_no_rematch(void **state)
{
    (void)state;
    for (int trial = 0; trial < TRIALS; trial++) {
        seed = (uint64_t)trial;
        int entries = 3 + below(30);
        struct tournament_config config = config_of(TOURNAMENT_SWISS, entries);
        struct tournament tournament;
        config.rounds = 1 + below(entries / 2);
        tournament_init(&tournament, &config);
        play_all(&tournament, BY_CHANCE);
        check_rounds(&tournament);
        check_table(&tournament);
        assert_int_equal(tournament.rounds, config.rounds);
        for (int a = 0; a < entries; a++) {
            int byes = 0;
            for (int b = 0; b < entries; b++) {
                if (met(&tournament, a, b) > 1)
                    fail_msg("trial %d: %d and %d meet twice in %d rounds of %d entries", trial, a,
                             b, config.rounds, entries);
            }
            for (int i = 0; i < tournament.meeting_count; i++)
                byes += tournament.meetings[i].a == a && tournament.meetings[i].b < 0;
            assert_true(byes <= 1);
        }
        tournament_fini(&tournament);
    }
}

/* The list of an entry's pairings has each of them, the last first. */
static void check_lists(const struct tournament *tournament)
{
    for (int entry = 0; entry < tournament->config.entry_count; entry++) {
        int at = -1, next = tournament->meeting_count, mine = 0, listed = 0;
        for (int i = 0; i < tournament->meeting_count; i++)
            mine += tournament->meetings[i].a == entry || tournament->meetings[i].b == entry;
        while ((at = tournament_before(tournament, entry, at)) >= 0) {
            assert_true(at < next);
            next = at;
            listed++;
        }
        assert_int_equal(listed, mine);
    }
}

/* The largest number of entries, and an odd number of them. */
static void the_largest_tournaments_are_played(void **state)
{
    static const int counts[] = {500, TOURNAMENT_ENTRIES_MAX - 1, TOURNAMENT_ENTRIES_MAX};
    static const enum tournament_format formats[] = {TOURNAMENT_SWISS, TOURNAMENT_KNOCKOUT,
                                                     TOURNAMENT_DOUBLE_KNOCKOUT};
    (void)state;

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (size_t k = 0; k < sizeof formats / sizeof formats[0]; k++) {
            struct tournament_config config = config_of(formats[k], counts[i]);
            struct tournament tournament;
            seed = i + k;
            config.rounds = formats[k] == TOURNAMENT_SWISS ? 4 : 0;
            tournament_init(&tournament, &config);
            play_all(&tournament, BY_CHANCE);
            check_rounds(&tournament);
            check_table(&tournament);
            check_lists(&tournament);
            for (int a = 0; formats[k] == TOURNAMENT_SWISS && a < counts[i]; a++) {
                int at = -1, byes = 0;
                while ((at = tournament_before(&tournament, a, at)) >= 0) {
                    const struct tournament_meeting *meeting = &tournament.meetings[at];
                    byes += meeting->b < 0;
                    for (int b = meeting->a == a ? meeting->before_a : meeting->before_b; b >= 0;
                         b = tournament_before(&tournament, a, b))
                        assert_false(tournament.meetings[b].a == meeting->a &&
                                     tournament.meetings[b].b == meeting->b);
                }
                assert_true(byes <= 1);
            }
            tournament_fini(&tournament);
        }
    }
}

/* The fewest rematches of the next round; with an odd number, with the best choice among the
 * entries due for a bye. */
static int fewest_rematches(const struct tournament *tournament)
{
    int count = tournament->config.entry_count, least = count, byes[TOURNAMENT_ENTRIES_MAX] = {0};
    int fewest = count;
    static struct pairing pairing;

    pairing.count = count;
    for (int i = 0; i < tournament->meeting_count; i++)
        byes[tournament->meetings[i].a] += tournament->meetings[i].b < 0;
    for (int a = 0; a < count; a++) {
        fewest = byes[a] < fewest ? byes[a] : fewest;
        for (int b = 0; b < count; b++)
            pairing.met[a][b] = (uint16_t)met(tournament, a, b);
    }
    if (count % 2 == 0)
        return pairing_rematches(&pairing, -1);
    for (int a = 0; a < count; a++) {
        int rematches = byes[a] == fewest ? pairing_rematches(&pairing, a) : count;
        least = rematches < least ? rematches : least;
    }
    return least;
}

/* With the most rounds some entries must meet again, but no more than necessary. */
static void swiss_has_the_fewest_rematches(void **state)
{
    int all = 0;
    (void)state;

    for (int trial = 0; trial < TRIALS; trial++) {
        seed = (uint64_t)trial;
        int entries = 3 + below(16), before = 0;
        struct tournament_config config = config_of(TOURNAMENT_SWISS, entries);
        struct tournament tournament;
        config.rounds = entries % 2 ? entries : entries - 1;
        tournament_init(&tournament, &config);
        for (int least = 0; tournament.rounds < config.rounds; before += least) {
            least = fewest_rematches(&tournament);
            assert_true(tournament_next_round(&tournament) > 0);
            int rematches = -before;
            for (int a = 0; a < entries; a++) {
                for (int b = a + 1; b < entries; b++)
                    rematches += met(&tournament, a, b) > 1 ? met(&tournament, a, b) - 1 : 0;
            }
            if (rematches != least)
                fail_msg("trial %d: %d rematches in round %d of %d entries, %d are enough", trial,
                         rematches, tournament.rounds, entries, least);
            play_round(&tournament, BY_CHANCE);
        }
        check_rounds(&tournament);
        all += before;
        tournament_fini(&tournament);
    }
    assert_true(all > 0);
}

/* In the first round the upper half meets the lower; then entries of similar score meet. */
static void swiss_pairs_like_scores(void **state)
{
    struct tournament_config config = config_of(TOURNAMENT_SWISS, 8);
    struct tournament_row rows[8];
    struct tournament tournament;
    (void)state;

    tournament_init(&tournament, &config);
    assert_int_equal(tournament_next_round(&tournament), 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tournament.meetings[i].a, i);
        assert_int_equal(tournament.meetings[i].b, i + 4);
    }
    play_round(&tournament, BY_SEED);
    assert_int_equal(tournament_next_round(&tournament), 4);
    assert_int_equal(met(&tournament, 0, 2), 1);
    assert_int_equal(met(&tournament, 4, 6), 1);
    play_round(&tournament, BY_SEED);
    play_all(&tournament, BY_SEED);
    assert_int_equal(tournament.rounds, 3);
    tournament_table_standings(&tournament, rows);
    assert_int_equal(rows[0].entry, 0);
    assert_int_equal(rows[0].schedule_halves, 6);
    assert_int_equal(rows[7].schedule_halves, 0);
    tournament_fini(&tournament);
}

static void a_knockout_of_any_size_has_one_winner(void **state)
{
    (void)state;
    for (int entries = 2; entries <= 33; entries++) {
        struct tournament_config config = config_of(TOURNAMENT_KNOCKOUT, entries);
        struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];
        struct tournament tournament;
        int played = 0;
        tournament_init(&tournament, &config);
        play_all(&tournament, BY_SEED);
        check_rounds(&tournament);
        for (int i = 0; i < tournament.meeting_count; i++)
            played += tournament.meetings[i].b >= 0;
        assert_int_equal(played, entries - 1);
        tournament_table_standings(&tournament, rows);
        assert_int_equal(rows[0].entry, 0);
        assert_int_equal(rows[1].entry, 1); /* the best two meet in the last round */
        assert_int_equal(rows[1].lost_in, tournament.rounds);
        tournament_fini(&tournament);
    }
}

static void double_knockouts(void **state)
{
    (void)state;
    for (int trial = 0; trial < TRIALS; trial++) {
        seed = (uint64_t)trial;
        int entries = 3 + below(30), losses[TOURNAMENT_ENTRIES_MAX] = {0}, in = 0;
        struct tournament_config config = config_of(TOURNAMENT_DOUBLE_KNOCKOUT, entries);
        struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];
        struct tournament tournament;
        tournament_init(&tournament, &config);
        play_all(&tournament, BY_CHANCE);
        check_rounds(&tournament);
        for (int i = 0; i < tournament.meeting_count; i++) {
            const struct tournament_meeting *meeting = &tournament.meetings[i];
            if (meeting->b < 0)
                continue;
            int winner = tournament_table_winner(&tournament, meeting);
            losses[winner == meeting->a ? meeting->b : meeting->a]++;
        }
        tournament_table_standings(&tournament, rows);
        for (int i = 0; i < entries; i++) {
            in += losses[i] < 2;
            assert_true(losses[i] <= 2);
        }
        assert_int_equal(in, 1);
        assert_true(losses[rows[0].entry] < 2);
        tournament_fini(&tournament);
    }
}

static void leagues_promote(void **state)
{
    struct tournament_config config = config_of(TOURNAMENT_LEAGUE, 7);
    struct tournament_row rows[7];
    struct tournament tournament;
    (void)state;

    config.divisions = 2; /* 0 1 2 3 and 4 5 6 */
    config.seasons = 2;
    tournament_init(&tournament, &config);
    play_all(&tournament, BY_SEED);
    check_table(&tournament);
    /* 3 goes down for 4, is the best there, and would come up again. */
    assert_int_equal(tournament.division_of[4], 0);
    assert_int_equal(tournament.division_of[3], 1);
    tournament_table_standings(&tournament, rows);
    assert_int_equal(rows[3].entry, 4);
    assert_int_equal(rows[4].entry, 3);
    assert_int_equal(rows[4].rank, 1);
    assert_int_equal(rows[4].meetings, 2); /* those of the last season */
    assert_int_equal(tournament.meeting_count, 2 * (6 + 3));
    tournament_fini(&tournament);
}

static void the_reason_of_a_decision_is_reported(void **state)
{
    struct tournament_config config = config_of(TOURNAMENT_KNOCKOUT, 7);
    struct tournament tournament;
    (void)state;

    config.deciding = 2;
    tournament_init(&tournament, &config);
    assert_int_equal(tournament_next_round(&tournament), 4);
    static const struct {
        int deciding, halves_a, margin;
        enum tournament_decision decision;
    } played[] = {
        {0, 3, -50, DECISION_GAMES}, {1, 1, 50, DECISION_BLOCKS}, {2, 2, -10, DECISION_MARGIN}};
    for (int i = 0, next = 0; i < 4; i++) {
        struct tournament_meeting *meeting = &tournament.meetings[i];
        if (meeting->b < 0) {
            assert_int_equal(tournament_table_decision(&tournament, meeting), DECISION_BYE);
            continue;
        }
        assert_true(tournament_table_needs_decision(&tournament, i, 2, 2));
        assert_false(tournament_table_needs_decision(&tournament, i, 3, 1));
        meeting->deciding = 2;
        assert_false(tournament_table_needs_decision(&tournament, i, 2, 2));
        meeting->deciding = played[next % 3].deciding;
        tournament_result(&tournament, i, played[next % 3].halves_a, 4 - played[next % 3].halves_a,
                          played[next % 3].margin);
        assert_int_equal(tournament_table_decision(&tournament, meeting),
                         played[next % 3].decision);
        int winner = played[next % 3].decision == DECISION_GAMES ? meeting->a : meeting->b;
        assert_int_equal(tournament_table_winner(&tournament, meeting), winner);
        next++;
    }
    assert_true(tournament_next_round(&tournament) > 0);
    struct tournament_meeting level = tournament.meetings[4];
    level.done = true;
    level.halves_a = level.halves_b = 4;
    assert_int_equal(tournament_table_decision(&tournament, &level), DECISION_SEED);
    assert_int_equal(tournament_table_winner(&tournament, &level),
                     level.a < level.b ? level.a : level.b);
    tournament_fini(&tournament);
}

static void impossible_formats_are_named(void **state)
{
    struct tournament_config config;
    char error[160];
    (void)state;

    tournament_defaults(&config, TOURNAMENT_SWISS);
    config.entry_count = 2;
    assert_int_equal(tournament_check(&config, error), -1);
    assert_non_null(strstr(error, "swiss: expected 3"));
    config.entry_count = 6;
    config.rounds = 6;
    assert_int_equal(tournament_check(&config, error), -1);
    assert_non_null(strstr(error, "rounds = 6"));
    tournament_defaults(&config, TOURNAMENT_GAUNTLET);
    config.entry_count = config.heroes = 3;
    assert_int_equal(tournament_check(&config, error), -1);
    tournament_defaults(&config, TOURNAMENT_LEAGUE);
    config.entry_count = 5;
    config.divisions = 3;
    assert_int_equal(tournament_check(&config, error), -1);
    config.divisions = 2;
    config.promotion = 2;
    assert_int_equal(tournament_check(&config, error), -1);
    assert_non_null(strstr(error, "promotion"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_meets_everyone),
        cmocka_unit_test(heroes_meet_all_others),
        cmocka_unit_test(swiss_has_no_rematch),
        cmocka_unit_test(swiss_pairs_like_scores),
        cmocka_unit_test(the_largest_tournaments_are_played),
        cmocka_unit_test(swiss_has_the_fewest_rematches),
        cmocka_unit_test(the_reason_of_a_decision_is_reported),
        cmocka_unit_test(a_knockout_of_any_size_has_one_winner),
        cmocka_unit_test(double_knockouts),
        cmocka_unit_test(leagues_promote),
        cmocka_unit_test(impossible_formats_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
