/* Who plays whom, rule by rule. Times are of a fake clock. */
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

static int set_up(void **context)
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

static int tear_down(void **context)
{
    (void)context;
    lobby_fini(&lobby);
    return 0;
}

static struct lobby_seek want(int r, int rating)
{
    struct lobby_seek seek = {.rulesets = 1u << r, .rated = true, .games = 1};
    for (int i = 0; i < RULESETS; i++)
        seek.rating[i] = rating;
    return seek;
}

static int come(const char *name, const char *owner, int r, int rating, usec_t now)
{
    struct lobby_seek seek = want(r, rating);
    int number = lobby_enter(&lobby, name, owner);
    assert_true(number >= 0);
    lobby_seek(&lobby, number, &seek, now);
    return number;
}

/* Comes back after a game. */
static void back(int number, int r, int rating, usec_t now)
{
    struct lobby_seek seek = want(r, rating);
    lobby_seek(&lobby, number, &seek, now);
}

static bool sits(const struct lobby_game *game, int players, int number)
{
    for (int i = 0; i < players; i++) {
        if (game->seekers[i] == number)
            return true;
    }
    return false;
}

static int side_of(const struct lobby_game *game, int number)
{
    const struct lobby_queue *queue = &lobby.queues[game->ruleset];
    for (int i = 0; i < queue->players; i++) {
        if (game->seekers[i] == number)
            return queue->side_of[i];
    }
    fail_msg("%d has no seat", number);
    return -1;
}

