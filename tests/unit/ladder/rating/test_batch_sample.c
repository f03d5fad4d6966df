/* test_batch_sample.c - samples are drawn by whole blocks, from a seed. */
#include "batch_games.h"

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
    batch.way = BATCH_FIRST; /* the curvature ignores the seed, and may be the wider one */
    run(&batch, other);
    batch.seed = 1;
    run(&batch, one);
    assert_true(one[0].rating == other[0].rating && one[0].se != other[0].se);
    free(results);
}

/* Games of one deal are one block: repeating them adds no information. */
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

/* More bots than the exact inversion takes: random draws give the same. */
static void test_many_bots_are_drawn_at_random(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_seed_is_a_table),
        cmocka_unit_test(test_blocks_are_drawn_whole),
        cmocka_unit_test(test_many_bots_are_drawn_at_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
