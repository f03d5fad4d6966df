/* test_tournament_plan.c - the planned size of a competition equals what is played. */
#include "tournament/tournament_plan.h"
#include "tournament/tournament_blocks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static struct tournament_file file;

static void describe(enum tournament_format format, int entries, int repeats, bool duplicate)
{
    struct ruleset_error error;
    char text[160];

    memset(&file, 0, sizeof file);
    assert_int_equal(ruleset_parse(&file.rules, "wikipedia", NULL, 0, &error), 0);
    tournament_defaults(&file.format, format);
    file.format.entry_count = entries;
    file.repeats = repeats;
    file.duplicate = duplicate;
    assert_int_equal(tournament_check(&file.format, text), 0);
}

/* Plays it; the lower entry of each block wins all games. */
static void play(long *blocks, long *games)
{
    struct game_outcome outcomes[SCHEDULE_GAMES_MAX];
    struct tournament tournament = {0};
    struct tournament_blocks played;
    struct schedule_block block;

    tournament_init(&tournament, &file.format);
    tournament_blocks_init(&played, &tournament, &file.rules, file.repeats, file.duplicate);
    for (*blocks = *games = 0; tournament_blocks_next(&played, &block) == RUNNER_BLOCK;) {
        int lowest = file.format.entry_count;
        for (int seat = 0; seat < file.rules.players; seat++)
            lowest =
                block.lineups[0].entry_of[seat] < lowest ? block.lineups[0].entry_of[seat] : lowest;
        memset(outcomes, 0, sizeof outcomes);
        for (int game = 0; game < block.game_count; game++) {
            outcomes[game].forfeited = -1;
            outcomes[game].reason = REASON_TARGET;
            outcomes[game].winners = block.lineups[game].entry_of[0] == lowest ? 1 : 2;
        }
        tournament_blocks_count(&played, &block, outcomes);
        ++*blocks;
        *games += block.game_count;
    }
    tournament_blocks_fini(&played);
    tournament_fini(&tournament);
}

static void the_size_is_what_is_played(void **state)
{
    static const enum tournament_format formats[] = {
        TOURNAMENT_ROUND_ROBIN, TOURNAMENT_GAUNTLET,        TOURNAMENT_SWISS,
        TOURNAMENT_KNOCKOUT,    TOURNAMENT_DOUBLE_KNOCKOUT, TOURNAMENT_INDIVIDUAL};
    (void)state;

    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        for (int entries = 4; entries <= 9; entries++) {
            for (int repeats = 1; repeats <= 3; repeats++) {
                struct tournament_plan plan;
                long blocks, games;
                describe(formats[i], entries, repeats, repeats != 2);
                tournament_plan_make(&plan, &file);
                play(&blocks, &games);
                assert_int_equal(plan.blocks, blocks);
                assert_int_equal(plan.games, games);
                assert_int_equal(plan.meetings * repeats,
                                 formats[i] == TOURNAMENT_INDIVIDUAL ? 0 : blocks);
                assert_true(formats[i] == TOURNAMENT_INDIVIDUAL || plan.rounds > 0);
            }
        }
    }
}

static void a_try_is_fair(void **state)
{
    (void)state;
    for (int entries = 2; entries <= 9; entries++) {
        int seats[TOURNAMENT_ENTRIES_MAX] = {0};
        describe(TOURNAMENT_ROUND_ROBIN, entries, 1, true);
        for (int index = 0; index < entries * 4; index++) {
            struct schedule_block block;
            tournament_plan_try(&file, index, &block);
            assert_int_equal(block.set, index);
            assert_true(block.game_count >= 1);
            for (int seat = 0; seat < file.rules.players; seat++)
                seats[block.lineups[0].entry_of[seat]]++;
        }
        for (int entry = 1; entry < entries; entry++)
            assert_int_equal(seats[entry], seats[0]);
    }
    describe(TOURNAMENT_INDIVIDUAL, 5, 1, false);
    for (int index = 0; index < 100; index++) {
        struct schedule_block block;
        tournament_plan_try(&file, index, &block);
        assert_true(block.game_count >= 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_size_is_what_is_played),
        cmocka_unit_test(a_try_is_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
