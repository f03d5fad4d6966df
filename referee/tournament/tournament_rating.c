/* tournament_rating.c - ratings of a tournament's entries, from its games by blocks. */
#include "tournament/tournament_rating.h"

#include <stdio.h>
#include <stdlib.h>

static int room(struct tournament_ratings *ratings)
{
    if (ratings->count < ratings->capacity)
        return 0;
    int64_t capacity = ratings->capacity ? ratings->capacity * 2 : 1024;
    struct rated_game *games = realloc(ratings->games, (size_t)capacity * sizeof *games);
    if (!games)
        return -1;
    ratings->games = games;
    ratings->capacity = capacity;
    return 0;
}

static bool is_void(const struct schedule_block *block, const struct runner_game *games)
{
    for (int game = 0; game < block->game_count; game++) {
        if (games[game].outcome.reason == REASON_ABORTED)
            return true;
    }
    return false;
}

int tournament_rating_add(struct tournament_ratings *ratings, const struct ruleset *rules,
                          const struct schedule_block *block, const struct runner_game *games)
{
    struct schedule_score score;
    if (is_void(block, games))
        return 0;
    int entries[SCHEDULE_SEATED_MAX], seated = schedule_seated(rules, block, entries);
    ratings->blocks++;
    for (int game = 0; game < block->game_count; game++) {
        for (int i = 0; i < seated; i++) {
            for (int k = i + 1; k < seated; k++) {
                int a = entries[i], b = entries[k];
                if (!schedule_score(rules, &block->lineups[game], &games[game].outcome, a, b,
                                    &score))
                    continue;
                if (room(ratings))
                    return -1;
                ratings->games[ratings->count++] =
                    (struct rated_game){.a = (int16_t)a,
                                        .b = (int16_t)b,
                                        .halves = (uint8_t)score.halves,
                                        .block = ratings->blocks};
            }
        }
    }
    return 0;
}

int tournament_rating_make(struct tournament_ratings *ratings, int entry_count)
{
    ratings->seed = (uint64_t)ratings->blocks;
    ratings->made = false;
    if (ratings->count == 0)
        return 0;
    if (rate_games(ratings->games, ratings->count, entry_count, ratings->seed, ratings->players))
        return -1;
    ratings->made = true;
    return 0;
}

void tournament_rating_fini(struct tournament_ratings *ratings)
{
    free(ratings->games);
    *ratings = (struct tournament_ratings){.games = NULL};
}

const struct rated_player *tournament_rating_of(const struct tournament_ratings *ratings, int entry)
{
    const struct rated_player *player = &ratings->players[entry];
    return ratings->made && player->blocks > 0 ? player : NULL;
}

void tournament_rating_words(const struct tournament_ratings *ratings, int entry,
                             struct rating_words *words)
{
    const struct rated_player *player = tournament_rating_of(ratings, entry);
    *words = (struct rating_words){.rating = "-", .bar = "-", .places = "-"};
    if (!player)
        return;
    snprintf(words->rating, sizeof words->rating, "%+.1f", player->rating);
    if (player->few)
        snprintf(words->bar, sizeof words->bar, "too few");
    else
        snprintf(words->bar, sizeof words->bar, "+-%.1f", player->err95);
    snprintf(words->places, sizeof words->places, "%d-%d", player->first, player->last);
}
