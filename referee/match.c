/* match.c - a series of games between entries as a pure schedule. */
#include "match.h"

#include <assert.h>
#include <string.h>

int match_block_size(const struct match_config *config, const struct ruleset *rules)
{
    return config->duplicate ? rules->side_count : 1;
}

static int pair_count(const struct match_config *config)
{
    return config->entry_count * (config->entry_count - 1) / 2;
}

int match_games(const struct match_config *config, const struct ruleset *rules)
{
    int block = match_block_size(config, rules);
    return (config->games + block - 1) / block * block;
}

int match_pair_index(const struct match_config *config, int first, int second)
{
    int index = 0;
    assert(first < second && second < config->entry_count);
    for (int i = 0; i < first; i++)
        index += config->entry_count - 1 - i;
    return index + second - first - 1;
}

/* The tested side moves round the table with the rotation; all other sides are the second entry's. */
void match_game(const struct match_config *config, const struct ruleset *rules, int index,
                struct match_game *game)
{
    int block = match_block_size(config, rules), number = index / block;
    int pair = number % pair_count(config);

    memset(game, 0, sizeof *game);
    game->second = 1;
    for (; pair > 0; pair--) {
        if (++game->second == config->entry_count)
            game->second = ++game->first + 1;
    }
    game->set = number;
    game->rotation = config->duplicate ? index % block
                                       : number / pair_count(config) % rules->side_count;
    for (int seat = 0; seat < rules->players; seat++)
        game->entry_of[seat] =
            rules->side_of[seat] == game->rotation ? game->first : game->second;
}

/* 2, 1 or 0 half points: the first entry's side against the best of the others. */
static int halves(const struct ruleset *rules, const struct match_game *game,
                  const struct game *result, int32_t *margin)
{
    int32_t own = result->scores[game->rotation], other = INT32_MIN;
    bool own_wins = result->winners >> game->rotation & 1;
    bool other_wins = result->winners & ~(1u << game->rotation);

    for (int side = 0; side < rules->side_count; side++) {
        if (side != game->rotation && result->scores[side] > other)
            other = result->scores[side];
    }
    *margin = own - other;
    if (own_wins != other_wins)
        return own_wins ? 2 : 0;
    return 1;
}

void match_add(struct match_totals *totals, const struct match_config *config,
               const struct ruleset *rules, const struct match_game *game,
               const struct game *result)
{
    struct match_pair *pair = &totals->pairs[match_pair_index(config, game->first, game->second)];
    int32_t margin;
    int score = halves(rules, game, result, &margin);

    pair->games++;
    pair->wins += score == 2;
    pair->ties += score == 1;
    pair->losses += score == 0;
    pair->margin += margin;
    pair->block_halves += score;
    if (++pair->block_games == match_block_size(config, rules)) {
        pair->blocks[pair->block_halves]++;
        pair->block_games = pair->block_halves = 0;
    }
}