static void four_are_a_game(void **context)
{
    (void)context;
    come("a", "", FOUR, 1500, 0);
    come("b", "", FOUR, 1500, 0);
    come("c", "", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    int last = come("d", "", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_true(sits(&games[0], 4, last));
    assert_int_equal(lobby.waiting_count, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    assert_int_equal(lobby_next(&lobby), USEC_NEVER);
}

static void rulesets_do_not_mix(void **context)
{
    struct lobby_seek both = want(TWO, 1500);
    (void)context;
    come("a", "", FOUR, 1500, 0);
    come("b", "", THREE, 1500, 0);
    int c = come("c", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    int d = lobby_enter(&lobby, "d", "");
    both.rulesets = 1u << TWO | 1u << THREE;
    lobby_seek(&lobby, d, &both, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_int_equal(games[0].ruleset, TWO);
    assert_true(sits(&games[0], 2, c) && sits(&games[0], 2, d));
    assert_int_equal(lobby.queues[THREE].count, 1); /* seated once, it waits nowhere */
}

static void rated_and_unrated_do_not_mix(void **context)
{
    struct lobby_seek casual = want(TWO, 1500);
    (void)context;
    casual.rated = false;
    come("a", "", TWO, 1500, 0);
    int b = lobby_enter(&lobby, "b", ""), c = lobby_enter(&lobby, "c", "b");
    lobby_seek(&lobby, b, &casual, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    lobby_seek(&lobby, c, &casual, 0); /* of one owner, which matters to nobody there */
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_false(games[0].rated);
}

static void the_nearest_are_taken(void **context)
{
    (void)context;
    come("far", "", TWO, 1700, 0);
    come("near", "", TWO, 1490, 0);
    come("anchor", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    /* The longest waiting chooses: 1700 takes 1500 before 1490. */
    assert_true(sits(&games[0], 2, 0) && sits(&games[0], 2, 2));
}

/* With others at tables the window begins at 100 and is 400 after a tenth of a game. */
static void the_window_widens(void **context)
{
    (void)context;
    come("p", "", TWO, 1500, 0);
    come("q", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1); /* away, and may come back */
    usec_t widen = lobby.queues[TWO].widen;
    come("a", "", TWO, 1500, 0);
    come("b", "", TWO, 1700, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    assert_true(lobby_next(&lobby) > 0 && lobby_next(&lobby) <= widen / 2);
    assert_int_equal(lobby_pair(&lobby, widen / 4, games, GAMES), 0); /* 175 */
    assert_int_equal(lobby_pair(&lobby, widen / 2, games, GAMES), 1); /* 250 */
}

static void far_only_when_nobody_nearer_waits(void **context)
{
    (void)context;
    int low = come("low", "", TWO, 1000, 0);
    int high = come("high", "", TWO, 1500, 1);
    int other = come("other", "", TWO, 1800, 2);
    assert_int_equal(lobby_pair(&lobby, 3, games, GAMES), 1);
    assert_true(sits(&games[0], 2, high) && sits(&games[0], 2, other));
    come("middle", "", TWO, 1450, 4);
    assert_int_equal(lobby_pair(&lobby, 4, games, GAMES), 0); /* somebody nearer may come back */
    assert_int_equal(lobby_pair(&lobby, 4 + 2 * second, games, GAMES), 1);
    assert_true(sits(&games[0], 2, low)); /* nobody did */
}

/* Waiting does not make a rule of the neighbours: who waited longest gets a game in the end. */
static void the_odd_one_is_not_forgotten(void **context)
{
    int odd = come("odd", "", TWO, 300, 0);
    int others[4];
    char name[16];
    usec_t now = 0;
    (void)context;
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "n%d", i);
        others[i] = come(name, "", TWO, 1500, 0);
    }
    for (int round = 0; round < 200; round++, now += second) {
        int count = lobby_pair(&lobby, now, games, GAMES);
        for (int i = 0; i < count; i++) {
            if (sits(&games[i], 2, odd))
                return;
            lobby_over(&lobby, TWO, second);
        }
        for (int i = 0; i < 4; i++)
            back(others[i], TWO, 1500, now);
    }
    fail_msg("not seated in 200 rounds");
}

static void no_rematch_while_another_waits(void **context)
{
    (void)context;
    int a = come("a", "", TWO, 1500, 0), b = come("b", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    lobby_over(&lobby, TWO, second);
    int c = come("c", "", TWO, 1750, second);
    back(a, TWO, 1500, second);
    back(b, TWO, 1500, second);
    assert_int_equal(lobby_pair(&lobby, second, games, GAMES), 1);
    assert_true(sits(&games[0], 2, c));
    lobby_leave(&lobby, c);
    int left = sits(&games[0], 2, a) ? a : b, waits = left == a ? b : a;
    back(left, TWO, 1500, 2 * second);
    assert_int_equal(lobby_pair(&lobby, 2 * second, games, GAMES), 1); /* b is all that waits */
    assert_true(sits(&games[0], 2, left) && sits(&games[0], 2, waits));
}

static void an_owner_is_on_one_side(void **context)
{
    (void)context;
    int a = come("a1", "ann", FOUR, 1500, 0), b = come("a2", "ann", FOUR, 1500, 0);
    come("a3", "ann", FOUR, 1500, 0);
    come("b1", "bob", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0); /* three cannot be on one side */
    come("b2", "bob", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_int_equal(side_of(&games[0], a), side_of(&games[0], b));
}

static void one_name_sits_once(void **context)
{
    (void)context;
    come("a", "", FOUR, 1500, 0);
    come("A", "", FOUR, 1500, 0);
    come("b", "", FOUR, 1500, 0);
    come("c", "", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    come("d", "", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_int_equal(lobby.waiting_count, 1);
}

static void a_pair_sits_together(void **context)
{
    struct lobby_seek pair = want(FOUR, 1600);
    (void)context;
    pair.pair = true;
    int a = lobby_enter(&lobby, "ann", ""), b = lobby_enter(&lobby, "ann", "");
    come("b", "", FOUR, 1500, 0);
    lobby_seek(&lobby, a, &pair, 0);
    come("c", "", FOUR, 1500, 0);
    come("d", "", FOUR, 1500, 0);
    lobby_seek(&lobby, b, &pair, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_true(sits(&games[0], 4, a) == sits(&games[0], 4, b));
    lobby_leave(&lobby, a);
    lobby_leave(&lobby, b);
}

/* As the number of its first seeker has it: the second pair is strong, though each of it seems
 * near. */
static int team_rating(void *context, int ruleset, const int *seekers, int count)
{
    const int *of_pair = context;
    assert_int_equal(ruleset, FOUR);
    assert_int_equal(count, 2);
    assert_int_equal(seekers[0] / 2, seekers[1] / 2);
    return of_pair[seekers[0] / 2];
}

static void pairs_meet_by_the_rating_of_the_team(void **context)
{
    static const char *const owners[] = {"x", "y", "z"};
    int ratings[] = {1500, 1900, 1560}, numbers[6];
    (void)context;
    for (int swapped = 0; swapped < 2; swapped++) {
        lobby.team_rating = team_rating;
        lobby.team_context = ratings;
        for (int i = 0; i < 6; i++) {
            struct lobby_seek pair = want(FOUR, 1500);
            char name[16];
            snprintf(name, sizeof name, "n%d", i);
            numbers[i] = lobby_enter(&lobby, name, owners[i / 2]);
            assert_int_equal(numbers[i], i);
            pair.pair = true;
            lobby_seek(&lobby, numbers[i], &pair, 0);
        }
        assert_int_equal(lobby_pair(&lobby, 0, games, 1), 1);
        for (int seat = 0; seat < 4; seat++)
            assert_true(games[0].seekers[seat] / 2 != (swapped ? 2 : 1));
        ratings[1] = 1560; /* the other way round, with bots that have not met */
        ratings[2] = 1900;
        assert_int_equal(tear_down(NULL), 0);
        assert_int_equal(set_up(NULL), 0);
    }
}

/* Half a pair waits, and keeps nobody from playing. */
static void half_a_pair_waits(void **context)
{
    struct lobby_seek pair = want(FOUR, 1500);
    (void)context;
    pair.pair = true;
    int a = lobby_enter(&lobby, "a1", "ann");
    lobby_seek(&lobby, a, &pair, 0);
    for (int i = 0; i < 3; i++)
        come((const char *[]){"b", "c", "d"}[i], "", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    int b = lobby_enter(&lobby, "a2", "ann");
    lobby_seek(&lobby, b, &pair, second);
    assert_int_equal(lobby_pair(&lobby, second, games, GAMES), 1);
    assert_int_equal(side_of(&games[0], a), side_of(&games[0], b));
    assert_int_equal(lobby.waiting_count, 1);
}

static void sides_of_three_are_units(void **context)
{
    struct lobby_seek pair = want(SIX, 1500);
    char name[16];
    int numbers[6];
    (void)context;
    int size = lobby.queues[SIX].side_size[0];
    pair.pair = true;
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "n%d", i);
        numbers[i] = lobby_enter(&lobby, name, (const char *[]){"x", "y", "z"}[i / size]);
        lobby_seek(&lobby, numbers[i], &pair, 0);
    }
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    for (int i = 0; i < 6; i++)
        assert_int_equal(side_of(&games[0], numbers[i]),
                         side_of(&games[0], numbers[i / size * size]));
}

/* Partners are drawn by lot: each of the three others within a few games. */
static void partners_change(void **context)
{
    int numbers[4], with[4] = {0};
    (void)context;
    for (int i = 0; i < 4; i++)
        numbers[i] = come((const char *[]){"a", "b", "c", "d"}[i], "", FOUR, 1500, 0);
    for (int round = 1; round <= 60; round++) {
        assert_int_equal(lobby_pair(&lobby, round * second, games, GAMES), 1);
        for (int i = 1; i < 4; i++)
            with[i] += side_of(&games[0], numbers[0]) == side_of(&games[0], numbers[i]);
        lobby_over(&lobby, FOUR, second);
        for (int i = 0; i < 4; i++)
            back(numbers[i], FOUR, 1500, round * second);
    }
    for (int i = 1; i < 4; i++)
        assert_in_range(with[i], 10, 30);
}

static void several_games_at_once(void **context)
{
    struct lobby_seek many = want(TWO, 1500);
    (void)context;
    many.games = 5;
    int a = lobby_enter(&lobby, "a", ""), b = lobby_enter(&lobby, "b", "");
    lobby_seek(&lobby, a, &many, 0);
    many.games = 3;
    lobby_seek(&lobby, b, &many, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 3);
    assert_int_equal(lobby.seekers[a].want.games, 2);
    assert_false(lobby.seekers[b].waiting);
    assert_int_equal(lobby_pair(&lobby, 0, games, 0), 0);
}

/* Plays `a` against `b` as often as they may within `rounds` looks: the number of games. */
static int games_of_two(int a, int b, int rounds, usec_t *now)
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

/* The others seek this ruleset, and play among themselves. */
static void a_farm_is_held_down(void **context)
{
    int farm = come("farm0", "farmer", TWO, 1500, 0), mine = come("mine", "", TWO, 1500, 0);
    int others[40], against = 0;
    char name[16];
    (void)context;
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "o%d", i);
        others[i] = come(name, "", TWO, 3000, 0);
    }
    for (usec_t now = 0; now < 20 * second; now += second / 10) {
        int count = lobby_pair(&lobby, now, games, GAMES);
        for (int i = 0; i < count; i++) {
            against += sits(&games[i], 2, farm) && sits(&games[i], 2, mine);
            lobby_over(&lobby, TWO, second / 10);
        }
        back(farm, TWO, 1500, now);
        back(mine, TWO, 1500, now);
        for (int i = 0; i < 40; i++)
            back(others[i], TWO, 3000, now);
    }
    assert_int_equal(lobby.queues[TWO].owners, 42);
    const struct meeting_day *day = &lobby.meetings.bots[lobby.seekers[mine].bot].days[0];
    assert_true(against > MEETING_FREE_RESULTS);
    assert_true(against <= 0.1 * day->total + 1);
}

/* Forty that are connected do not seek, or seek something else, or something that never begins: two
 * that play on are all that seek this. */
static void the_silent_stop_nobody(void **context)
{
    struct lobby_seek other = want(SIX, 1500), casual = want(TWO, 1500), half = want(FOUR, 1500);
    int a = come("a", "", TWO, 1500, 0), b = come("b", "", TWO, 1500, 0);
    usec_t now = 0;
    char name[16];
    (void)context;
    casual.rated = false;
    half.pair = true;
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "o%d", i);
        int number = lobby_enter(&lobby, name, i % 4 == 3 ? "one" : "");
        if (i % 4 == 1 && i < 20)
            lobby_seek(&lobby, number, &other, 0);
        else if (i % 4 == 2)
            lobby_seek(&lobby, number, &half, 0);
        else if (i == 3)
            lobby_seek(&lobby, number, &casual, 0);
    }
    assert_int_equal(games_of_two(a, b, 50, &now), 50);
}

/* Six that have played a ruleset of six, one game after another, seek one of two. */
static void a_ruleset_begins_anew(void **context)
{
    int numbers[6];
    usec_t now = 0;
    char name[16];
    (void)context;
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "n%d", i);
        numbers[i] = come(name, "", SIX, 1500, 0);
    }
    for (int round = 0; round < 15; round++, now += second) {
        assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 1);
        lobby_over(&lobby, SIX, second);
        for (int i = 0; i < 6; i++)
            back(numbers[i], round < 14 ? SIX : TWO, 1500, now);
    }
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 3);
}

/* One seeks three-handed alone, and all who seek it, too, could always be at tables of two. */
static void a_large_table_is_filled(void **context)
{
    static const uint32_t masks[] = {1u << TWO | 1u << THREE, 1u << TWO | 1u << THREE, 1u << TWO,
                                     1u << THREE};
    int numbers[4], played[4] = {0};
    usec_t now = 0, ends[4] = {0};
    (void)context;
    for (int i = 0; i < 4; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        numbers[i] = lobby_enter(&lobby, name, "");
    }
    for (; now < 300 * second; now += second / 10) {
        for (int i = 0; i < 4; i++) {
            struct lobby_seek seek = want(TWO, 1500);
            seek.rulesets = masks[i];
            if (ends[i] <= now && !lobby.seekers[numbers[i]].waiting)
                lobby_seek(&lobby, numbers[i], &seek, now);
        }
        int count = lobby_pair(&lobby, now, games, GAMES);
        for (int i = 0; i < count; i++) {
            usec_t took = second + (usec_t)lobby_random(&lobby.random, 1000000);
            for (int k = 0; k < 4; k++) {
                if (sits(&games[i], lobby.queues[games[i].ruleset].players, numbers[k])) {
                    played[k]++;
                    ends[k] = now + took;
                }
            }
            lobby_over(&lobby, games[i].ruleset, took);
        }
    }
    for (int i = 0; i < 4; i++)
        assert_true(played[i] > 30);
}

/* They were seated with each other, and sit there for hours: after the time that a game takes they
 * count no more. */
static void slow_tables_stop_nobody(void **context)
{
    usec_t now = 0;
    char name[16];
    (void)context;
    for (int i = 0; i < 14; i++) {
        snprintf(name, sizeof name, "slow%d", i);
        come(name, "", TWO, 1500, 0);
    }
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 7);
    int a = come("a", "", TWO, 1500, 0), b = come("b", "", TWO, 1500, 0);
    assert_in_range(games_of_two(a, b, 6, &now), 1, MEETING_FREE_RESULTS);
    now = 11 * second; /* a game takes ten seconds where none has ended yet */
    assert_in_range(games_of_two(a, b, 60, &now), 20, 60);
}

/* What the share alone forbids is looked at again at once when somebody comes, goes or ends a game,
 * and soon anyway. */
static void it_is_looked_at_again(void **context)
{
    usec_t now = 0;
    (void)context;
    int a = come("a", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 0);
    assert_in_range(lobby_next(&lobby), 1, LOBBY_LOOK_AGAIN);
    assert_true(LOBBY_LOOK_AGAIN <= 5 * second); /* "a few seconds" */
    int b = come("b", "", SIX, 1500, 0);
    assert_int_equal(lobby_next(&lobby), 0);
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 0);
    lobby_unseek(&lobby, b);
    assert_int_equal(lobby_next(&lobby), 0);
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 0);
    lobby_leave(&lobby, b);
    assert_int_equal(lobby_next(&lobby), 0);
    come("c", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 1);
    back(a, TWO, 1500, now);
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 0);
    lobby_over(&lobby, TWO, second);
    assert_int_equal(lobby_next(&lobby), 0);
}

