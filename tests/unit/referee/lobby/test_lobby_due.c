/* test_lobby_due.c - whom a pass tries while a crowd waits. */
#include "seekers.h"
#include "lobby/lobby_due.h"

static void begin(usec_t now)
{
    lobby.crowd_from = 1;
    lobby_due_begin(&lobby, now);
}

/* Until none is due in a round. */
static void try_all(usec_t now)
{
    for (int round = 0; round < LOBBY_DUE_LATER; round++) {
        for (int at; (at = lobby_due_first(&lobby, (enum lobby_due)round)) >= 0;)
            lobby_due_tried(&lobby, at, (enum lobby_due)round, now);
    }
    assert_int_equal(lobby_due_rounds(&lobby), 0);
}

static void few_are_no_crowd(void **context)
{
    (void)context;
    come("a", "", TWO, 1500, 0);
    lobby_due_begin(&lobby, 0);
    assert_int_equal(lobby_due_rounds(&lobby), 0);
    assert_int_equal(lobby_due_next(&lobby), USEC_NEVER);
    begin(0); /* as a crowd all are due at first */
    assert_int_equal(lobby_due_first(&lobby, LOBBY_DUE_NEAR), 0);
    lobby.crowd_from = 2;
    lobby_due_begin(&lobby, 0);
    assert_int_equal(lobby_due_rounds(&lobby), 0);
}

/* Its window widens in eighths, is open to all after two tenths of a game, and after a whole one it
 * is patient. */
static void who_waits_is_due_as_its_window_widens(void **context)
{
    usec_t widen = lobby.queues[TWO].widen, now = 0;
    int turns = 0;
    (void)context;
    come("p", "", TWO, 1500, 0);
    come("q", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1); /* somebody is away */
    int a = come("a", "", TWO, 1500, 0);
    begin(0);
    for (; now < 2 * widen; turns++) {
        assert_int_equal(lobby_due_first(&lobby, LOBBY_DUE_NEAR), a);
        try_all(now);
        assert_true(lobby_due_next(&lobby) > now && lobby_due_next(&lobby) <= now + widen / 4);
        begin(now = lobby_due_next(&lobby));
    }
    assert_int_equal(now, 2 * widen);
    assert_in_range(turns, 14, 17);
    lobby_due_tried(&lobby, a, LOBBY_DUE_NEAR, now);
    assert_int_equal(lobby_due_first(&lobby, LOBBY_DUE_FAR), a);
    try_all(now);
    assert_int_equal(lobby_due_patience(&lobby, a, now), 0);
    begin(now = lobby_due_next(&lobby));
    assert_int_equal(now, 10 * widen);
    assert_int_equal(lobby_due_patience(&lobby, a, now), 1);
    assert_int_equal(lobby_due_first(&lobby, LOBBY_DUE_PATIENCE), a);
    try_all(now);
    assert_int_equal(lobby_due_next(&lobby), USEC_NEVER); /* only somebody else can help */
}

/* Those who wait near a bot that comes are due, the longest waiting first; those further away are
 * not. */
static void a_bot_that_comes_wakes_those_near_it(void **context)
{
    enum { LONG = 100 };
    int expected = 0;
    char name[16];
    (void)context;
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "n%d", i);
        come(name, "one", TWO, 1000 + 10 * i, i);
    }
    begin(LONG * second);
    try_all(LONG * second);
    come("new", "", TWO, 1505, LONG * second);
    for (int at; (at = lobby_due_first(&lobby, LOBBY_DUE_PATIENCE)) >= 0; expected++) {
        assert_int_equal(at, 50 - LOBBY_NEIGHBOURS + 1 + expected);
        assert_false(lobby.seekers[at].looks_at_all);
        lobby_due_tried(&lobby, at, LOBBY_DUE_PATIENCE, LONG * second);
    }
    assert_int_equal(expected, 2 * LOBBY_NEIGHBOURS);
    assert_int_equal(lobby_due_first(&lobby, LOBBY_DUE_NEAR), 100);
    lobby_unseek(&lobby, 100);
    assert_int_equal(lobby_due_rounds(&lobby), 0);
}

/* A distant bot and a share that a day's end makes larger are found by the sweep. */
static void the_sweep_reaches_everybody(void **context)
{
    enum { LONG = 100, FAR = 2 * LOBBY_NEIGHBOURS + 4 };
    usec_t now = LONG * second;
    char name[16];
    int passes = 0;
    (void)context;
    lobby.crowd_from = 1;
    come("far", "", TWO, 3000, 0);
    for (int i = 0; i < FAR; i++) {
        snprintf(name, sizeof name, "n%d", i);
        come(name, "one", FOUR, 2000, 0);
    }
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 0);
    struct lobby_seek both = want(TWO, 1000);
    int b = lobby_enter(&lobby, "b", "");
    lobby_seek(&lobby, b, &both, now);
    lobby_due_forget(&lobby, b); /* as if nothing had been noticed */
    lobby_due_forget(&lobby, 0);
    while (lobby_pair(&lobby, now, games, GAMES) == 0) {
        assert_true(++passes < 3);
        assert_in_range(lobby_next(&lobby) - now, 0, LOBBY_LOOK_AGAIN);
        now += LOBBY_LOOK_AGAIN;
    }
    assert_true(sits(&games[0], 2, 0) && sits(&games[0], 2, b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(few_are_no_crowd),
        TEST(who_waits_is_due_as_its_window_widens),
        TEST(a_bot_that_comes_wakes_those_near_it),
        TEST(the_sweep_reaches_everybody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
