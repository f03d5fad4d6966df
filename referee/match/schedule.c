/* schedule.c - a series of games between entries as a pure schedule, and its results. */
#include "match/schedule.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------- the schedule */

/* Whether a block holds each line-up and its counterpart; with two sides a rotation is the
 * counterpart. */
static bool has_counterparts(const struct ruleset *rules)
{
    return rules->side_count > 2;
}

int schedule_block_size(const struct schedule_config *config, const struct ruleset *rules)
{
    int turns = !config->duplicate ? 1 : config->solo ? rules->players : rules->side_count;
    return has_counterparts(rules) ? 2 * turns : turns;
}

int schedule_block_count(const struct schedule_config *config, const struct ruleset *rules)
{
    int size = schedule_block_size(config, rules);
    return (config->games + size - 1) / size;
}

int schedule_seats_max(const struct schedule_config *config, const struct ruleset *rules)
{
    int size = schedule_block_size(config, rules);
    /* Two entries share the seats of a block equally; with solo an entry sits once at each table.
     */
    return config->solo ? size : size * rules->players / 2;
}

int schedule_pair_index(int entry_count, int first, int second)
{
    assert(0 <= first && first < second && second < entry_count);
    return first * (2 * entry_count - first - 1) / 2 + second - first - 1;
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

/* The first entry keeps its place, the others stand in their permutation number `index`: with four
 * seats each of them is the partner once in every six in a row, twice. */
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

/* Arrangements that are not rotations of each other, nor mirror images if those are in the same
 * block. */
static int arrangement_count(const struct ruleset *rules)
{
    int count = factorial(rules->players - 1);
    return has_counterparts(rules) ? count / 2 : count;
}

/* Of an arrangement and its mirror image, the one whose second seat has the lower entry. */
static void arrange_one_of_two(int *entries, int count, int index)
{
    int made[SEATS_MAX];

    for (int i = 0; index >= 0; i++) {
        memcpy(made, entries, sizeof made);
        arrange(made, count, i);
        index -= made[1] < made[count - 1];
    }
    memcpy(entries, made, sizeof made);
}

void schedule_solo_lineups(const struct ruleset *rules, bool duplicate, int turn,
                           const int *entries, struct schedule_block *block)
{
    const struct schedule_config config = {.duplicate = duplicate, .solo = true};
    int players = rules->players, per_turn = has_counterparts(rules) ? 2 : 1;

    block->game_count = schedule_block_size(&config, rules);
    for (int game = 0; game < block->game_count; game++) {
        int moved = turn + (duplicate ? game / per_turn : 0);
        bool mirrored = game % per_turn == 1;
        for (int place = 0; place < players; place++) {
            int seat = mirrored ? players - place : place;
            block->lineups[game].entry_of[(seat + moved) % players] = entries[place];
        }
    }
}

static void solo_block(const struct schedule_config *config, const struct ruleset *rules, int index,
                       struct schedule_block *block)
{
    int players = rules->players, choices = choose(config->entry_count, players);
    int arrangements = arrangement_count(rules), round = index / choices;
    int entries[SEATS_MAX] = {0};

    choice(config->entry_count, players, index % choices, entries);
    if (has_counterparts(rules))
        arrange_one_of_two(entries, players, round % arrangements);
    else
        arrange(entries, players, round % arrangements);
    schedule_solo_lineups(rules, config->duplicate, config->duplicate ? 0 : round / arrangements,
                          entries, block);
}

/* The sides of the first entry: masks that rotate round the table. Each number of sides is equally
 * frequent, and each pattern, because the second entry has the other sides. */
struct splits {
    int count;
    uint8_t masks[4];
};

static const struct splits *splits_of(const struct ruleset *rules)
{
    static const struct splits table[SEATS_MAX + 1] = {
        [2] = {1, {1}},
        [3] = {1, {1}},
        [5] = {4, {1, 3, 1, 5}},
    };
    assert(table[rules->side_count].count > 0);
    return &table[rules->side_count];
}

void schedule_pairing_block(const struct ruleset *rules, bool duplicate, int a, int b, int index,
                            struct schedule_block *block)
{
    const struct schedule_config config = {.duplicate = duplicate};
    const struct splits *splits = splits_of(rules);
    int sides = rules->side_count, per_turn = has_counterparts(rules) ? 2 : 1;
    int mask = splits->masks[index % splits->count];

    block->game_count = schedule_block_size(&config, rules);
    for (int game = 0; game < block->game_count; game++) {
        int turn = (duplicate ? game / per_turn : index / splits->count) % sides;
        bool changed = game % per_turn == 1;
        for (int seat = 0; seat < rules->players; seat++) {
            bool first = mask >> (rules->side_of[seat] + sides - turn) % sides & 1;
            block->lineups[game].entry_of[seat] = first != changed ? a : b;
        }
    }
}

static void team_block(const struct schedule_config *config, const struct ruleset *rules, int index,
                       struct schedule_block *block)
{
    int pairs = config->entry_count * (config->entry_count - 1) / 2;
    int first = 0, second = 1;

    for (int pair = index % pairs; pair > 0; pair--) {
        if (++second == config->entry_count)
            second = ++first + 1;
    }
    schedule_pairing_block(rules, config->duplicate, first, second, index / pairs, block);
}

int64_t schedule_cycle(const struct schedule_config *config, const struct ruleset *rules)
{
    int64_t turns = config->duplicate ? 1 : config->solo ? rules->players : rules->side_count;

    if (config->solo)
        return turns * choose(config->entry_count, rules->players) * arrangement_count(rules);
    return turns * config->entry_count * (config->entry_count - 1) / 2 * splits_of(rules)->count;
}

void schedule_block(const struct schedule_config *config, const struct ruleset *rules, int index,
                    struct schedule_block *block)
{
    memset(block, 0, sizeof *block);
    block->set = index;
    block->game_count = schedule_block_size(config, rules);
    block->first_game = index * block->game_count;
    if (config->solo)
        solo_block(config, rules, index, block);
    else
        team_block(config, rules, index, block);
}

/* -------------------------------------------------------------------------------- the results */

int schedule_halves(const struct game_outcome *outcome, int side_count, int a, int b)
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

static uint8_t sides_of(const struct ruleset *rules, const struct schedule_lineup *lineup,
                        int entry)
{
    uint8_t sides = 0;
    for (int seat = 0; seat < rules->players; seat++) {
        if (lineup->entry_of[seat] == entry)
            sides |= (uint8_t)(1 << rules->side_of[seat]);
    }
    return sides;
}

static int64_t rounded(int64_t sum, int64_t count)
{
    return (2 * sum + (sum < 0 ? -count : count)) / (2 * count);
}

bool schedule_score(const struct ruleset *rules, const struct schedule_lineup *lineup,
                    const struct game_outcome *outcome, int a, int b, struct schedule_score *score)
{
    uint8_t sides_a = sides_of(rules, lineup, a), sides_b = sides_of(rules, lineup, b);
    int64_t margin = 0;
    int better = 0, compared = 0;

    if (!sides_a || !sides_b || sides_a & sides_b)
        return false;
    for (int i = 0; i < rules->side_count; i++) {
        for (int k = 0; k < rules->side_count; k++) {
            if (!(sides_a >> i & 1) || !(sides_b >> k & 1))
                continue;
            better += schedule_halves(outcome, rules->side_count, i, k) - 1;
            margin += outcome->scores[i] - outcome->scores[k];
            compared++;
        }
    }
    score->halves = better > 0 ? 2 : better < 0 ? 0 : 1;
    score->margin = rounded(margin, compared);
    return true;
}

/* Returns false if the two are not opponents in every game of the block. */
static bool score_pair(const struct ruleset *rules, const struct schedule_block *block,
                       const struct game_outcome *outcomes, int first, int second,
                       struct schedule_score scores[SCHEDULE_GAMES_MAX])
{
    for (int game = 0; game < block->game_count; game++) {
        if (!schedule_score(rules, &block->lineups[game], &outcomes[game], first, second,
                            &scores[game]))
            return false;
    }
    return true;
}

static void add_pair(struct schedule_pair *pair, const struct schedule_score *scores,
                     int game_count)
{
    int halves = 0;

    assert(pair->block_size == 0 || pair->block_size == game_count);
    pair->block_size = game_count;
    for (int game = 0; game < game_count; game++) {
        pair->games++;
        pair->wins += scores[game].halves == 2;
        pair->ties += scores[game].halves == 1;
        pair->losses += scores[game].halves == 0;
        pair->margin += scores[game].margin;
        halves += scores[game].halves;
    }
    pair->blocks[halves]++;
}

int schedule_seated(const struct ruleset *rules, const struct schedule_block *block, int *entries)
{
    int count = 0;

    for (int game = 0; game < block->game_count; game++) {
        for (int seat = 0; seat < rules->players; seat++) {
            int entry = block->lineups[game].entry_of[seat], at = count;
            while (at > 0 && entries[at - 1] > entry)
                at--;
            if (at > 0 && entries[at - 1] == entry)
                continue;
            memmove(entries + at + 1, entries + at, (size_t)(count - at) * sizeof *entries);
            entries[at] = entry;
            count++;
        }
    }
    return count;
}

void schedule_totals_fini(struct schedule_totals *totals)
{
    free(totals->pairs);
    totals->pairs = NULL;
}

const struct schedule_pair *schedule_pair_of(const struct schedule_totals *totals, int entry_count,
                                             int a, int b)
{
    static const struct schedule_pair none;
    return totals->pairs
               ? &totals->pairs[schedule_pair_index(entry_count, a < b ? a : b, a < b ? b : a)]
               : &none;
}

bool schedule_add(struct schedule_totals *totals, int entry_count, const struct ruleset *rules,
                  const struct schedule_block *block, const struct game_outcome *outcomes)
{
    struct schedule_score scores[SCHEDULE_GAMES_MAX];
    int entries[SCHEDULE_SEATED_MAX], seated = schedule_seated(rules, block, entries);
    size_t pairs = (size_t)entry_count * (size_t)(entry_count - 1) / 2;

    for (int game = 0; game < block->game_count; game++) {
        if (outcomes[game].reason == REASON_ABORTED) {
            totals->blocks_void++;
            return false;
        }
    }
    /* Pages of pairs that never meet are not touched. */
    if (!totals->pairs && !(totals->pairs = calloc(pairs, sizeof *totals->pairs)))
        memory_end();
    for (int i = 0; i < seated; i++) {
        for (int k = i + 1; k < seated; k++) {
            if (score_pair(rules, block, outcomes, entries[i], entries[k], scores))
                add_pair(&totals->pairs[schedule_pair_index(entry_count, entries[i], entries[k])],
                         scores, block->game_count);
        }
    }
    return true;
}
