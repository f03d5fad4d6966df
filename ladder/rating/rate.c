/* rate.c - ratings of a competition, with the code of the batch tables. */
#include "rating/rate.h"
#include "rating/batch.h"

#include <assert.h>
#include <stdlib.h>

struct rate {
    struct batch_result *results;
    int64_t *block_begin, block_count;
    struct batch_row *rows;
    bool *played;
};

static void rate_fini(struct rate *rate)
{
    free(rate->results);
    free(rate->block_begin);
    free(rate->rows);
    free(rate->played);
}

static int rate_init(struct rate *rate, const struct rated_game *games, int64_t game_count,
                     int player_count)
{
    *rate = (struct rate){
        .results = calloc((size_t)game_count + 1, sizeof *rate->results),
        .block_begin = calloc((size_t)game_count + 1, sizeof *rate->block_begin),
        .rows = calloc((size_t)player_count + 1, sizeof *rate->rows),
        .played = calloc((size_t)player_count + 1, sizeof *rate->played),
    };
    if (!rate->results || !rate->block_begin || !rate->rows || !rate->played)
        return -1;
    for (int64_t i = 0; i < game_count; i++) {
        const struct rated_game *game = &games[i];
        rate->results[i] = (struct batch_result){
            .player = {game->a, game->b},
            .side = {0, 1},
            .rank = {game->halves == 0 ? 2 : 1, game->halves == 2 ? 2 : 1},
            .seat_count = 2,
            .side_count = 2,
        };
        rate->played[game->a] = rate->played[game->b] = true;
        if (i == 0 || game->block != games[i - 1].block)
            rate->block_begin[rate->block_count++] = i;
    }
    rate->block_begin[rate->block_count] = game_count;
    return 0;
}

int rate_games(const struct rated_game *games, int64_t game_count, int player_count, uint64_t seed,
               struct rated_player *players)
{
    struct rate rate;
    int status = rate_init(&rate, games, game_count, player_count);
    assert(game_count >= 0 && player_count >= 0);
    struct batch batch = {.results = rate.results,
                          .result_count = game_count,
                          .block_begin = rate.block_begin,
                          .block_count = rate.block_count,
                          .player_count = player_count,
                          .ranked = rate.played,
                          .virtual_draws = BATCH_VIRTUAL_DRAWS,
                          .seed = seed,
                          .resamples = RATE_RESAMPLES,
                          .rows = rate.rows};
    if (status == 0)
        status = batch_compute(&batch);
    for (int i = 0; i < player_count && status == 0; i++) {
        const struct batch_row *row = &rate.rows[i];
        players[i] = (struct rated_player){.rating = row->rating,
                                           .err95 = row->err95,
                                           .blocks = row->blocks,
                                           .few = row->blocks < BATCH_BLOCKS_MIN,
                                           .first = row->first,
                                           .last = row->last};
    }
    rate_fini(&rate);
    return status;
}
