/* match.c - a series of games between entries as a pure schedule, and what it comes to. */
#include "match.h"

#include <assert.h>
#include <string.h>

/* ------------------------------------------------------------------------------- the schedule */

int match_block_size(const struct match_config *config, const struct ruleset *rules)
{
    if (!config->duplicate)
        return 1;
    return config->solo ? rules->players : rules->side_count;
}

int match_block_count(const struct match_config *config, const struct ruleset *rules)
{
    int size = match_block_size(config, rules);
    return (config->games + size - 1) / size;
}

int match_pair_index(int entry_count, int first, int second)
{
    int index = 0;
    assert(0 <= first && first < second && second < entry_count);
    for (int i = 0; i < first; i++)
        index += entry_count - 1 - i;
    return index + second - first - 1;
}

static int choose(int n, int k)
{
    int64_t ways = 1;
    for (int i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return (int)ways;
}

/* Choice number `index` of k of n, in lexicographic order. */
static void choice(int n, int k, int index, int *out)
{
    int next = 0;
    for (int i = 0; i < k; i++) {
        for (;; next++) {
            int with = choose(n - next - 1, k - i - 1);
            if (index < with)
                break;
            index -= with;
        }
        out[i] = next++;
    }
}

static int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

/* The first stays where it is, the others in their permutation number `index`: with four seats each of
 * them is the partner once in every six in a row, twice. */
static void arrange(int *entries, int count, int index)
{
    for (int at = 1; at < count; at++) {
        int rest = factorial(count - 1 - at), take = at + index / rest;
        int taken = entries[take];
        index %= rest;
        memmove(entries + at + 1, entries + at, (size_t)(take - at) * sizeof *entries);
        entries[at] = taken;
    }
}

int match_solo_cycle(const struct match_config *config, const struct ruleset *rules)
{
    int cycle = choose(config->entry_count, rules->players) * factorial(rules->players - 1);
    return config->duplicate ? cycle : cycle * rules->players;
}

static void solo_block(const struct match_config *config, const struct ruleset *rules, int index,
                       struct match_block *block)
{
    int players = rules->players, choices = choose(config->entry_count, players);
    int arrangements = factorial(players - 1), round = index / choices;
    int entries[SEATS_MAX];

    choice(config->entry_count, players, index % choices, entries);
    arrange(entries, players, round % arrangements);
    for (int game = 0; game < block->game_count; game++) {
        int turn = config->duplicate ? game : round / arrangements;
        for (int seat = 0; seat < players; seat++)
            block->lineups[game].entry_of[(seat + turn) % players] = entries[seat];
    }
}

/* One entry has a side that moves round the table, the other has all others. */
static void team_block(const struct match_config *config, const struct ruleset *rules, int index,
                       struct match_block *block)
{
    int pairs = config->entry_count * (config->entry_count - 1) / 2;
    int first = 0, second = 1;

    for (int pair = index % pairs; pair > 0; pair--) {
        if (++second == config->entry_count)
            second = ++first + 1;
    }
    for (int game = 0; game < block->game_count; game++) {
        int side = (config->duplicate ? game : index / pairs) % rules->side_count;
        for (int seat = 0; seat < rules->players; seat++)
            block->lineups[game].entry_of[seat] = rules->side_of[seat] == side ? first : second;
    }
}

void match_block(const struct match_config *config, const struct ruleset *rules, int index,
                 struct match_block *block)
{
    memset(block, 0, sizeof *block);
    block->set = index;
    block->game_count = match_block_size(config, rules);
    block->first_game = index * block->game_count;
    if (config->solo)
        solo_block(config, rules, index, block);
    else
        team_block(config, rules, index, block);
}

/* -------------------------------------------------------------------------------- the results */

int match_halves(const struct match_outcome *outcome, int side_count, int a, int b)
{
    bool a_wins = outcome->winners >> a & 1, b_wins = outcome->winners >> b & 1;

    if (a_wins != b_wins)
        return a_wins ? 2 : 0;
    if (a_wins || outcome->winners == 0 || side_count == 2)
        return 1;
    if (outcome->forfeited == a || outcome->forfeited == b)
        return outcome->forfeited == b ? 2 : 0;
    if (outcome->scores[a] == outcome->scores[b])
        return 1;
    return outcome->scores[a] > outcome->scores[b] ? 2 : 0;
}

static uint8_t sides_of(const struct ruleset *rules, const struct match_lineup *lineup, int entry)
{
    uint8_t sides = 0;
    for (int seat = 0; seat < rules->players; seat++) {
        if (lineup->entry_of[seat] == entry)
            sides |= (uint8_t)(1 << rules->side_of[seat]);
    }
    return sides;
}

/* Of several sides of one entry the one that did best speaks for it. */
static int best_side(const struct match_outcome *outcome, int side_count, uint8_t sides)
{
    int best = -1;
    for (int side = 0; side < side_count; side++) {
        if (sides >> side & 1 && (best < 0 || match_halves(outcome, side_count, side, best) == 2))
            best = side;
    }
    return best;
}

struct pair_block {
    int halves[SEATS_MAX];
    int32_t margins[SEATS_MAX];
};

/* False where the two do not play against one another in every game of the block. */
static bool score_pair(const struct ruleset *rules, const struct match_block *block,
                       const struct match_outcome *outcomes, int first, int second,
                       struct pair_block *score)
{
    for (int game = 0; game < block->game_count; game++) {
        uint8_t a = sides_of(rules, &block->lineups[game], first);
        uint8_t b = sides_of(rules, &block->lineups[game], second);
        if (!a || !b || a & b)
            return false;
        int best_a = best_side(&outcomes[game], rules->side_count, a);
        int best_b = best_side(&outcomes[game], rules->side_count, b);
        score->halves[game] = match_halves(&outcomes[game], rules->side_count, best_a, best_b);
        score->margins[game] = outcomes[game].scores[best_a] - outcomes[game].scores[best_b];
    }
    return true;
}

static void add_pair(struct match_pair *pair, const struct pair_block *score, int game_count)
{
    int halves = 0;

    assert(pair->block_size == 0 || pair->block_size == game_count);
    pair->block_size = game_count;
    for (int game = 0; game < game_count; game++) {
        pair->games++;
        pair->wins += score->halves[game] == 2;
        pair->ties += score->halves[game] == 1;
        pair->losses += score->halves[game] == 0;
        pair->margin += score->margins[game];
        halves += score->halves[game];
    }
    pair->blocks[halves]++;
}

bool match_add(struct match_totals *totals, int entry_count, const struct ruleset *rules,
               const struct match_block *block, const struct match_outcome *outcomes)
{
    struct pair_block score;

    for (int game = 0; game < block->game_count; game++) {
        if (outcomes[game].reason == REASON_ABORTED) {
            totals->blocks_void++;
            return false;
        }
    }
    for (int first = 0; first < entry_count; first++) {
        for (int second = first + 1; second < entry_count; second++) {
            if (score_pair(rules, block, outcomes, first, second, &score))
                add_pair(&totals->pairs[match_pair_index(entry_count, first, second)], &score,
                         block->game_count);
        }
    }
    return true;
}
