/* test_turns.c - which hosted programs have a turn, and the effect of a turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "hosting/turns.h"

#include <stdio.h>
#include <string.h>

/* A game of two seats; one of four in two sides. */
static const struct turns_ruleset two = {.seats = 2, .side = 1}, four = {.seats = 4, .side = 2};

static struct turns_program program(int64_t id, const char *owner, uint32_t rulesets, int64_t last)
{
    return (struct turns_program){
        .id = id, .owner = owner, .rulesets = rulesets, .last_msec = last};
}

static void no_program_starts_without_a_game(void **state)
{
    struct turns_program programs[4] = {program(1, "a", 1, 0), program(2, "a", 1, 0),
                                        program(3, "b", 2, 0)};
    struct turns_ruleset rules[2] = {two, four};
    int chosen[TURNS_SEATS_MAX];
    bool early;
    (void)state;
    assert_int_equal(turns_choose(programs, 0, rules, 2, 8, 8, chosen, &early), 0);
    /* Alone; two of one owner; another ruleset. */
    assert_int_equal(turns_choose(programs, 1, rules, 2, 8, 8, chosen, &early), 0);
    assert_int_equal(turns_choose(programs, 3, rules, 2, 8, 8, chosen, &early), 0);
    programs[3] = program(4, "b", 1, 0);
    assert_int_equal(turns_choose(programs, 4, rules, 2, 8, 8, chosen, &early), 2);
    assert_int_equal(chosen[0], 0);
    assert_int_equal(chosen[1], 3);
    assert_int_equal(turns_choose(programs, 4, rules, 2, 1, 1, chosen, &early), 0);
    programs[3].wait_msec = 1;
    assert_int_equal(turns_choose(programs, 4, rules, 2, 8, 8, chosen, &early), 0);
}

static void a_waiting_bot_gets_an_opponent(void **state)
{
    struct turns_program programs[3] = {program(1, "a", 1, 5), program(2, "a", 2, 6),
                                        program(3, "b", 2, 7)};
    struct turns_ruleset rules[2] = {two, four};
    int chosen[TURNS_SEATS_MAX];
    bool early;
    (void)state;
    rules[0].waiting = 1;
    assert_int_equal(turns_choose(programs, 3, rules, 2, 1, 1, chosen, &early), 1);
    assert_int_equal(chosen[0], 0);
    /* It waits now: no other bot is needed. */
    programs[0].state = TURNS_WAITING;
    assert_int_equal(turns_choose(programs, 3, rules, 2, 8, 8, chosen, &early), 0);
    /* It plays, and two more are missing at a table of four. */
    programs[0].state = TURNS_PLAYING;
    rules[0].waiting = 0;
    rules[1].waiting = 2;
    assert_int_equal(turns_choose(programs, 3, rules, 2, 8, 8, chosen, &early), 2);
    assert_int_equal(chosen[0], 1);
    /* Enough bots wait, but have no game: one of another owner may help, one at a time. */
    rules[1].waiting = 4;
    assert_int_equal(turns_choose(programs, 3, rules, 2, 8, 8, chosen, &early), 1);
    programs[1].state = TURNS_WAITING;
    assert_int_equal(turns_choose(programs, 3, rules, 2, 8, 8, chosen, &early), 0);
}

