/* test_batch.c - the batch table: its estimate, its bars, its ranks (ratings 3). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rating/batch.h"
#include "rating/elo.h"
#include "rating/stats.h"

enum { PLAYERS_MAX = BATCH_EXACT + 64 };

static uint64_t seed;

static double chance(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static int below(int n)
{
    return (int)(chance() * n);
}

static struct batch_result *made(int count)
{
    struct batch_result *results = calloc((size_t)count, sizeof *results);
    assert_non_null(results);
    return results;
}

/* Sides of one seat each; the first player wins, ties or loses. */
static struct batch_result duel_result(int a, int b, double score)
{
    return (struct batch_result){.player = {a, b},
                                 .side = {0, 1},
                                 .rank = {score < 0.5 ? 2 : 1, score > 0.5 ? 2 : 1},
                                 .seat_count = 2,
                                 .side_count = 2};
}

static void run(struct batch *batch, struct batch_row *rows)
{
    static bool ranked[PLAYERS_MAX];
    memset(ranked, true, sizeof ranked);
    batch->rows = rows;
    if (!batch->ranked)
        batch->ranked = ranked;
    batch->center = 1500;
    if (batch->virtual_draws == 0)
        batch->virtual_draws = BATCH_VIRTUAL_DRAWS;
    batch->resamples = batch->resamples ? batch->resamples : BATCH_RESAMPLES;
    assert_int_equal(batch_compute(batch), 0);
}

/* Of games of two it is the estimate of ratings 3, which the vectors check. */
static void test_estimate_is_that_of_the_page(void **state)
{
    (void)state;
    enum { COUNT = 900, PLAYERS = 12 };
    struct batch_result *results = made(COUNT);
    struct ml_game games[COUNT];
    struct ml_rating expected[PLAYERS];
    struct batch_row rows[PLAYERS];
    seed = 11;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        double score = a == 0 ? 1 : b == 0 ? 0 : below(3) / 2.0; /* player 0 has a perfect score */
        results[i] = duel_result(a, b, score);
        games[i] = (struct ml_game){.a = a, .b = b, .n = 1, .score_a = score};
    }
    assert_int_equal(stats_ml_ratings(games, COUNT, PLAYERS, 1500, 2, expected, NULL), 0);
    struct batch batch = {
        .results = results, .result_count = COUNT, .player_count = PLAYERS, .seed = 1};
    run(&batch, rows);
    for (int i = 0; i < PLAYERS; i++)
        assert_true(fabs(rows[i].rating - expected[i].rating) < 1e-6);
    free(results);
}

/* Without ties, and with results that are independent, the bars of the likelihood are right: those
 * of the bootstrap come to the same. */
static void test_bars_agree_with_theory(void **state)
{
    (void)state;
    enum { COUNT = 6000, PLAYERS = 8 };
    struct batch_result *results = made(COUNT);
    struct ml_game *games = calloc(COUNT, sizeof *games);
    struct ml_rating expected[PLAYERS];
    struct batch_row rows[PLAYERS];
    seed = 5;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        double score = chance() < elo_expected(40.0 * (a - b)) ? 1 : 0;
        results[i] = duel_result(a, b, score);
        games[i] = (struct ml_game){.a = a, .b = b, .n = 1, .score_a = score};
    }
    /* Many virtual draws: else the common shift of all, which only they hold, is the larger part of
     * se. */
    assert_int_equal(stats_ml_ratings(games, COUNT, PLAYERS, 1500, 4000, expected, NULL), 0);
    struct batch batch = {.results = results,
                          .result_count = COUNT,
                          .player_count = PLAYERS,
                          .virtual_draws = 1,
                          .resamples = 4000,
                          .seed = 9};
    run(&batch, rows);
    assert_int_equal(stats_ml_ratings(games, COUNT, PLAYERS, 1500, 0, expected, NULL), 0);
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(rows[i].se > 0.88 * expected[i].se && rows[i].se < 1.12 * expected[i].se);
        assert_true(fabs(rows[i].rating - (1500 + 40 * (i - 3.5))) < 4 * rows[i].se);
        assert_true(fabs(rows[i].err95 - 1.959963984540054 * rows[i].se) < 1e-9);
    }
    free(games);
    free(results);
}

