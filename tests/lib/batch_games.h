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
#include "rating/batch_model.h"
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

/* A model of random results of one to three bots a side, with `model.center` 1500 and two virtual
 * draws. A bot may sit on several seats; only the first `seen` of the players play. */
static inline void mixed_model(struct model *model, uint64_t from, int count, int seen, int players)
{
    struct batch_result *results = made(count);
    seed = from;
    for (int i = 0; i < count; i++) {
        int members = 1 + below(3), sides = members == 1 ? 2 + below(3) : 2;
        struct batch_result *result = &results[i];
        result->side_count = (uint8_t)sides;
        result->seat_count = (uint8_t)(sides * members);
        for (int seat = 0; seat < sides * members; seat++) {
            result->player[seat] = below(seen);
            result->side[seat] = (uint8_t)(seat % sides);
        }
        for (int side = 0; side < sides; side++)
            result->rank[side] = (uint8_t)(1 + below(sides));
    }
    struct batch batch = {.results = results,
                          .result_count = count,
                          .player_count = players,
                          .center = 1500,
                          .virtual_draws = 2};
    assert_int_equal(batch_model_init(model, &batch), 0);
    free(results);
}

#endif