static void the_program_that_waited_longest_starts_first(void **state)
{
    struct turns_program programs[5] = {program(1, "a", 3, 50), program(2, "b", 3, 40),
                                        program(3, "c", 2, 30), program(4, "d", 2, 20),
                                        program(5, "e", 1, 60)};
    struct turns_ruleset rules[2] = {two, four};
    int chosen[TURNS_SEATS_MAX];
    bool early;
    (void)state;
    turns_sort(programs, 5);
    assert_int_equal(programs[0].id, 4);
    assert_int_equal(programs[4].id, 5);
    /* d is first; its only game has four seats. */
    assert_int_equal(turns_choose(programs, 5, rules, 2, 8, 8, chosen, &early), 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(chosen[i], i);
    /* With fewer than four slots, the game of two is next. */
    assert_int_equal(turns_choose(programs, 5, rules, 2, 3, 3, chosen, &early), 2);
    assert_int_equal(programs[chosen[0]].id, 2);
    assert_int_equal(programs[chosen[1]].id, 1);
    /* If the slots are only busy, it waits for them. */
    assert_int_equal(turns_choose(programs, 5, rules, 2, 3, 4, chosen, &early), 0);
    /* A version that never played. */
    programs[4].last_msec = 0;
    turns_sort(programs, 5);
    assert_int_equal(turns_choose(programs, 5, rules, 2, 8, 8, chosen, &early), 2);
    assert_int_equal(programs[chosen[0]].id, 5);
}

/* A full table of fast bots: nobody is ever seen to wait. */
static void a_program_is_there_when_a_table_comes_back(void **state)
{
    struct turns_program programs[4] = {program(1, "a", 2, 5), program(2, "b", 2, 6),
                                        program(3, "c", 3, 7), program(4, "d", 1, 8)};
    struct turns_ruleset rules[2] = {two, four};
    int chosen[TURNS_SEATS_MAX];
    bool early;
    (void)state;
    rules[1].away = 4;
    programs[3].state = TURNS_PLAYING;
    assert_int_equal(turns_choose(programs, 4, rules, 2, 8, 8, chosen, &early), 1);
    assert_int_equal(chosen[0], 0);
    assert_true(early);
    /* One is enough until they are back. */
    programs[0].state = TURNS_WAITING;
    assert_int_equal(turns_choose(programs, 4, rules, 2, 8, 8, chosen, &early), 0);
    /* A game that can begin now comes first, also where it needs more slots than are free. */
    programs[0].state = TURNS_IDLE;
    programs[3].state = TURNS_IDLE;
    assert_int_equal(turns_choose(programs, 4, rules, 2, 8, 8, chosen, &early), 2);
    assert_false(early);
    assert_int_equal(chosen[0], 2);
    assert_int_equal(turns_choose(programs, 4, rules, 2, 1, 8, chosen, &early), 0);
    /* Two that come back lack two. */
    rules[1].away = 2;
    programs[3].state = TURNS_PLAYING;
    assert_int_equal(turns_choose(programs, 4, rules, 2, 8, 8, chosen, &early), 2);
    assert_true(early);
    assert_int_equal(turns_choose(programs, 4, rules, 2, 1, 8, chosen, &early), 0);
}

static void one_owner_fills_one_side_at_most(void **state)
{
    struct turns_program programs[5] = {program(1, "a", 1, 1), program(2, "a", 1, 2),
                                        program(3, "a", 1, 3), program(4, "b", 1, 4),
                                        program(5, "b", 1, 5)};
    int chosen[TURNS_SEATS_MAX];
    bool early;
    (void)state;
    assert_int_equal(turns_choose(programs, 4, &four, 1, 8, 8, chosen, &early), 0);
    assert_int_equal(turns_choose(programs, 5, &four, 1, 8, 8, chosen, &early), 4);
    assert_int_equal(programs[chosen[2]].id, 4);
    programs[0].state = TURNS_WAITING;
    assert_int_equal(turns_choose(programs, 5, &four, 1, 8, 8, chosen, &early), 3);
    assert_int_equal(programs[chosen[0]].id, 2);
    assert_int_equal(programs[chosen[1]].id, 4);
}

static void pauses_grow_and_end(void **state)
{
    const struct turns_end no_game = {.early = false}, played = {.game = true, .over = true};
    int64_t failures = 0, before = 0;
    (void)state;

    assert_int_equal(turns_after(&played, &failures), 0);
    for (int64_t turn = 1; turn < 200; turn++) {
        int64_t pause = turns_after(&no_game, &failures);
        assert_int_equal(failures, turn);
        assert_int_equal(pause, turn == 1                           ? TURNS_PAUSE_MSEC
                                : 2 * before < TURNS_PAUSE_MAX_MSEC ? 2 * before
                                                                    : TURNS_PAUSE_MAX_MSEC);
        before = pause;
    }
    failures = INT64_MAX;
    assert_int_equal(turns_after(&no_game, &failures), TURNS_PAUSE_MAX_MSEC);
    assert_int_equal(turns_after(&played, &failures), 0);
    assert_int_equal(failures, 0);
}

static void turns_that_ended_for_others_are_no_failures(void **state)
{
    static const struct {
        struct turns_end end;
        int64_t failures, pause; /* after two failures */
    } cases[] = {
        /* Those that were awaited did not come. */
        {{.early = true}, 2, TURNS_PAUSE_MSEC},
        {{.early = true, .stopped = true}, 2, 0},
        {{.early = true, .fault = true}, 3, 4 * TURNS_PAUSE_MSEC},
        {{.early = true, .game = true}, 3, 4 * TURNS_PAUSE_MSEC},
        {{.early = true, .crash = true}, 3, 4 * TURNS_PAUSE_MSEC},
        /* The host or the arena ended it. */
        {{.stopped = true}, 2, 0},
        {{.stopped = true, .game = true, .fault = true}, 2, 0},
        {{.stopped = true, .game = true, .over = true}, 0, 0},
        /* A crash is the program's own, whatever else was. */
        {{.stopped = true, .crash = true}, 3, 4 * TURNS_PAUSE_MSEC},
        {{.game = true, .over = true, .crash = true}, 3, 4 * TURNS_PAUSE_MSEC},
        /* A fault in a game that went on to its end stands in `games`, not here. */
        {{.game = true, .over = true, .fault = true}, 0, 0},
        {{.game = true, .fault = true}, 3, 4 * TURNS_PAUSE_MSEC},
    };
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t failures = 2;
        assert_int_equal(turns_after(&cases[i].end, &failures), cases[i].pause);
        assert_int_equal(failures, cases[i].failures);
    }
}

static void faults_of_the_last_fifty_games_count(void **state)
{
    char games[TURNS_GAMES + 1] = "";
    (void)state;
    for (int i = 0; i < TURNS_FAULTY_MAX; i++)
        turns_add_game(games, true);
    assert_int_equal(turns_faulty(games), TURNS_FAULTY_MAX);
    assert_false(turns_must_stop(games));
    for (int i = TURNS_FAULTY_MAX; i < TURNS_GAMES; i++)
        turns_add_game(games, false);
    assert_int_equal(strlen(games), TURNS_GAMES);
    assert_false(turns_must_stop(games));
    /* The first one leaves as this one arrives. */
    turns_add_game(games, true);
    assert_false(turns_must_stop(games));
    assert_int_equal(strlen(games), TURNS_GAMES);
    for (int i = 1; i < TURNS_FAULTY_MAX; i++)
        turns_add_game(games, false);
    assert_int_equal(turns_faulty(games), 1);
    for (int i = 1; i <= TURNS_FAULTY_MAX; i++)
        turns_add_game(games, true);
    assert_true(turns_must_stop(games));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_program_starts_without_a_game),
        cmocka_unit_test(a_waiting_bot_gets_an_opponent),
        cmocka_unit_test(the_program_that_waited_longest_starts_first),
        cmocka_unit_test(a_program_is_there_when_a_table_comes_back),
        cmocka_unit_test(one_owner_fills_one_side_at_most),
        cmocka_unit_test(pauses_grow_and_end),
        cmocka_unit_test(turns_that_ended_for_others_are_no_failures),
        cmocka_unit_test(faults_of_the_last_fifty_games_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
