/* Random rulings of an organiser over all formats: what is conserved, which entries never win,
 * which results stay on record. */
#include "meetings.h"
#include "tournament/tournament_ruling.h"

static uint64_t seed;

static int below(int bound)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)bound);
}

static const enum tournament_format formats[] = {TOURNAMENT_ROUND_ROBIN,     TOURNAMENT_GAUNTLET,
                                                 TOURNAMENT_SWISS,           TOURNAMENT_KNOCKOUT,
                                                 TOURNAMENT_DOUBLE_KNOCKOUT, TOURNAMENT_LEAGUE};
enum { FORMATS = sizeof formats / sizeof formats[0] };

/* Two schedule points for each pairing that counts, to its entries; all half points of its
 * games. */
static void check_totals(const struct tournament *tournament, const struct tournament_row *rows)
{
    int schedule = 0, halves = 0, due_schedule = 0, due_halves = 0;
    int64_t margin = 0;

    for (int i = 0; i < tournament->config.entry_count; i++) {
        schedule += rows[i].schedule_halves;
        halves += rows[i].game_halves;
        margin += rows[i].margin;
    }
    for (int i = 0; i < tournament->meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament->meetings[i];
        if (!meeting->done || meeting->season != tournament->season ||
            meeting->ruling == RULING_VOID)
            continue;
        due_schedule += meeting->ruling == RULING_TO_NOBODY ? 0 : 2;
        due_halves += meeting->halves_a + meeting->halves_b;
    }
    assert_int_equal(schedule, due_schedule);
    assert_int_equal(halves, due_halves);
    assert_int_equal(margin, 0);
}

/* A disqualified entry ranks below all others of its division, and wins nothing from then on. */
static void check_out(const struct tournament *tournament)
{
    struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];
    int count = tournament->config.entry_count, in = 0;

    for (int i = 0; i < count; i++)
        in += !tournament->out[i];
    tournament_table_standings(tournament, rows);
    check_totals(tournament, rows);
    for (int i = 1; i < count; i++) {
        if (rows[i].division == rows[i - 1].division && rows[i - 1].disqualified)
            assert_true(rows[i].disqualified);
    }
    if (in > 0 && tournament->config.format != TOURNAMENT_LEAGUE)
        assert_false(rows[0].disqualified);
    for (int i = 0; i < tournament->meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament->meetings[i];
        if (!meeting->done || meeting->ruling == RULING_NONE)
            continue;
        int winner = tournament_table_winner(tournament, meeting);
        assert_int_equal(meeting->halves_a + meeting->halves_b, 0);
        assert_true(tournament->out[meeting->a] || tournament->out[meeting->b]);
        /* An entry that was awarded a pairing has met a disqualified one. */
        if (winner >= 0)
            assert_true(tournament->out[winner == meeting->a ? meeting->b : meeting->a]);
    }
}

static void rule_by_chance(struct tournament *tournament)
{
    int voids = tournament->void_count, entry = below(tournament->config.entry_count);
    char error[160];

    if (below(3) == 0 && !tournament->out[entry]) {
        assert_int_equal(tournament_ruling_disqualify(tournament, entry), 0);
        assert_true(tournament->void_count >= voids);
    } else if (tournament->meeting_count > 0) {
        int meeting = below(tournament->meeting_count);
        struct tournament_meeting before = tournament->meetings[meeting];
        if (tournament_ruling_check(tournament, meeting, error)) {
            assert_true(error[0] != '\0');
            return;
        }
        assert_int_equal(tournament_ruling_rerun(tournament, meeting), 0);
        assert_false(tournament->meetings[meeting].done);
        if (before.done) { /* the old result stays on record */
            const struct tournament_void *kept = &tournament->voids[tournament->void_count - 1];
            assert_int_equal(tournament->void_count, voids + 1);
            assert_int_equal(kept->meeting, meeting);
            assert_int_equal(kept->halves_a, before.halves_a);
            assert_int_equal(kept->margin, before.margin);
            assert_true(kept->rerun);
        }
    }
}

/* Plays the open pairings, and lets the organiser rule now and then. */
static void play_round(struct tournament *tournament, int ruling_chance)
{
    for (int i = 0; i < tournament->meeting_count; i++) {
        if (tournament->meetings[i].done)
            continue;
        int halves = below(5);
        tournament_result(tournament, i, halves, 4 - halves, (halves - 2) * 100);
        if (ruling_chance > 0 && below(ruling_chance) == 0) {
            rule_by_chance(tournament);
            i = -1; /* an earlier pairing may be open again */
        }
    }
}

static void a_disqualified_entry_never_wins(void **state)
{
    (void)state;

    for (int trial = 0; trial < 600; trial++) {
        struct tournament_config config = config_of(formats[trial % FORMATS], 4 + trial / 6 % 13);
        struct tournament tournament;
        int rounds = 0;
        seed = (uint64_t)trial;
        if (config.format == TOURNAMENT_LEAGUE)
            config.seasons = 2;
        tournament_init(&tournament, &config);
        if (trial % 7 == 0) /* before the first round */
            assert_int_equal(tournament_ruling_disqualify(&tournament, below(4)), 0);
        while (tournament_next_round(&tournament) > 0) {
            play_round(&tournament, 6);
            check_out(&tournament);
            assert_true(++rounds < 200);
        }
        check_out(&tournament);
        rule_by_chance(&tournament); /* after the end */
        play_round(&tournament, 0);
        check_out(&tournament);
        assert_int_equal(tournament_next_round(&tournament) < 0, 0);
        tournament_fini(&tournament);
    }
}