/* Ties make the bars of the likelihood too wide (ratings 3): where all is tied nothing varies, and
 * what is left is that sixty games are not for ever. */
static void test_ties_have_small_bars(void **state)
{
    (void)state;
    struct batch_result results[60];
    struct batch_row rows[2];
    for (int i = 0; i < 60; i++)
        results[i] = duel_result(i % 2, 1 - i % 2, 0.5);
    struct batch batch = {.results = results, .result_count = 60, .player_count = 2};
    run(&batch, rows);
    assert_true(fabs(rows[0].rating - 1500) < 1e-6);
    assert_true(rows[0].se > 2 && rows[0].se < 0.5 * 400 / log(10) / sqrt(60));
    assert_true(fabs(rows[0].los - 0.5) < 0.01);
}

/* A group of results that are one game repeated is no more than one block: bars must come from
 * blocks. */
static void test_one_game_of_many_sides_is_one_block(void **state)
{
    (void)state;
    enum { COUNT = 400 };
    struct batch_result *results = made(COUNT);
    struct batch_row rows[5];
    double hits = 0;
    seed = 3;
    for (int i = 0; i < COUNT; i++) {
        results[i] = (struct batch_result){
            .player = {0, 1, 2, 3, 4}, .side = {0, 1, 2, 3, 4}, .seat_count = 5, .side_count = 5};
        /* Player 0 is first or last, the others tie: four duels at once hang on one throw. */
        bool first = chance() < 0.5;
        hits += first;
        for (int side = 0; side < 5; side++)
            results[i].rank[side] = (uint8_t)(side == 0 ? first ? 1 : 5 : first ? 2 : 1);
    }
    struct batch batch = {
        .results = results, .result_count = COUNT, .player_count = 5, .virtual_draws = 0.01};
    run(&batch, rows);
    /* d = R0 - R1: var(d) of p = hits / n with n blocks, by the slope of the logistic. */
    double p = hits / COUNT, se = sqrt(p * (1 - p) / COUNT) / (p * (1 - p)) * 400 / log(10);
    double spread = rows[0].se / 0.8; /* R0 moves by 4/5 of d, as the mean is held */
    assert_true(spread > 0.85 * se && spread < 1.15 * se);
    free(results);
}

/* Partners by lot: each bot's own strength comes out. */
static void test_partners_are_told_apart(void **state)
{
    (void)state;
    enum { COUNT = 20000, PLAYERS = 10 };
    struct batch_result *results = made(COUNT);
    struct batch_row rows[PLAYERS];
    seed = 77;
    for (int i = 0; i < COUNT; i++) {
        int seats[PLAYERS];
        for (int p = 0; p < PLAYERS; p++) {
            int at = below(p + 1);
            seats[p] = seats[at];
            seats[at] = p;
        }
        double difference = 60.0 * (seats[0] + seats[2] - seats[1] - seats[3]) / 2;
        bool win = chance() < elo_expected(difference);
        results[i] = (struct batch_result){.player = {seats[0], seats[1], seats[2], seats[3]},
                                           .side = {0, 1, 0, 1},
                                           .rank = {win ? 1 : 2, win ? 2 : 1},
                                           .seat_count = 4,
                                           .side_count = 2};
    }
    struct batch batch = {.results = results, .result_count = COUNT, .player_count = PLAYERS};
    run(&batch, rows);
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(fabs(rows[i].rating - (1500 + 60 * (i - 4.5))) < 4 * rows[i].se);
        assert_int_equal(rows[i].rank, PLAYERS - i);
    }
    free(results);
}

