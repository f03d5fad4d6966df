/* test_rate.c - the games of a competition are rated together, around 0. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder.h"
#include "rating/rate.h"

enum { GAMES = 400 };

static void the_stronger_is_higher_and_the_sum_is_zero(void **state)
{
    static struct rated_game games[GAMES];
    struct rated_player players[3];
    (void)state;
    for (int i = 0; i < GAMES; i++) /* 0 wins three of four against 1; 2 does not play */
        games[i] =
            (struct rated_game){.a = 0, .b = 1, .halves = i / 2 % 4 == 0 ? 0 : 2, .block = i / 2};
    assert_int_equal(rate_games(games, GAMES, 3, 7, players), 0);
    assert_true(players[0].rating > players[1].rating);
    assert_true(players[0].rating + players[1].rating < 0.01 &&
                players[0].rating + players[1].rating > -0.01);
    /* 400 * log10(3) = 191, a little less because of the virtual draws. */
    assert_in_range(players[0].rating - players[1].rating, 180, 192);
    assert_true(players[0].err95 > 5 && players[0].err95 < 60);
    assert_true(players[0].blocks == GAMES / 2 && !players[0].few);
    assert_true(players[0].first == 1 && players[0].last == 1 && players[1].first == 2);
    assert_true(players[2].blocks == 0 && players[2].few && players[2].first == 0);
}

static void a_seed_is_a_table_and_blocks_are_whole(void **state)
{
    static struct rated_game games[GAMES];
    struct rated_player one[2], again[2], single[2];
    (void)state;
    for (int i = 0; i < GAMES; i++)
        games[i] = (struct rated_game){.a = 0, .b = 1, .halves = i / 4 % 2 ? 2 : 0, .block = i / 4};
    assert_int_equal(rate_games(games, GAMES, 2, 7, one), 0);
    assert_int_equal(rate_games(games, GAMES, 2, 7, again), 0);
    for (int i = 0; i < 2; i++) {
        assert_true(one[i].rating == again[i].rating && one[i].err95 == again[i].err95);
        assert_true(one[i].first == again[i].first && one[i].last == again[i].last);
    }
    /* Four games with the same end are not four times as certain as one. */
    for (int i = 0; i < GAMES; i++)
        games[i].block = i;
    assert_int_equal(rate_games(games, GAMES, 2, 7, single), 0);
    assert_true(one[0].err95 > 1.5 * single[0].err95);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stronger_is_higher_and_the_sum_is_zero),
        cmocka_unit_test(a_seed_is_a_table_and_blocks_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
