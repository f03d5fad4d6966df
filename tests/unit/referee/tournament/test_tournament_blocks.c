/* Which block of a competition is next, and the effect of played ones. */
#include "tournament/tournament_blocks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct played {
    struct tournament_config config;
    struct tournament tournament;
    struct tournament_blocks blocks;
    struct ruleset rules;
};

static void begin(struct played *played, enum tournament_format format, int entries, int repeats)
{
    struct ruleset_error error;
    char text[160];

    assert_int_equal(ruleset_parse(&played->rules, "wikipedia", NULL, 0, &error), 0);
    tournament_defaults(&played->config, format);
    played->config.entry_count = entries;
    assert_int_equal(tournament_check(&played->config, text), 0);
    tournament_init(&played->tournament, &played->config);
    tournament_blocks_init(&played->blocks, &played->tournament, &played->rules, repeats, true);
}

static void end(struct played *played)
{
    tournament_blocks_fini(&played->blocks);
    tournament_fini(&played->tournament);
}

/* Counts a block in which each game goes to the entry on its side: a draw of two games. If
 * `winner` is not -1 it gets both; `margin` are points of the lower entry. */
static void count(struct played *played, const struct schedule_block *block, int winner, int margin)
{
    struct game_outcome outcomes[SCHEDULE_GAMES_MAX];

    memset(outcomes, 0, sizeof outcomes);
    for (int game = 0; game < block->game_count; game++) {
        const int *entry_of = block->lineups[game].entry_of;
        int lower = entry_of[0] < entry_of[1] ? 0 : 1;
        outcomes[game].forfeited = -1;
        outcomes[game].reason = REASON_TARGET;
        outcomes[game].winners = (uint8_t)(winner < 0 ? 1 : 1 << (entry_of[0] != winner));
        outcomes[game].scores[lower] = margin;
    }
    tournament_blocks_count(&played->blocks, block, outcomes);
}

/* A pairing that is level after its blocks gets one more at a time, and no other one waits less
 * for it. */
static void drawn_knockouts_are_decided(void **state)
{
    static const struct {
        int deciding; /* as configured */
        int decisive; /* which deciding block is won, from 1; 0: none */
        int margin;   /* of every block */
        int blocks;   /* the played ones */
        enum tournament_decision decision;
    } rows[] = {
        {3, 1, 0, 3, DECISION_BLOCKS},   {3, 3, 10, 5, DECISION_BLOCKS},
        {3, 0, -10, 5, DECISION_MARGIN}, {3, 0, 0, 5, DECISION_SEED},
        {0, 0, 10, 2, DECISION_MARGIN},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct played played;
        struct schedule_block block, none;
        int blocks = 0;
        begin(&played, TOURNAMENT_KNOCKOUT, 2, 2);
        played.tournament.config.deciding = rows[i].deciding;
        while (tournament_blocks_next(&played.blocks, &block) == RUNNER_BLOCK) {
            blocks++;
            assert_int_equal(block.set, blocks - 1);
            if (blocks > 2) /* one at a time */
                assert_int_equal(tournament_blocks_next(&played.blocks, &none), RUNNER_WAIT);
            bool decisive = rows[i].decisive > 0 && blocks == 2 + rows[i].decisive;
            count(&played, &block, decisive ? 1 : -1, rows[i].margin);
        }
        const struct tournament_meeting *meeting = &played.tournament.meetings[0];
        assert_int_equal(blocks, rows[i].blocks);
        assert_int_equal(meeting->deciding, rows[i].blocks - 2);
        assert_int_equal(tournament_table_decision(&played.tournament, meeting), rows[i].decision);
        assert_int_equal(tournament_table_winner(&played.tournament, meeting),
                         rows[i].decision == DECISION_BLOCKS || rows[i].margin < 0);
        end(&played);
    }
}

/* In other formats a draw is a draw. */
static void drawn_meetings_stay_drawn(void **state)
{
    struct played played;
    struct schedule_block block;
    int blocks = 0;
    (void)state;

    begin(&played, TOURNAMENT_ROUND_ROBIN, 3, 4);
    while (tournament_blocks_next(&played.blocks, &block) == RUNNER_BLOCK) {
        count(&played, &block, -1, 10);
        blocks++;
    }
    assert_int_equal(blocks, 12);
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            tournament_table_winner(&played.tournament, &played.tournament.meetings[i]), -1);
    end(&played);
}