static void test_a_bot_on_both_seats(void **state)
{
    (void)state;
    struct batch_result two[40], four[40];
    struct batch_row a[2], b[2];
    for (int i = 0; i < 40; i++) {
        two[i] = duel_result(0, 1, i % 4 ? 1 : 0);
        four[i] = (struct batch_result){.player = {0, 1, 0, 1},
                                        .side = {0, 1, 0, 1},
                                        .rank = {two[i].rank[0], two[i].rank[1]},
                                        .seat_count = 4,
                                        .side_count = 2};
    }
    struct batch one = {.results = two, .result_count = 40, .player_count = 2, .seed = 2};
    struct batch other = {.results = four, .result_count = 40, .player_count = 2, .seed = 2};
    run(&one, a);
    run(&other, b);
    assert_true(fabs(a[0].rating - b[0].rating) < 1e-6);
    assert_true(fabs(a[0].se - b[0].se) < 1e-3);
}

static void test_reference_bots_hold_the_scale(void **state)
{
    (void)state;
    enum { COUNT = 3000, PLAYERS = 6 };
    struct batch_result *results = made(COUNT);
    struct batch_row free_rows[PLAYERS], rows[PLAYERS];
    bool reference[PLAYERS] = {[4] = true, [5] = true};
    seed = 21;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        results[i] = duel_result(a, b, chance() < elo_expected(80.0 * (a - b)) ? 1 : 0);
    }
    struct batch batch = {.results = results, .result_count = COUNT, .player_count = PLAYERS};
    run(&batch, free_rows);
    batch.reference = reference;
    run(&batch, rows);
    assert_true(fabs((rows[4].rating + rows[5].rating) / 2 - 1500) < 1e-9);
    for (int i = 1; i < PLAYERS; i++)
        assert_true(fabs((rows[i].rating - rows[0].rating) -
                         (free_rows[i].rating - free_rows[0].rating)) < 1e-6);
    free(results);
}

static void test_ranks_and_places(void **state)
{
    (void)state;
    enum { COUNT = 8000, PLAYERS = 5 };
    static const double strength[PLAYERS] = {1800, 1500, 1500, 1200, 1900};
    struct batch_result *results = made(COUNT + 3);
    struct batch_row rows[PLAYERS + 1];
    bool ranked[PLAYERS + 1] = {true, true, true, true, false, true};
    seed = 6;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        results[i] = duel_result(a, b, chance() < elo_expected(strength[a] - strength[b]) ? 1 : 0);
    }
    for (int i = 0; i < 3; i++) /* three lucky wins, and nothing else: wide bars */
        results[COUNT + i] = duel_result(PLAYERS, 0, i ? 1 : 0);
    struct batch batch = {.results = results,
                          .result_count = COUNT + 3,
                          .player_count = PLAYERS + 1,
                          .ranked = ranked,
                          .seed = 8};
    run(&batch, rows);
    assert_int_equal(rows[4].rank, 0); /* provisional: has a rating, is not ranked */
    assert_true(rows[4].rating > rows[0].rating + 50);
    assert_int_equal(rows[0].rank, 1);
    assert_true(rows[4].first == 0 && rows[4].last == 0 && rows[1].group == 0);
    assert_true(rows[5].first == 1 && rows[5].last >= 4); /* four games: anywhere but at the end */
    assert_true(rows[1].first <= 3 && rows[1].last >= 3); /* equally strong: either may be before */
    assert_true(rows[2].first <= 3 && rows[2].last >= 3);
    assert_true(rows[3].first >= 4 && rows[3].last == 5); /* far below */
    assert_int_equal(rows[5].blocks, 3);
    assert_true(rows[5].rating > rows[0].rating && rows[5].rank > 1); /* by rating - err95 */
    for (int i = 0; i < PLAYERS + 1; i++) {
        for (int j = 0; j < PLAYERS + 1; j++) {
            if (rows[i].rank && rows[j].rank && rows[i].rank < rows[j].rank)
                assert_true(rows[i].rating - rows[i].err95 >= rows[j].rating - rows[j].err95);
        }
    }
    free(results);
}

