/* test_batch.c - the batch table: its estimate, its bars, its ranks (ratings 3). */
#include "batch_games.h"

/* Results of one repeated game are a single block: error bars must come from blocks. */
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
        /* Player 0 is first or last, the others tie: one throw decides four duels at once. */
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
    double spread = rows[0].se / 0.8; /* R0 moves by 4/5 of d, because the mean is fixed */
    assert_true(spread > 0.85 * se && spread < 1.15 * se);
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

/* Earlier errors: one game gave a bar of only +-0.7, and 299 losses in 299 games one of +-21. */
static void test_few_games_have_wide_bars(void **state)
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
    for (int i = 0; i < COUNT; i++) { /* 3 loses against all; the others are equal */
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

/* Two bots that only play together share one rating, which is more certain than that of either
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
    /* After one game apart they have their own ratings, which are very uncertain. */
    results[0].player[2] = 2;
    results[0].player[1] = 3;
    results[0].player[3] = 4;
    run(&batch, rows);
    assert_true(rows[0].team == -1 && rows[1].team == -1);
    assert_true(rows[0].err95 > 200 && rows[1].err95 > 200);
    free(results);
}

/* The bot that fixes the scale gets no narrower bar for it, so it does not lead because of it. */
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

/* Tables of the first format stay the same, to the last signed digit. */
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

static void test_no_result_and_one_result(void **state)
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

/* A computation that is cancelled returns a failure, without a result. */
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
        cmocka_unit_test(test_one_game_of_many_sides_is_one_block),
        cmocka_unit_test(test_a_bot_on_both_seats),
        cmocka_unit_test(test_few_games_have_wide_bars),
        cmocka_unit_test(test_partners_for_ever_are_a_team),
        cmocka_unit_test(test_references_are_not_favoured),
        cmocka_unit_test(test_the_first_format),
        cmocka_unit_test(test_no_result_and_one_result),
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