static void void_blocks_are_played_again(void **state)
{
    struct game_outcome aborted[SCHEDULE_GAMES_MAX];
    struct played played;
    struct schedule_block block;
    int blocks = 0;
    (void)state;

    memset(aborted, 0, sizeof aborted);
    aborted[1].reason = REASON_ABORTED;
    begin(&played, TOURNAMENT_ROUND_ROBIN, 2, 3);
    while (tournament_blocks_next(&played.blocks, &block) == RUNNER_BLOCK) {
        if (blocks++ % 2)
            tournament_blocks_count(&played.blocks, &block, aborted);
        else
            count(&played, &block, 0, 10);
    }
    assert_int_equal(blocks, 5);
    assert_int_equal(played.tournament.meetings[0].halves_a, 12);
    assert_int_equal(played.tournament.meetings[0].halves_b, 0);
    assert_int_equal(played.tournament.meetings[0].margin, 60);
    end(&played);
}

/* The blocks of an individual competition are played once more at its end. */
static void void_sittings_are_played_again(void **state)
{
    struct game_outcome outcomes[2][SCHEDULE_GAMES_MAX];
    struct schedule_block block, first;
    struct played played;
    int blocks = 0;
    (void)state;

    memset(outcomes, 0, sizeof outcomes);
    outcomes[1][3].reason = REASON_ABORTED;
    begin(&played, TOURNAMENT_INDIVIDUAL, 5, 2);
    for (; tournament_blocks_next(&played.blocks, &block) == RUNNER_BLOCK; blocks++) {
        assert_int_equal(block.set, blocks);
        assert_int_equal(block.first_game, 4 * blocks);
        if (blocks == 0)
            first = block;
        tournament_blocks_count(&played.blocks, &block, outcomes[blocks == 0 || blocks == 40]);
        if (blocks >= 40)
            assert_memory_equal(block.lineups, first.lineups, sizeof first.lineups);
    }
    assert_int_equal(blocks, 2 * 4 * 5 + 2);
    end(&played);
}

/* The blocks of a pairing are played once more, under new numbers; then the rest continues. */
static void a_meeting_is_played_again(void **state)
{
    struct played played;
    struct schedule_block block;
    int blocks = 0;
    (void)state;

    begin(&played, TOURNAMENT_ROUND_ROBIN, 3, 2);
    while (tournament_blocks_next(&played.blocks, &block) == RUNNER_BLOCK) {
        assert_int_equal(block.set, blocks);
        count(&played, &block, blocks < 6 ? 0 : 2, 10);
        blocks++;
        if (blocks == 3 || blocks == 7)
            tournament_blocks_rerun(&played.blocks,
                                    tournament_blocks_meeting(&played.blocks, &block));
    }
    /* Six; the block of a running pairing, and the two of a finished one. */
    assert_int_equal(blocks, 6 + 1 + 2);
    assert_int_equal(played.tournament.void_count, 2);
    assert_true(tournament_blocks_settled(&played.blocks));
    for (int i = 0; i < 3; i++) {
        const struct tournament_meeting *meeting = &played.tournament.meetings[i];
        assert_true(meeting->done);
        assert_int_equal(meeting->halves_a + meeting->halves_b, 2 * 2 * 2);
    }
    tournament_blocks_rerun(&played.blocks, 0); /* after the end */
    for (blocks = 0; tournament_blocks_next(&played.blocks, &block) == RUNNER_BLOCK; blocks++)
        count(&played, &block, 0, 10);
    assert_int_equal(blocks, 2);
    end(&played);
}

/* Its remaining pairings are not played. */
static void a_disqualified_entry_plays_no_more(void **state)
{
    static const enum tournament_format formats[] = {
        TOURNAMENT_ROUND_ROBIN, TOURNAMENT_SWISS, TOURNAMENT_KNOCKOUT, TOURNAMENT_DOUBLE_KNOCKOUT};
    (void)state;

    for (int trial = 0; trial < 80; trial++) {
        struct played played;
        struct schedule_block block;
        int blocks = 0, gone = trial % 6, entries[SCHEDULE_SEATED_MAX];
        begin(&played, formats[trial % 4], 6, 2);
        while (tournament_blocks_next(&played.blocks, &block) == RUNNER_BLOCK) {
            schedule_seated(&played.rules, &block, entries);
            if (played.tournament.out[gone])
                assert_true(entries[0] != gone && entries[1] != gone);
            count(&played, &block, entries[blocks % 2], 10);
            if (blocks++ == trial / 4)
                tournament_blocks_disqualify(&played.blocks, gone);
        }
        assert_true(tournament_blocks_settled(&played.blocks));
        for (int i = 0; i < played.tournament.meeting_count; i++)
            assert_true(played.tournament.meetings[i].done);
        end(&played);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_knockouts_are_decided),
        cmocka_unit_test(drawn_meetings_stay_drawn),
        cmocka_unit_test(void_blocks_are_played_again),
        cmocka_unit_test(void_sittings_are_played_again),
        cmocka_unit_test(a_meeting_is_played_again),
        cmocka_unit_test(a_disqualified_entry_plays_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
