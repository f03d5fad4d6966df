/* test_lobby_why.c - the reasons why bots wait. */
#include "seekers.h"

static enum lobby_why why_of(int number)
{
    lobby_why_explain(&lobby, second);
    return lobby.seekers[number].why;
}

static void each_waiting_bot_gets_a_reason(void **context)
{
    struct lobby_seek half = want(FOUR, 1500);
    struct lobby_why_waits waits;
    usec_t now = 0;
    (void)context;
    half.pair = true;
    int a = come("a", "", THREE, 1500, 0), pair = lobby_enter(&lobby, "p", "");
    assert_int_equal(why_of(a), LOBBY_WHY_PLAYERS);
    lobby_seek(&lobby, pair, &half, 0);
    assert_int_equal(why_of(pair), LOBBY_WHY_PARTNER);
    come("x1", "x", THREE, 1500, 0);
    come("x2", "x", THREE, 1500, 0);
    assert_int_equal(why_of(a), LOBBY_WHY_OWNERS);
    int b = come("b", "", THREE, 1500, 0);
    assert_int_equal(why_of(b), LOBBY_WHY_SOON);
    lobby_why_waits(&lobby, THREE, 3 * second, &waits);
    assert_int_equal(waits.waiting, 4);
    assert_int_equal(waits.needs, 3);
    assert_int_equal(waits.by_why[LOBBY_WHY_SOON], 4);
    assert_int_equal(waits.longest, 3 * second);
    int c = come("c", "", TWO, 1500, 0), d = come("d", "", TWO, 1500, 0);
    (void)games_of_two(c, d, 0, &now);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lobby_pair(&lobby, 0, games, GAMES) > 0, 1);
        back(c, TWO, 1500, 0);
        back(d, TWO, 1500, 0);
    }
    for (int i = 0; i < 40; i++) { /* they arrive, and are seated with each other */
        char name[16];
        snprintf(name, sizeof name, "o%d", i);
        come(name, "", TWO, 3000, 0);
    }
    lobby_unseek(&lobby, c);
    lobby_unseek(&lobby, d);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 20);
    back(c, TWO, 1500, 0);
    back(d, TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    assert_int_equal(why_of(c), LOBBY_WHY_SHARE);
    for (int why = LOBBY_WHY_SOON; why < LOBBY_WHY_COUNT; why++)
        assert_true(lobby_why_word((enum lobby_why)why)[0] &&
                    lobby_why_text((enum lobby_why)why)[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_waiting_bot_gets_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