/* The cheapest three cannot sit together, as two of them are of one owner and a third is a pair's
 * half: three others can. */
static void all_who_can_sit_together_do(void **context)
{
    char name[16];
    (void)context;
    come("a", "", THREE, 1500, 0);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "x%d", i);
        come(name, "x", THREE, 1500 + i, 0);
    }
    assert_int_equal(lobby_pair(&lobby, 60 * second, games, GAMES), 0);
    come("b", "", THREE, 2900, 0);
    assert_int_equal(lobby_pair(&lobby, 60 * second, games, GAMES), 1);
}

static enum lobby_why why_of(int number)
{
    lobby_explain(&lobby, second);
    return lobby.seekers[number].why;
}

static void everybody_is_told_why(void **context)
{
    struct lobby_seek half = want(FOUR, 1500);
    struct lobby_waits waits;
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
    lobby_waits(&lobby, THREE, 3 * second, &waits);
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
    for (int i = 0; i < 40; i++) { /* they come, and are seated with each other */
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

static void who_leaves_is_gone(void **context)
{
    struct lobby_seek pair = want(FOUR, 1500);
    (void)context;
    int a = come("a", "", FOUR, 1500, 0), b = come("b", "", FOUR, 1500, 0);
    pair.pair = true;
    int c = lobby_enter(&lobby, "c", "");
    lobby_seek(&lobby, c, &pair, 0);
    lobby_unseek(&lobby, a);
    lobby_unseek(&lobby, a);
    lobby_leave(&lobby, c);
    lobby_leave(&lobby, b);
    lobby_leave(&lobby, a);
    assert_int_equal(lobby.waiting_count, 0);
    assert_int_equal(lobby.queues[FOUR].count, 0);
    assert_int_equal(lobby_enter(&lobby, "d", ""), a); /* the numbers are used again */
}

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Not all pairs are looked at: the sanitizers' builds, some times slower, have the same limit. */
static void ten_thousand_wait(void **context)
{
    char name[16], owner[16];
    (void)context;
    for (int i = 0; i < 10000; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        snprintf(owner, sizeof owner, "owner%d", i / 3);
        come(name, owner, FOUR, 800 + (int)lobby_random(&lobby.random, 1400), i);
    }
    double start = milliseconds();
    int count = lobby_pair(&lobby, second, games, GAMES);
    double took = milliseconds() - start;
    printf("10000 waiting, %d games: %.1f ms\n", count, took);
    assert_true(count >= 2495); /* the last few may be of one owner */
    assert_true(took < 500);
    int far = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 1; k < 4; k++)
            far += abs(lobby.seekers[games[i].seekers[k]].want.rating[FOUR] -
                       lobby.seekers[games[i].seekers[0]].want.rating[FOUR]) > 100;
    }
    assert_true(far < 100);
}

