/* test_tournament_rating.c - the ratings of a tournament: by blocks, and with bars that shrink. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tournament/tournament_rating.h"

enum { ENTRIES = 4 };

static uint64_t seed;

static double chance(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

/* A round robin of pairs of games; `alike`: how often the deal wins both games, one for each
 * side. */
static void play(struct tournament_ratings *ratings, int blocks, double alike)
{
    static const struct schedule_config config = {.entry_count = ENTRIES, .duplicate = true};
    struct ruleset rules;
    struct ruleset_error error;
    assert_int_equal(ruleset_parse(&rules, "wikipedia", NULL, 0, &error), 0);
    *ratings = (struct tournament_ratings){.games = NULL};
    for (int i = 0; i < blocks; i++) {
        struct schedule_block block;
        struct runner_game games[SCHEDULE_GAMES_MAX];
        memset(games, 0, sizeof games);
        schedule_block(&config, &rules, i, &block);
        bool deal = chance() < alike;
        for (int game = 0; game < block.game_count; game++)
            games[game].outcome = (struct game_outcome){
                .winners = (uint8_t)(deal || chance() < 0.5 ? 1 : 2), .forfeited = -1};
        assert_int_equal(tournament_rating_add(ratings, &rules, &block, games), 0);
    }
    assert_int_equal(tournament_rating_make(ratings, ENTRIES), 0);
}

/* The mean bar of all entries. */
static double bar_of(const struct tournament_ratings *ratings)
{
    double sum = 0;
    for (int i = 0; i < ENTRIES; i++)
        sum += tournament_rating_of(ratings, i)->err95 / ENTRIES;
    return sum;
}

/* Formerly +-349 for 20 games and +-341 for 2000. */
static void test_bars_shrink(void **state)
{
    struct tournament_ratings few, many;
    (void)state;
    seed = 4;
    play(&few, 30, 0);
    play(&many, 3000, 0);
    assert_int_equal(tournament_rating_of(&few, 0)->blocks, 15);
    assert_true(bar_of(&few) < 200 && bar_of(&few) > 60);
    assert_true(bar_of(&many) < 15);
    for (int i = 0; i < ENTRIES; i++)
        assert_true(fabs(tournament_rating_of(&many, i)->rating) < 25);
    tournament_rating_fini(&few);
    tournament_rating_fini(&many);
}

/* Where the deal decides, each pair of games is split: that is less luck, not more games. */
static void test_blocks_are_the_unit(void **state)
{
    struct tournament_ratings loose, alike;
    (void)state;
    seed = 9;
    play(&loose, 600, 0);
    play(&alike, 600, 0.9);
    assert_true(bar_of(&alike) < 0.5 * bar_of(&loose));
    assert_true(bar_of(&alike) > 0.1 * bar_of(&loose));
    tournament_rating_fini(&loose);
    tournament_rating_fini(&alike);
}

static void test_words(void **state)
{
    struct tournament_ratings ratings;
    struct rating_words words;
    (void)state;
    seed = 2;
    play(&ratings, 3, 0); /* 0 against each other entry, once */
    tournament_rating_words(&ratings, 0, &words);
    assert_string_equal(words.bar, "too few");
    assert_string_equal(words.places, "1-4");
    tournament_rating_fini(&ratings);
    play(&ratings, 1, 0);
    tournament_rating_words(&ratings, 3, &words); /* it did not play */
    assert_string_equal(words.rating, "-");
    assert_string_equal(words.bar, "-");
    assert_null(tournament_rating_of(&ratings, 3));
    tournament_rating_fini(&ratings);
    play(&ratings, 0, 0);
    assert_false(ratings.made);
    tournament_rating_words(&ratings, 0, &words);
    assert_string_equal(words.places, "-");
    tournament_rating_fini(&ratings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bars_shrink),
        cmocka_unit_test(test_blocks_are_the_unit),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
