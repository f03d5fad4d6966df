/* batch_games.h - random results of bots of known strength, for the tests of the batch table. */
#ifndef AVONDALE_TEST_BATCH_GAMES_H
#define AVONDALE_TEST_BATCH_GAMES_H

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

static inline double chance(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static inline int below(int n)
{
    return (int)(chance() * n);
}

static inline struct batch_result *made(int count)
{
    struct batch_result *results = calloc((size_t)count, sizeof *results);
    assert_non_null(results);
    return results;
}

/* Sides of one seat each; the first player wins, ties or loses. */
static inline struct batch_result duel_result(int a, int b, double score)
{
    return (struct batch_result){.player = {a, b},
                                 .side = {0, 1},
                                 .rank = {score < 0.5 ? 2 : 1, score > 0.5 ? 2 : 1},
                                 .seat_count = 2,
                                 .side_count = 2};
}

static inline void run(struct batch *batch, struct batch_row *rows)
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

#endif