static void test_a_seed_is_a_table(void **state)
{
    (void)state;
    enum { COUNT = 200, PLAYERS = 6 };
    struct batch_result *results = made(COUNT);
    struct batch_row one[PLAYERS] = {{0}}, same[PLAYERS] = {{0}}, other[PLAYERS] = {{0}};
    seed = 31;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS);
        results[i] = duel_result(a, (a + 1 + below(PLAYERS - 1)) % PLAYERS, below(2));
    }
    struct batch batch = {
        .results = results, .result_count = COUNT, .player_count = PLAYERS, .seed = 1};
    run(&batch, one);
    run(&batch, same);
    batch.seed = 2;
    run(&batch, other);
    assert_memory_equal(one, same, sizeof one);
    for (int i = 0; i < PLAYERS; i++)
        assert_true(one[i].rating == other[i].rating);
    batch.way = BATCH_FIRST; /* the curvature knows no seed, and may be the wider one */
    run(&batch, other);
    batch.seed = 1;
    run(&batch, one);
    assert_true(one[0].rating == other[0].rating && one[0].se != other[0].se);
    free(results);
}

/* What was told wrong: one game left +-0.7 open, and 299 lost of 299 +-21. */
static void test_little_leaves_much_open(void **state)
{
    (void)state;
    enum { COUNT = 299 };
    struct batch_result *results = made(2 * COUNT);
    struct batch_row rows[4];
    results[0] = duel_result(0, 1, 1);
    struct batch batch = {.results = results, .result_count = 1, .player_count = 2};
    run(&batch, rows);
    assert_int_equal(rows[0].blocks, 1);
    assert_true(rows[0].err95 > 200 && rows[0].first == 1 && rows[0].last == 2);
    seed = 12;
    for (int i = 0; i < COUNT; i++) { /* 3 loses against all; the others are level */
        results[i] = duel_result(3, i % 3, 0);
        results[COUNT + i] = duel_result(i % 3, (i + 1) % 3, below(2));
    }
    batch = (struct batch){.results = results, .result_count = 2 * COUNT, .player_count = 4};
    run(&batch, rows);
    printf("299 lost of 299: %.0f +- %.0f, the others +- %.0f\n", rows[3].rating, rows[3].err95,
           rows[0].err95);
    assert_true(rows[3].err95 > 250);
    assert_true(rows[3].first == 4 && rows[3].last == 4);
    free(results);
}

/* Two that only ever play together have one rating; what is open of it is less than of either
 * alone. */
static void test_partners_for_ever_are_a_team(void **state)
{
    (void)state;
    enum { COUNT = 3000, PLAYERS = 8 };
    struct batch_result *results = made(COUNT);
    struct batch_row rows[PLAYERS];
    seed = 17;
    for (int i = 0; i < COUNT; i++) {
        int order[PLAYERS - 2], win = below(2);
        for (int p = 0; p < PLAYERS - 2; p++) {
            int at = below(p + 1);
            order[p] = order[at];
            order[at] = p + 2;
        }
        bool team = i % 3 == 0;
        results[i] = (struct batch_result){
            .player = {team ? 1 : order[0], order[1], team ? 0 : order[2], order[3]},
            .side = {0, 1, 0, 1},
            .rank = {win ? 1 : 2, win ? 2 : 1},
            .seat_count = 4,
            .side_count = 2};
    }
    struct batch batch = {.results = results, .result_count = COUNT, .player_count = PLAYERS};
    run(&batch, rows);
    assert_true(rows[0].team == 0 && rows[1].team == 0);
    assert_true(rows[0].rating == rows[1].rating && rows[0].err95 == rows[1].err95);
    assert_true(rows[0].first == rows[1].first && rows[0].last == rows[1].last);
    assert_true(rows[0].err95 < 40);
    for (int i = 2; i < PLAYERS; i++)
        assert_int_equal(rows[i].team, -1);
    /* Once apart, they have ratings of their own, of which hardly anything is known. */
    results[0].player[2] = 2;
    results[0].player[1] = 3;
    results[0].player[3] = 4;
    run(&batch, rows);
    assert_true(rows[0].team == -1 && rows[1].team == -1);
    assert_true(rows[0].err95 > 200 && rows[1].err95 > 200);
    free(results);
}

