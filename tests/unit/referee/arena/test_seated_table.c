/* test_seated_table.c - the clock of a table with seated peers, and answers that arrive for
 * another game. */
#include "await.h"
#include "duel_session.h"

#include "arena/fair_set.h"

/* The bot leaves no space for its request: its clock runs all the same. */
static void test_a_bot_that_does_not_read_loses_by_time(void **state)
{
    struct duel *duel = *state;
    int bot;

    assert_int_equal(duel_start(duel, 400 * await_slowness()), 0);
    const char *request = await_request(duel, &bot);
    int other = 1 - bot;
    for (int i = 0; i < 20 && duel->peers[other]->out_size == 0; i++) {
        send_pongs(duel->peers[other], 1000);
        arena_settle(&duel->arena);
    }
    assert_true(duel->peers[other]->out_size > 0);
    /* The other seat answers every request; the test bot is asked sooner or later. */
    struct await limit = await_begin(10);
    while (!duel->over && await_step(&limit)) {
        while (request) {
            duel_answer(duel, bot, request);
            request = duel_line(duel, bot);
        }
        duel_turn(duel);
        request = duel_line(duel, bot);
    }
    assert_true(duel->over);
    assert_int_equal(duel->forfeited, other);
}

/* A game is stopped while an answer is on its way: the answer is late, and no fault in the next
 * game. */
static void test_an_answer_meets_no_later_game(void **state)
{
    struct duel *duel = *state;
    char request[FRAME_BYTES_MAX];
    int bot, asked;

    assert_int_equal(duel_start(duel, 0), 0);
    snprintf(request, sizeof request, "%s", await_request(duel, &bot));
    seated_table_void(duel->table, "a test");
    arena_settle(&duel->arena);
    assert_true(duel->over);
    assert_int_equal(duel->reason, REASON_ABORTED);
    assert_int_equal(duel_again(duel, 0), 0);
    await_request(duel, &asked);
    assert_int_equal(asked, bot); /* the same deal */
    assert_true(duel_answer(duel, bot, request));
    for (int i = 0; i < 4; i++)
        duel_turn(duel);
    assert_int_equal(duel->decisions, 0);
    const char *line = duel_line(duel, bot);
    assert_non_null(line);
    assert_non_null(strstr(line, "error code=late"));
    assert_false(duel->over);
}

/* A game of an earlier process that cannot be resumed is abandoned: its table is freed. */
static void test_an_abandoned_table_is_freed(void **state)
{
    static const uint8_t seed[FAIR_BYTES] = {7};
    struct duel *duel = *state;
    struct ruleset rules;
    struct ruleset_error error;
    struct table_config config = {.rules = &rules, .policy = duel->policy};
    int owner;

    assert_int_equal(ruleset_parse(&rules, "two-handed-draft", NULL, 0, &error), 0);
    snprintf(config.game_id, sizeof config.game_id, "saved-1");
    for (int seat = 0; seat < 2; seat++)
        snprintf(config.seats[seat].name, sizeof config.seats[seat].name, "bot-%d", seat);
    struct fair_set *set = fair_set_create("saved-1", seed, 1, 2);
    assert_non_null(set);
    struct arena_table *table = arena_restore(&duel->arena, &config, set, &owner, clock_now_usec());
    fair_set_release(set);
    assert_non_null(table);
    assert_int_equal(arena_counts(&duel->arena).tables, 1);
    arena_abandon(table);
    assert_int_equal(arena_counts(&duel->arena).tables,
                     1); /* it may be in use until the arena settles */
    arena_settle(&duel->arena);
    assert_int_equal(arena_counts(&duel->arena).tables, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_bot_that_does_not_read_loses_by_time, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_an_answer_meets_no_later_game, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_abandoned_table_is_freed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
