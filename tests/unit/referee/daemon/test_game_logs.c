/* test_game_logs.c - a game's lines for owners: of requested seats only, up to a limit.
 * game_logs.sh has the rest, with a whole daemon. */
#include "daemon/game_logs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static void say(struct game_log *log, int seat, const char *text)
{
    game_logs_message(log, (seat_t)seat, true, text, strlen(text), 2000000);
}

static void only_wanted_seats_are_kept(void **state)
{
    struct game_log *log = game_logs_create(3, 1u << 1, 1000000);
    struct ladder_game_log out = {.text = NULL};
    struct effect step = {.kind = EFFECT_STEP, .seat = 1, .think_usec = 5000};
    struct effect fault = {.kind = EFFECT_FAULT, .seat = 1, .fault = FAULT_START};
    (void)state;

    for (int seat = 0; seat < 3; seat++)
        say(log, seat, seat == 1 ? "mine" : "secret");
    say(log, 200, "of no seat");
    game_logs_effect(log, &step, 0);
    step.think_usec = 9000;
    game_logs_effect(log, &step, 0);
    game_logs_effect(log, &fault, 2000000);
    step.seat = 0;
    game_logs_effect(log, &step, 0);
    assert_false(game_logs_take(log, 0, &out) || game_logs_take(log, 2, &out));
    assert_true(game_logs_take(log, 1, &out));
    assert_non_null(strstr(out.text, "     1.000 > mine\n"));
    assert_non_null(strstr(out.text, "     1.000 ! fault: "));
    assert_null(strstr(out.text, "secret"));
    assert_int_equal(out.decisions, 2);
    assert_int_equal(out.think_msec, 14);
    assert_int_equal(out.longest_msec, 9);
    assert_int_equal(out.faults, 1);
    free(out.text);
    game_logs_destroy(log);
    game_logs_destroy(NULL);
}

/* When one owner's games fill the memory, other owners' lines are dropped, and the daemon's heap
 * does not grow. */
static void all_games_have_a_limit(void **state)
{
    enum { GAMES = 600 };
    static struct game_log *logs[GAMES];
    static char line[1000];
    struct ladder_game_log out;
    size_t bytes = 0;
    (void)state;

    memset(line, 'x', sizeof line - 1);
    for (int i = 0; i < GAMES; i++) {
        logs[i] = game_logs_create(1, 1, 0);
        for (int n = 0; n < 300; n++)
            say(logs[i], 0, line);
    }
    for (int i = 0; i < GAMES; i++) {
        if (game_logs_take(logs[i], 0, &out)) {
            assert_true(strlen(out.text) <= GAME_LOGS_SEAT_BYTES);
            bytes += strlen(out.text);
            free(out.text);
        }
        game_logs_destroy(logs[i]);
    }
    assert_true(bytes <= GAME_LOGS_OPEN_BYTES + GAME_LOGS_SEAT_BYTES);
    assert_true(bytes > GAME_LOGS_OPEN_BYTES / 4);
    /* The memory is free again. */
    struct game_log *log = game_logs_create(1, 1, 0);
    say(log, 0, line);
    assert_true(game_logs_take(log, 0, &out));
    free(out.text);
    game_logs_destroy(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_wanted_seats_are_kept),
        cmocka_unit_test(all_games_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
