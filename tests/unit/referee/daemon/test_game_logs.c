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

#include "base/wire_page.h"
#include "splitmix.h"

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

/* What is kept of earlier messages never stands for another message: any messages, in any order and
 * several at once, read as without it. */
static void messages_that_were_seen_read_the_same(void **state)
{
    static const char *const lines[] = {
        "event g=1 k=trick seat=1\n",
        "event g=2 k=trick seat=1\n",
        "event g=1 k=trick seat=0\n",
        "event g=1 k=action seat=0 phase=auction a=6H\n",
        "event g=1 k=action seat=0 phase=auction a=6NT\n",
        "event g=1 k=kitty seat=0 cards=4H,7H,AD\n",
        "over g=1 reason=target winners=0 scores=520,110 seed=abcdef\n",
        "turn g=1 n=7 phase=play legal=5S,6S ms=1000\n",
        "welcome v=1 name=ann session=abcdef server=x\n"};
    enum { LINES = sizeof lines / sizeof lines[0], LONG = 300 };
    static char packed[2][LINES + 1][1000], batch[4000], room[FRAME_BYTES_MAX],
        fresh[FRAME_BYTES_MAX];
    static struct message message;
    size_t sizes[2][LINES + 1], bad, length, expected;
    uint64_t seed = 12;
    const char *text;
    (void)state;

    for (int i = 0; i <= LINES; i++) {
        enum encoding encoding = ENCODING_TEXT;
        if (i < LINES)
            snprintf(packed[0][i], sizeof packed[0][i], "%s", lines[i]);
        else
            snprintf(packed[0][i], sizeof packed[0][i],
                     "welcome v=1 name=ann session=abcdef server=%0*d\n", LONG, 7);
        sizes[0][i] = strlen(packed[0][i]);
        assert_true(stream_next(&encoding, FROM_SERVER, packed[0][i], sizes[0][i], &message, &bad) >
                    0);
        int size = scribe_message(&message, ENCODING_MSGPACK, packed[1][i], sizeof packed[1][i]);
        assert_true(size > 0);
        sizes[1][i] = (size_t)size;
    }
    for (int round = 0; round < 20000; round++) {
        int kind = (int)splitmix_below(&seed, 2), count = 1 + (int)splitmix_below(&seed, 3);
        size_t size = 0;
        for (int i = 0; i < count; i++) {
            int which = (int)splitmix_below(&seed, LINES + 1);
            memcpy(batch + size, packed[kind][which], sizes[kind][which]);
            size += sizes[kind][which];
        }
        for (size_t at = 0; at < size;) {
            enum encoding one = kind ? ENCODING_MSGPACK : ENCODING_TEXT, other = one;
            size_t step = game_logs_read(&one, false, batch + at, size - at, room, &text, &length);
            assert_int_equal(step, wire_page_read(&message, &other, false, batch + at, size - at,
                                                  fresh, &expected));
            assert_int_equal(length, expected);
            assert_memory_equal(text, fresh, length);
            assert_null(memmem(text, length, "abcdef", 6));
            at += step;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_wanted_seats_are_kept),
        cmocka_unit_test(messages_that_were_seen_read_the_same),
        cmocka_unit_test(all_games_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