/* Entries with equal results share their rank, whoever was disqualified and when. */
static void equal_entries_stay_level(void **state)
{
    static const enum tournament_format even[] = {TOURNAMENT_ROUND_ROBIN, TOURNAMENT_LEAGUE};
    (void)state;

    for (int trial = 0; trial < 200; trial++) {
        struct tournament_config config = config_of(even[trial % 2], 6 + trial % 9);
        struct tournament tournament;
        struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];
        seed = (uint64_t)trial;
        config.divisions = 1;
        tournament_init(&tournament, &config);
        while (tournament_next_round(&tournament) > 0) {
            for (int i = 0; i < tournament.meeting_count; i++) {
                if (!tournament.meetings[i].done)
                    tournament_result(&tournament, i, 2, 2, 0);
                int entry = below(config.entry_count);
                if (below(20) == 0 && !tournament.out[entry])
                    assert_int_equal(tournament_ruling_disqualify(&tournament, entry), 0);
            }
        }
        tournament_table_standings(&tournament, rows);
        for (int i = 1; i < config.entry_count; i++) {
            if (!rows[i].disqualified)
                assert_int_equal(rows[i].rank, 1);
        }
        tournament_fini(&tournament);
    }
}

/* The table of the others equals a round robin without the disqualified entry. */
static void a_round_robin_ignores_a_disqualified_entry(void **state)
{
    (void)state;

    for (int trial = 0; trial < 100; trial++) {
        int entries = 3 + trial % 10, gone, results[16][16];
        struct tournament_config config = config_of(TOURNAMENT_ROUND_ROBIN, entries), less = config;
        struct tournament with, without;
        struct tournament_row rows[TOURNAMENT_ENTRIES_MAX], other[TOURNAMENT_ENTRIES_MAX];

        seed = (uint64_t)trial;
        for (int a = 0; a < entries; a++) {
            for (int b = 0; b < entries; b++)
                results[a][b] = below(5);
        }
        gone = below(entries);
        less.entry_count--;
        if (less.entry_count < 2)
            continue;
        tournament_init(&with, &config);
        tournament_init(&without, &less);
        int after = below(entries * (entries - 1) / 2), played = 0;
        while (tournament_next_round(&with) > 0) {
            for (int i = 0; i < with.meeting_count; i++) {
                const struct tournament_meeting *meeting = &with.meetings[i];
                if (meeting->done)
                    continue;
                int halves = results[meeting->a][meeting->b];
                tournament_result(&with, i, halves, 4 - halves, halves - 2);
                if (played++ == after)
                    assert_int_equal(tournament_ruling_disqualify(&with, gone), 0);
            }
        }
        if (!with.out[gone])
            assert_int_equal(tournament_ruling_disqualify(&with, gone), 0);
        while (tournament_next_round(&without) > 0) {
            for (int i = 0; i < without.meeting_count; i++) {
                const struct tournament_meeting *meeting = &without.meetings[i];
                if (meeting->done)
                    continue;
                int halves =
                    results[meeting->a + (meeting->a >= gone)][meeting->b + (meeting->b >= gone)];
                tournament_result(&without, i, halves, 4 - halves, halves - 2);
            }
        }
        tournament_table_standings(&with, rows);
        tournament_table_standings(&without, other);
        for (int i = 0; i < less.entry_count; i++) {
            assert_int_equal(rows[i].entry, other[i].entry + (other[i].entry >= gone));
            assert_int_equal(rows[i].rank, other[i].rank);
            assert_true(rows[i].score == other[i].score);
            assert_int_equal(rows[i].margin, other[i].margin);
        }
        assert_int_equal(rows[less.entry_count].entry, gone);
        assert_int_equal(rows[less.entry_count].meetings, 0);
        tournament_fini(&with);
        tournament_fini(&without);
    }
}

/* The next opponent in a knockout advances; the entry that lost before does not come back. */
static void a_knockout_continues_after_a_disqualification(void **state)
{
    struct tournament_config config = config_of(TOURNAMENT_KNOCKOUT, 4);
    struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];
    struct tournament tournament;
    char error[160];
    (void)state;

    tournament_init(&tournament, &config);
    assert_int_equal(tournament_next_round(&tournament), 2); /* 0 - 3, 1 - 2 */
    tournament_result(&tournament, 0, 4, 0, 1);
    tournament_result(&tournament, 1, 4, 0, 1);
    assert_int_equal(tournament_ruling_disqualify(&tournament, 0), 0);
    assert_int_equal(tournament_next_round(&tournament), 1);
    assert_true(tournament.meetings[2].done);
    assert_int_equal(tournament_table_decision(&tournament, &tournament.meetings[2]),
                     DECISION_DISQUALIFIED);
    assert_int_equal(tournament_next_round(&tournament), 0);
    tournament_table_standings(&tournament, rows);
    assert_int_equal(rows[0].entry, 1);
    assert_int_equal(rows[3].entry, 0);
    assert_int_equal(tournament_ruling_check(&tournament, 1, error), -1);
    assert_string_equal(error, "round 2 was paired by its result");
    assert_int_equal(tournament_ruling_check(&tournament, 2, error), -1);
    assert_string_equal(error, "one of its entries is disqualified");
    assert_int_equal(tournament_ruling_check(&tournament, 3, error), -1);
    assert_string_equal(error, "expected a meeting from 1 to 3");
    assert_int_equal(tournament_ruling_check(&tournament, -1, error), -1);
    tournament_fini(&tournament);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disqualified_entry_never_wins),
        cmocka_unit_test(equal_entries_stay_level),
        cmocka_unit_test(a_round_robin_ignores_a_disqualified_entry),
        cmocka_unit_test(a_knockout_continues_after_a_disqualification),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