/* Who holds the scale has no narrower bar for it, so that it does not lead by it. */
static void test_references_are_not_favoured(void **state)
{
    (void)state;
    enum { COUNT = 600, PLAYERS = 6 };
    struct batch_result *results = made(COUNT);
    struct batch_row free_rows[PLAYERS], rows[PLAYERS];
    bool reference[PLAYERS] = {[2] = true};
    seed = 29;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        results[i] = duel_result(a, b, below(2));
    }
    struct batch batch = {.results = results, .result_count = COUNT, .player_count = PLAYERS};
    run(&batch, free_rows);
    batch.reference = reference;
    run(&batch, rows);
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(fabs(rows[i].err95 - free_rows[i].err95) < 1e-6);
        assert_int_equal(rows[i].rank, free_rows[i].rank);
    }
    assert_true(fabs(rows[2].rating - 1500) < 1e-9);
    free(results);
}

/* Games of one deal are one block: played twice over they tell nothing new. */
static void test_blocks_are_drawn_whole(void **state)
{
    (void)state;
    enum { COUNT = 400, PLAYERS = 4 };
    struct batch_result *once = made(COUNT), *twice = made(2 * COUNT);
    struct batch_row one[PLAYERS], two[PLAYERS], loose[PLAYERS];
    int64_t begin[COUNT + 1];
    seed = 41;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        once[i] = twice[2 * i] = twice[2 * i + 1] = duel_result(a, b, below(2));
        begin[i] = 2 * i;
    }
    begin[COUNT] = (int64_t)2 * COUNT;
    struct batch batch = {.results = once, .result_count = COUNT, .player_count = PLAYERS};
    run(&batch, one);
    struct batch blocks = {.results = twice,
                           .result_count = 2 * COUNT,
                           .player_count = PLAYERS,
                           .block_begin = begin,
                           .block_count = COUNT};
    run(&blocks, two);
    blocks.block_begin = NULL;
    run(&blocks, loose);
    for (int i = 0; i < PLAYERS; i++) {
        assert_int_equal(two[i].blocks, one[i].blocks);
        assert_true(two[i].err95 > 0.93 * one[i].err95 && two[i].err95 < 1.07 * one[i].err95);
        assert_true(loose[i].err95 < 0.8 * one[i].err95);
    }
    free(once);
    free(twice);
}

/* More bots than are inverted exactly: draws tell the same. */
static void test_many_are_drawn(void **state)
{
    (void)state;
    enum { COUNT = 4000, PLAYERS = BATCH_EXACT + 44 };
    struct batch_result *results = made(COUNT);
    static struct batch_row rows[PLAYERS];
    static bool ranked[PLAYERS];
    double sum = 0;
    seed = 53;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        results[i] = duel_result(a, b, below(2));
    }
    for (int i = 0; i < PLAYERS; i++)
        ranked[i] = true;
    struct batch batch = {
        .results = results, .result_count = COUNT, .player_count = PLAYERS, .ranked = ranked};
    run(&batch, rows);
    for (int i = 0; i < PLAYERS; i++) {
        /* About 4 / (q^2 (games + virtual draws)), as all are near to one another. */
        double se = 2 * 400 / log(10) / sqrt(rows[i].blocks + 2.0);
        sum += rows[i].se / se / PLAYERS;
        assert_true(rows[i].se > 0.75 * se && rows[i].se < 1.4 * se);
    }
    printf("of %d bots, %d draws: bars %.3f of what is expected\n", (int)PLAYERS, BATCH_DRAWS, sum);
    assert_true(sum > 0.95 && sum < 1.12);
    free(results);
}

