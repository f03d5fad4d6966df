/* test_fault_game.c - one system call fails, then the next one, until a game is played, or its
 * record replayed, without a failure. Whatever fails, at most this game is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "duel.h"
#include "fault.h"

enum { CALLS_MAX = 20000 };

static char *good_record;

/* Plays one game. Returns true if it ended without a fault of either bot. */
static bool game_scenario(struct duel *duel)
{
    bool well = false;
    if (duel_open(duel))
        return false;
    if (duel_start(duel, 2000) == 0)
        well = duel_play(duel) && duel->forfeited < 0 && duel->record;
    if (well && !good_record)
        good_record = __builtin_strdup(duel->record);
    duel_close(duel);
    return well;
}

static void game_with(enum fault_kind kind, long step, int value, bool harmless)
{
    struct duel *duel = malloc(sizeof *duel);
    long n = 1, lost = 0, runs = 0;

    for (bool fired = true; fired; n += step, runs++) {
        assert_true(n < CALLS_MAX);
        fault_arm(kind, n, 0, value);
        bool well = game_scenario(duel);
        fired = fault_disarm();
        lost += !well;
        if (!fired || harmless)
            assert_true(well);
    }
    print_message("kind %d, value %d: %ld calls, %ld of %ld games lost\n", (int)kind, value, n - 2,
                  lost, runs);
    assert_true(runs > 2);
    free(duel);
}

static void test_game_memory(void **state)
{
    (void)state;
    game_with(FAULT_MEMORY, 1, ENOMEM, false);
}

static void test_game_interrupted(void **state)
{
    (void)state;
    game_with(FAULT_READ, 1, EINTR, true);
    game_with(FAULT_WRITE, 1, EINTR, true);
    game_with(FAULT_WRITE, 1, EAGAIN, true);
}

static void test_game_lost_stream(void **state)
{
    (void)state;
    game_with(FAULT_READ, 1, ECONNRESET, false);
    game_with(FAULT_WRITE, 1, EPIPE, false);
}

/* The reported reason may be wrong: if jansson's reader has no memory for its buffer, it loses a
 * byte of a string and continues. It must end without a crash or a leak, and be right when it
 * has enough memory. */
static void test_record_replay(void **state)
{
    (void)state;
    struct duel *duel = malloc(sizeof *duel);
    if (!good_record)
        assert_true(game_scenario(duel));
    free(duel);
    size_t size = strlen(good_record);
    long n = 1;
    for (bool fired = true; fired; n++) {
        struct replay replay = {.strict = true, .all = true};
        assert_true(n < CALLS_MAX);
        fault_arm(FAULT_MEMORY, n, 0, ENOMEM);
        int status = replay_run(good_record, size, &replay);
        fired = fault_disarm();
        assert_true(fired || status == 0);
    }
    assert_true(n > 2);
    print_message("a record: %ld calls\n", n - 2);
}

/* The wall clock jumps by years in both directions while games are played: no bot is late. */
static void test_wall_clock_jumps(void **state)
{
    (void)state;
    static const int64_t jumps[] = {400000000, -400000000, 3600, -1};
    struct duel *duel = malloc(sizeof *duel);
    assert_int_equal(duel_open(duel), 0);
    assert_int_equal(duel_start(duel, 5000), 0);
    for (int i = 0; !duel->over; i++) {
        assert_true(i < 2000);
        fault_set_wall_offset(jumps[i % 4]);
        duel_turn(duel);
        for (int bot = 0; bot < 2; bot++) {
            const char *line;
            while ((line = duel_line(duel, bot)) != NULL)
                duel_answer(duel, bot, line);
        }
    }
    fault_set_wall_offset(0);
    assert_int_equal(duel->forfeited, -1);
    assert_int_not_equal(duel->reason, REASON_ABORTED);
    duel_close(duel);
    free(duel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_game_memory),      cmocka_unit_test(test_game_interrupted),
        cmocka_unit_test(test_game_lost_stream), cmocka_unit_test(test_record_replay),
        cmocka_unit_test(test_wall_clock_jumps),
    };
    signal(SIGPIPE, SIG_IGN);
    fault_install();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(good_record);
    return failed;
}
