/* tournament_done.h - a finished tournament of two entries, for the tests of its output. */
#ifndef AVONDALE_TEST_TOURNAMENT_DONE_H
#define AVONDALE_TEST_TOURNAMENT_DONE_H

#include <stdio.h>
#include <string.h>

#include "tournament/tournament_report.h"

static struct tournament_report tournament_done;

/* bob wins each of the games of a block against ann. */
static inline void tournament_done_make(void)
{
    struct tournament_report *cup = &tournament_done;
    struct schedule_block block;
    struct runner_game games[SCHEDULE_GAMES_MAX];
    struct ruleset_error error;
    memset(cup, 0, sizeof *cup);
    snprintf(cup->file.name, sizeof cup->file.name, "Cup <script>");
    assert_int_equal(ruleset_preset(&cup->file.rules, "two-handed-draw", 15, &error), 0);
    tournament_defaults(&cup->file.format, TOURNAMENT_ROUND_ROBIN);
    cup->file.format.entry_count = 2;
    cup->file.repeats = 1;
    cup->file.ruleset_name_text = (char *)(uintptr_t) "two-handed-draw";
    snprintf(cup->file.entries[0].name, sizeof cup->file.entries[0].name, "ann");
    snprintf(cup->file.entries[1].name, sizeof cup->file.entries[1].name, "bob");
    cup->report.rules = &cup->file.rules;
    cup->report.entries = cup->file.entries;
    cup->report.entry_count = 2;
    cup->sessions = 1;
    cup->finished = true;
    tournament_init(&cup->tournament, &cup->file.format);
    schedule_pairing_block(&cup->file.rules, false, 0, 1, 0, &block);
    memset(games, 0, sizeof games);
    for (int game = 0; game < block.game_count; game++) {
        int side = cup->file.rules.side_of[block.lineups[game].entry_of[0] == 1 ? 0 : 1];
        games[game].outcome = (struct game_outcome){
            .winners = (uint8_t)(1u << side), .reason = REASON_TARGET, .forfeited = -1};
        games[game].outcome.scores[side] = 500;
    }
    report_add(&cup->report, &block, games);
    tournament_next_round(&cup->tournament);
    tournament_add_result(&cup->tournament, 0, 1, 0, 2 * block.game_count, -500);
}

static inline void tournament_done_free(void)
{
    report_fini(&tournament_done.report);
    tournament_fini(&tournament_done.tournament);
}

#endif