/* All of one owner: nobody can play, and finding that out is cheap as well. */
static void one_owner_of_thousands(void **context)
{
    char name[16];
    (void)context;
    for (int i = 0; i < 4000; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        come(name, "one", FOUR, 1500, 0);
    }
    double start = milliseconds();
    assert_int_equal(lobby_pair(&lobby, 60 * second, games, GAMES), 0);
    printf("4000 of one owner: %.1f ms\n", milliseconds() - start);
    come("x", "", FOUR, 1500, 61 * second);
    come("y", "", FOUR, 1500, 61 * second);
    assert_int_equal(lobby_pair(&lobby, 61 * second, games, GAMES), 1);
}

/* A farm around a rating does not hide those behind it. */
static void a_farm_hides_nobody(void **context)
{
    char name[16];
    (void)context;
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        come(name, "one", FOUR, 1500, 0);
    }
    come("x", "", FOUR, 1400, 0);
    come("y", "", FOUR, 1600, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    come("x", "", TWO, 1400, 0);
    come("y", "", TWO, 1600, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
}

/* Thousands that can play with nobody use up pass after pass, and the last in the line has its
 * turn. */
static void a_pass_is_limited(void **context)
{
    char name[16];
    int passes = 0;
    (void)context;
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        come(name, "one", TWO, 2500, 0);
    }
    struct lobby_seek casual = want(TWO, 1500);
    casual.rated = false;
    lobby_seek(&lobby, lobby_enter(&lobby, "x", ""), &casual, second);
    lobby_seek(&lobby, lobby_enter(&lobby, "y", ""), &casual, second);
    double start = milliseconds();
    while (lobby_pair(&lobby, 60 * second, games, 1) == 0) {
        assert_int_equal(lobby_next(&lobby), 60 * second);
        assert_true(++passes < 60);
    }
    printf("%d passes: %.1f ms\n", passes, milliseconds() - start);
    assert_true(passes > 0);
}

