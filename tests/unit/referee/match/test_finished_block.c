/* test_finished_block.c - a finished block is returned intact, in the order of its games. */
#include "duel_session.h"

#include "match/finished_block_private.h"

static struct finished_block *finished;
static struct runner_config config;
static struct game_stats stats[2];
static struct game_outcome outcome; /* of the game, as at the table */
static int games_kept, kept, handed, answer;

/* The one played game stands for all of its block; its record can be taken once. */
static void keep_all(struct arena *arena, struct arena_table *table)
{
    const struct game *game = table_game(seated_table_table(table));
    (void)arena;

    memcpy(outcome.scores, game->scores, sizeof outcome.scores);
    outcome.winners = game->winners;
    outcome.reason = game->reason;
    outcome.forfeited = (int8_t)table_forfeited(seated_table_table(table)); /* a side is a seat */
    for (int index = games_kept - 1; index >= 0; index--)
        kept += finished_block_keep(finished, index, &config, &stats[index], table);
}

static bool take_block(void *owner, const struct schedule_block *block,
                       const struct runner_game *games)
{
    assert_ptr_equal(owner, &handed);
    assert_int_equal(block->set, 7);
    assert_int_equal(block->game_count, games_kept);
    for (int i = 0; i < games_kept; i++) {
        assert_memory_equal(&games[i].outcome, &outcome, sizeof outcome);
        assert_memory_equal(&games[i].game_stats, &stats[i], sizeof stats[i]);
    }
    if (config.records)
        assert_non_null(strstr(games[0].line, "\"reason\":\"forfeit\""));
    else
        assert_null(games[0].line);
    handed++;
    return answer;
}

/* A game that ends because the first bot answers with an invalid action. */
static void keep_forfeited(struct duel *duel, int games, bool records)
{
    const struct schedule_block block = {.set = 7, .game_count = games};
    char text[64];
    int bot;

    kept = handed = 0;
    games_kept = games;
    memset(stats, 0, sizeof stats);
    for (int i = 0; i < 2; i++) {
        stats[i].hands = 3 + i;
        stats[i].margin[i] = -40;
        stats[i].faults[1][FAULT_TIME] = 500;
    }
    finished = finished_block_create(&block);
    assert_non_null(finished);
    assert_int_equal(duel_start(duel, 0), 0);
    config = (struct runner_config){.records = records, .done = take_block, .owner = &handed};
    config.rules = *table_config(seated_table_table(duel->table))->rules;
    duel->arena.callbacks.over = keep_all;
    const char *number = strstr(await_request(duel, &bot), " n=");
    snprintf(text, sizeof text, "act g=1 n=%ld a=QQ", strtol(number + 3, NULL, 10));
    duel_say(duel, bot, text);
    for (int i = 0; i < 100 && !kept; i++)
        duel_turn(duel);
    assert_int_equal(kept, games);
    assert_int_equal(outcome.forfeited, bot);
}

static void a_block_is_handed_over_whole(void **state)
{
    bool more = false;

    keep_forfeited(*state, 2, false);
    for (answer = 0; answer < 2; answer++) {
        assert_int_equal(finished_block_hand_over(finished, &config, &more), 0);
        assert_int_equal(more, answer);
    }
    assert_int_equal(handed, 2);
    finished_block_destroy(finished);
}

static void records_are_handed_over_with_a_block(void **state)
{
    bool more = false;

    answer = 1;
    keep_forfeited(*state, 1, true);
    assert_int_equal(finished_block_hand_over(finished, &config, &more), 0);
    assert_true(more && handed == 1);
    finished_block_destroy(finished);
    finished_block_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_block_is_handed_over_whole, setup, teardown),
        cmocka_unit_test_setup_teardown(records_are_handed_over_with_a_block, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
