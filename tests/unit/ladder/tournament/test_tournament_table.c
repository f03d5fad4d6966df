/* test_tournament_table.c - the order of the standings, and the tie-breaks. */
#include "meetings.h"

static void result(struct tournament *tournament, int a, int b, int halves_a, int halves_b)
{
    for (int i = 0; i < tournament->meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament->meetings[i];
        if (meeting->a == a && meeting->b == b)
            tournament_result(tournament, i, halves_a, halves_b, halves_a - halves_b);
        else if (meeting->a == b && meeting->b == a)
            tournament_result(tournament, i, halves_b, halves_a, halves_b - halves_a);
    }
}

/* 0, 1 and 2 have two points each; 1 beat the other two narrowly, which decides. */
static void ties_are_broken_in_order(void **state)
{
    struct tournament_config config = config_of(TOURNAMENT_ROUND_ROBIN, 4);
    struct tournament_row rows[4];
    struct tournament tournament;
    (void)state;

    tournament_init(&tournament, &config);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(tournament_next_round(&tournament), 2);
        for (int i = 2 * round; i < 2 * round + 2; i++) {
            int a = tournament.meetings[i].a, b = tournament.meetings[i].b;
            int low = a < b ? a : b, high = a < b ? b : a;
            if (low == 0 && high == 1)
                result(&tournament, 1, 0, 3, 1);
            else if (low == 0 && high == 2)
                result(&tournament, 0, 2, 2, 2);
            else if (low == 1 && high == 2)
                result(&tournament, 1, 2, 3, 1);
            else if (low == 0)
                result(&tournament, 0, 3, 3, 1);
            else if (low == 1)
                result(&tournament, 1, 3, 0, 4);
            else
                result(&tournament, 2, 3, 3, 1);
        }
    }
    tournament_table_standings(&tournament, rows);
    assert_int_equal(rows[0].entry, 1);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(rows[i].game_halves, 6);
        assert_true(i == 0 || rows[i].rank >= rows[i - 1].rank);
    }
    tournament_fini(&tournament);
}

/* 0 and 1 share a rank, and so do 2 and 3; 0 has met 1, but 2 has not met 3. */
static void head_to_head_asks_who_has_met(void **state)
{
    struct tournament_config config = config_of(TOURNAMENT_SWISS, 5);
    struct tournament_row rows[5];
    struct tournament tournament;
    (void)state;

    config.tiebreak_count = 1;
    config.tiebreaks[0] = TIEBREAK_HEAD_TO_HEAD;
    tournament_init(&tournament, &config);
    tournament.rounds = 2;
    tournament_add_result(&tournament, 0, 1, 1, 3, 0);
    tournament_add_result(&tournament, 0, 4, 4, 0, 0);
    tournament_add_result(&tournament, 2, 4, 3, 1, 0);
    tournament_add_result(&tournament, 3, 4, 4, 0, 0);
    tournament_table_standings(&tournament, rows);
    for (int i = 0; i < 4; i++) {
        assert_true(rows[i].score == 1);
        assert_true(rows[i].tiebreaks[0] == 0); /* 2 has not met 1 either */
        assert_int_equal(rows[i].rank, 1);
    }
    for (int i = 2; i < 4; i++) { /* now 2 and 3 have more, and only 0 and 1 share a rank */
        tournament_add_result(&tournament, i, -1, 0, 0, 0);
        tournament_table_standings(&tournament, rows);
    }
    assert_int_equal(rows[2].entry, 1);
    assert_true(rows[2].tiebreaks[0] == 0.75 && rows[3].tiebreaks[0] == 0.25);
    assert_true(rows[0].tiebreaks[0] == 0 && rows[1].tiebreaks[0] == 0);
    assert_int_equal(rows[1].rank, 1);
    tournament_fini(&tournament);
}

/* 0 to 3 have equal results, except a bye of 0 in place of a pairing: no tie-break separates
 * them. */
static void byes_are_no_loss(void **state)
{
    static const enum tournament_tiebreak kinds[] = {TIEBREAK_BUCHHOLZ, TIEBREAK_SONNEBORN_BERGER,
                                                     TIEBREAK_GAME_POINTS, TIEBREAK_WINS,
                                                     TIEBREAK_MARGIN};
    struct tournament_config config = config_of(TOURNAMENT_SWISS, 9);
    struct tournament_row rows[9];
    struct tournament tournament;
    (void)state;

    config.tiebreak_count = 5;
    memcpy(config.tiebreaks, kinds, sizeof kinds);
    tournament_init(&tournament, &config);
    tournament.rounds = 2;
    tournament_add_result(&tournament, 0, 4, 3, 1, 120);
    tournament_add_result(&tournament, 0, -1, 0, 0, 0);
    for (int i = 1; i < 4; i++) {
        tournament_add_result(&tournament, i, 4 + i, 3, 1, 120);
        tournament_add_result(&tournament, i, 8, 3, 1, 120);
    }
    for (int i = 4; i < 8; i++) /* those that lost to them have a score, and 8 that of the best */
        tournament_add_result(&tournament, i, -1, 0, 0, 0);
    tournament_add_result(&tournament, 8, -1, 0, 0, 0);
    tournament_add_result(&tournament, 8, -1, 0, 0, 0);
    tournament_table_standings(&tournament, rows);
    for (int i = 0; i < 5; i++) {
        if (rows[i].entry == 8)
            continue;
        assert_true(rows[i].score == 2 && rows[i].entry < 4);
        assert_true(rows[i].tiebreaks[0] == 3);
        assert_true(rows[i].tiebreaks[1] == 3);
        assert_true(rows[i].tiebreaks[2] == 3);
        assert_true(rows[i].tiebreaks[3] == 2);
        assert_true(rows[i].tiebreaks[4] == 240);
    }
    tournament_fini(&tournament);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head_to_head_asks_who_has_met),
        cmocka_unit_test(byes_are_no_loss),
        cmocka_unit_test(ties_are_broken_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