/* Tables of the first format come out as they were, to the last digit that is signed. */
static void test_the_first_format(void **state)
{
    (void)state;
    enum { COUNT = 700, PLAYERS = 9 };
    struct batch_result *results = made(COUNT);
    struct batch_row rows[PLAYERS];
    bool reference[PLAYERS] = {[1] = true, [6] = true};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    seed = 61;
    for (int i = 0; i < COUNT; i++) {
        int a = below(PLAYERS), b = (a + 1 + below(PLAYERS - 1)) % PLAYERS;
        results[i] = duel_result(a, b, chance() < elo_expected(30.0 * (a - b)) ? 1 : 0);
    }
    struct batch batch = {.results = results,
                          .result_count = COUNT,
                          .player_count = PLAYERS,
                          .reference = reference,
                          .way = BATCH_FIRST,
                          .seed = 77};
    run(&batch, rows);
    for (int i = 0; i < PLAYERS; i++) {
        int64_t numbers[] = {llround(rows[i].rating * 1000), llround(rows[i].err95 * 1000),
                             llround(rows[i].los * 1000), rows[i].rank, rows[i].group};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            hash = (hash ^ (uint64_t)numbers[k]) * UINT64_C(0x100000001b3);
    }
    if (hash != UINT64_C(0x9cf538fa41ef3a69))
        fail_msg("the table's hash is %016llx", (unsigned long long)hash);
    free(results);
}
static void test_nothing_and_little(void **state)
{
    (void)state;
    struct batch_row rows[3];
    struct batch batch = {.player_count = 0};
    run(&batch, rows);
    struct batch_result result = duel_result(0, 2, 1);
    batch = (struct batch){.results = &result, .result_count = 1, .player_count = 3};
    run(&batch, rows);
    assert_true(rows[0].rating > 1500 && rows[2].rating < 1500);
    assert_true(fabs(rows[1].rating - 1500) < 1e-6); /* never played */
}

/* What is to be given up ends as a failure, and says nothing. */
static void test_stopped(void **state)
{
    (void)state;
    static bool ranked[2] = {true, true};
    struct batch_row rows[2] = {{.rating = -1}, {.rating = -1}};
    struct batch_result result = duel_result(0, 1, 1);
    atomic_bool stop = true;
    struct batch batch = {.results = &result,
                          .result_count = 1,
                          .player_count = 2,
                          .ranked = ranked,
                          .rows = rows,
                          .center = 1500,
                          .virtual_draws = BATCH_VIRTUAL_DRAWS,
                          .resamples = 10,
                          .stop = &stop};
    assert_int_equal(batch_compute(&batch), -1);
    assert_true(rows[0].rating < 0);
    stop = false;
    assert_int_equal(batch_compute(&batch), 0);
    assert_true(rows[0].rating > 1500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_estimate_is_that_of_the_page),
        cmocka_unit_test(test_bars_agree_with_theory),
        cmocka_unit_test(test_ties_have_small_bars),
        cmocka_unit_test(test_one_game_of_many_sides_is_one_block),
        cmocka_unit_test(test_partners_are_told_apart),
        cmocka_unit_test(test_a_bot_on_both_seats),
        cmocka_unit_test(test_reference_bots_hold_the_scale),
        cmocka_unit_test(test_ranks_and_places),
        cmocka_unit_test(test_a_seed_is_a_table),
        cmocka_unit_test(test_little_leaves_much_open),
        cmocka_unit_test(test_partners_for_ever_are_a_team),
        cmocka_unit_test(test_references_are_not_favoured),
        cmocka_unit_test(test_blocks_are_drawn_whole),
        cmocka_unit_test(test_many_are_drawn),
        cmocka_unit_test(test_the_first_format),
        cmocka_unit_test(test_nothing_and_little),
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