static void lots_are_fair(void **context)
{
    uint64_t state = 3;
    int counts[6] = {0};
    (void)context;
    for (int i = 0; i < 60000; i++)
        counts[lobby_random(&state, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 9600, 10400);
    assert_int_equal(lobby_random(&state, 1), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(four_are_a_game),
        TEST(rulesets_do_not_mix),
        TEST(rated_and_unrated_do_not_mix),
        TEST(the_nearest_are_taken),
        TEST(the_window_widens),
        TEST(far_only_when_nobody_nearer_waits),
        TEST(the_odd_one_is_not_forgotten),
        TEST(no_rematch_while_another_waits),
        TEST(an_owner_is_on_one_side),
        TEST(one_name_sits_once),
        TEST(a_pair_sits_together),
        TEST(pairs_meet_by_the_rating_of_the_team),
        TEST(half_a_pair_waits),
        TEST(sides_of_three_are_units),
        TEST(partners_change),
        TEST(several_games_at_once),
        TEST(a_farm_is_held_down),
        TEST(the_silent_stop_nobody),
        TEST(a_ruleset_begins_anew),
        TEST(a_large_table_is_filled),
        TEST(slow_tables_stop_nobody),
        TEST(it_is_looked_at_again),
        TEST(all_who_can_sit_together_do),
        TEST(everybody_is_told_why),
        TEST(who_leaves_is_gone),
        TEST(ten_thousand_wait),
        TEST(one_owner_of_thousands),
        TEST(a_farm_hides_nobody),
        TEST(a_pass_is_limited),
        TEST(lots_are_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
