/* finished_block.c - a block of games that is over, kept until its turn comes. */
#include "match/finished_block_private.h"
#include "arena/seated_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What is kept of a game: for each game in progress a few may wait. */
struct waiting_game {
    struct game_outcome outcome;
    struct record *record;
    uint8_t *game_stats; /* packed */
    size_t game_stats_size;
};

struct finished_block {
    struct schedule_block block;
    struct waiting_game games[]; /* of the block */
};

struct finished_block *finished_block_create(const struct schedule_block *block)
{
    struct finished_block *finished =
        calloc(1, sizeof *finished + (size_t)block->game_count * sizeof finished->games[0]);

    if (finished)
        finished->block = *block;
    return finished;
}

void finished_block_destroy(struct finished_block *finished)
{
    for (int t = 0; finished && t < finished->block.game_count; t++) {
        record_destroy(finished->games[t].record);
        free(finished->games[t].game_stats);
    }
    free(finished);
}

bool finished_block_keep(struct finished_block *finished, int index,
                         const struct runner_config *config, const struct game_stats *game_stats,
                         struct arena_table *table)
{
    assert(index >= 0 && index < finished->block.game_count);
    struct waiting_game *out = &finished->games[index];
    uint8_t packed[GAME_STATS_PACKED_MAX];
    const struct game *game = table_game(seated_table_table(table));
    int forfeited = table_forfeited(seated_table_table(table));

    memcpy(out->outcome.scores, game->scores, sizeof out->outcome.scores);
    out->outcome.winners = game->winners;
    out->outcome.reason = game->reason;
    out->outcome.forfeited = (int8_t)(forfeited < 0 ? -1 : config->rules.side_of[forfeited]);
    out->game_stats_size = game_stats_pack(game_stats, packed);
    out->game_stats = malloc(out->game_stats_size);
    if (!out->game_stats)
        return false;
    memcpy(out->game_stats, packed, out->game_stats_size);
    if (config->records)
        out->record = arena_take_record(table);
    return out->record || !config->records;
}

/* Unpacks a game, with its line. Returns false if out of memory. */
static bool take_out(const struct waiting_game *waiting, bool records, struct runner_game *game)
{
    game->outcome = waiting->outcome;
    game_stats_unpack(waiting->game_stats, waiting->game_stats_size, &game->game_stats);
    game->line = records ? record_line(waiting->record) : NULL;
    return game->line || !records;
}

int finished_block_hand_over(const struct finished_block *finished,
                             const struct runner_config *config, bool *more)
{
    struct runner_game games[SCHEDULE_GAMES_MAX];
    int count = 0, status = -1;

    assert(finished->block.game_count <= SCHEDULE_GAMES_MAX);
    while (count < finished->block.game_count &&
           take_out(&finished->games[count], config->records, &games[count]))
        count++;
    if (count == finished->block.game_count) {
        *more = config->done(config->owner, &finished->block, games);
        status = 0;
    }
    while (count-- > 0)
        free(games[count].line);
    return status;
}
