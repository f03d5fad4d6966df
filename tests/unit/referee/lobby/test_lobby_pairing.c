/* test_lobby_pairing.c - who sits together: by rating, by owner, in pairs, and not always with
 * the same. */
#include "seekers.h"

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

static void the_nearest_ratings_are_paired(void **context)
{
    (void)context;
    come("far", "", TWO, 1700, 0);
    come("near", "", TWO, 1490, 0);
    come("anchor", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    /* The bot that waited longest chooses: 1700 takes 1500 before 1490. */
    assert_true(sits(&games[0], 2, 0) && sits(&games[0], 2, 2));
}

/* With others at tables the window begins at 100 and is 400 after a tenth of a game. */
static void the_window_widens(void **context)
{
    (void)context;
    come("p", "", TWO, 1500, 0);
    come("q", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1); /* at tables, but may return */
    usec_t widen = lobby.queues[TWO].widen;
    come("a", "", TWO, 1500, 0);
    come("b", "", TWO, 1700, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    assert_true(lobby_next(&lobby) > 0 && lobby_next(&lobby) <= widen / 2);
    assert_int_equal(lobby_pair(&lobby, widen / 4, games, GAMES), 0); /* 175 */
    assert_int_equal(lobby_pair(&lobby, widen / 2, games, GAMES), 1); /* 250 */
}

static void a_far_rating_is_paired_only_without_a_nearer_one(void **context)
{
    (void)context;
    int low = come("low", "", TWO, 1000, 0);
    int high = come("high", "", TWO, 1500, 1);
    int other = come("other", "", TWO, 1800, 2);
    assert_int_equal(lobby_pair(&lobby, 3, games, GAMES), 1);
    assert_true(sits(&games[0], 2, high) && sits(&games[0], 2, other));
    come("middle", "", TWO, 1450, 4);
    assert_int_equal(lobby_pair(&lobby, 4, games, GAMES),
                     0); /* a bot of a nearer rating may return */
    assert_int_equal(lobby_pair(&lobby, 4 + 2 * second, games, GAMES), 1);
    assert_true(sits(&games[0], 2, low)); /* none returned */
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
    assert_int_equal(lobby_pair(&lobby, 2 * second, games, GAMES), 1); /* only b waits */
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

/* The number of its first seeker decides: the second pair is strong, though each half seems
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

/* Half a pair waits, and delays no other game. */
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

/* The cheapest three cannot sit together, because two have one owner and a third is half of a
 * pair; three others can. */
static void all_compatible_bots_are_seated(void **context)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_nearest_ratings_are_paired),
        TEST(the_window_widens),
        TEST(a_far_rating_is_paired_only_without_a_nearer_one),
        TEST(no_rematch_while_another_waits),
        TEST(an_owner_is_on_one_side),
        TEST(a_pair_sits_together),
        TEST(pairs_meet_by_the_rating_of_the_team),
        TEST(half_a_pair_waits),
        TEST(sides_of_three_are_units),
        TEST(partners_change),
        TEST(all_compatible_bots_are_seated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
