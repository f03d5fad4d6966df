/* test_tournament_games.c - runs of games tell of each block to which meeting it belongs. */
#include "tournament/tournament_games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ENTRIES = 4, REPEATS = 3, GAMES_MAX = 200 };

static int run_value(const json_t *run, const char *key)
{
    return (int)json_integer_value(json_object_get(run, key));
}

/* Each game of a counted block is in one run of its meeting, a void one in a void run. */
static void runs_have_every_counted_game(void **state)
{
    struct tournament_config config;
    struct tournament tournament;
    struct tournament_blocks blocks;
    struct tournament_rulings rulings = {.count = 0};
    struct tournament_ruled ruled = {.rerun = true, .meeting = 1};
    struct ruleset rules;
    struct ruleset_error error;
    struct schedule_block block;
    struct game_outcome outcomes[SCHEDULE_GAMES_MAX];
    int meeting_of[GAMES_MAX], games = 0, found = 0, voids = 0;

    (void)state;
    memset(outcomes, 0, sizeof outcomes);
    assert_int_equal(ruleset_parse(&rules, "wikipedia", NULL, 0, &error), 0);
    tournament_defaults(&config, TOURNAMENT_ROUND_ROBIN);
    config.entry_count = ENTRIES;
    tournament_init(&tournament, &config);
    tournament_blocks_init(&blocks, &tournament, &rules, REPEATS, true);
    while (tournament_blocks_next(&blocks, &block) == RUNNER_BLOCK) {
        outcomes[0].reason = block.set == 4 ? REASON_ABORTED : REASON_TARGET; /* once more */
        for (int i = 0; i < block.game_count; i++)
            meeting_of[games++] = tournament_blocks_meeting(&blocks, &block);
        tournament_blocks_count(&blocks, &block, outcomes);
    }
    ruled.block = blocks.block_count;
    rulings.list = &ruled;
    rulings.count = 1;
    json_t *lists = tournament_games_runs(&blocks, &rulings);
    assert_int_equal(json_array_size(lists), tournament.meeting_count);
    for (size_t meeting = 0; meeting < json_array_size(lists); meeting++) {
        const json_t *runs = json_array_get(lists, meeting), *run;
        size_t i;
        assert_true(json_array_size(runs) <= 2); /* the block that was void breaks a run */
        json_array_foreach(runs, i, run)
        {
            for (int k = 0; k < run_value(run, "blocks") * 2; k++) {
                int game = run_value(run, "game") + k / 2 * run_value(run, "step") + k % 2;
                assert_int_equal(meeting_of[game - 1], meeting);
                meeting_of[game - 1] = -1;
                found++;
                voids += json_is_true(json_object_get(run, "void"));
            }
            assert_int_equal(json_is_true(json_object_get(run, "void")), meeting == 1);
        }
    }
    assert_int_equal(found, games);
    assert_int_equal(games, (6 * REPEATS + 1) * 2);
    assert_in_range(voids, REPEATS * 2, REPEATS * 2 + 2);
    json_decref(lists);
    tournament_blocks_fini(&blocks);
    tournament_fini(&tournament);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs_have_every_counted_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
