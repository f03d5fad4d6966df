/* seekers.h - bots that seek a game, for the tests of the lobby. */
#ifndef AVONDALE_TEST_SEEKERS_H
#define AVONDALE_TEST_SEEKERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <cmocka.h>
#include "lobby/lobby.h"
#include "lobby/lobby_random.h"

enum { FOUR, TWO, SIX, THREE, RULESETS, GAMES = 4000 };

static const usec_t second = 1000000;

static struct lobby lobby;

static struct lobby_game games[GAMES];

static inline int set_up(void **context)
{
    static const char *const presets[] = {"wikipedia", "two-handed-dead", "six-handed",
                                          "three-handed"};
    static struct ruleset rules[RULESETS];
    const struct ruleset *list[RULESETS];
    struct ruleset_error error;
    (void)context;
    for (int r = 0; r < RULESETS; r++) {
        assert_int_equal(ruleset_parse(&rules[r], presets[r], NULL, 0, &error), 0);
        list[r] = &rules[r];
    }
    return lobby_init(&lobby, list, RULESETS, 20000, 7);
}

static inline int tear_down(void **context)
{
    (void)context;
    lobby_fini(&lobby);
    return 0;
}

static inline struct lobby_seek want(int r, int rating)
{
    struct lobby_seek seek = {.rulesets = 1u << r, .rated = true, .games = 1};
    for (int i = 0; i < RULESETS; i++)
        seek.rating[i] = rating;
    return seek;
}

static inline int come(const char *name, const char *owner, int r, int rating, usec_t now)
{
    struct lobby_seek seek = want(r, rating);
    int number = lobby_enter(&lobby, name, owner);
    assert_true(number >= 0);
    lobby_seek(&lobby, number, &seek, now);
    return number;
}

/* Comes back after a game. */
static inline void back(int number, int r, int rating, usec_t now)
{
    struct lobby_seek seek = want(r, rating);
    lobby_seek(&lobby, number, &seek, now);
}

static inline bool sits(const struct lobby_game *game, int players, int number)
{
    for (int i = 0; i < players; i++) {
        if (game->seekers[i] == number)
            return true;
    }
    return false;
}

/* Plays `a` against `b` as often as the rules allow within `rounds` passes. Returns the number of
 * games. */
static inline int games_of_two(int a, int b, int rounds, usec_t *now)
{
    int played = 0;

    for (int round = 0; round < rounds; round++, *now += second) {
        int count = lobby_pair(&lobby, *now, games, GAMES);
        for (int i = 0; i < count; i++) {
            assert_true(sits(&games[i], 2, a) && sits(&games[i], 2, b));
            lobby_over(&lobby, TWO, second);
        }
        played += count;
        back(a, TWO, 1500, *now);
        back(b, TWO, 1500, *now);
    }
    return played;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
