/* individual.c - the seating of a competition in which each seat is an entry of its own. */
#include "match/individual.h"
#include "splitmix.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

enum {
    STARTS = 24,       /* searches for a line-up, each from another start */
    PASSES = 8,        /* passes over all rounds, while they improve the design */
    PARTNER_WEIGHT = 3 /* there are fewer partners than opponents, and they matter more */
};

/* How often two entries at that distance are partners and opponents, over all rounds. */
struct distances {
    int partners[INDIVIDUAL_ENTRIES_MAX], opponents[INDIVIDUAL_ENTRIES_MAX];
};

struct design {
    const struct ruleset *rules;
    int entries, players, rounds;
    uint8_t (*first)[SEATS_MAX];
    struct distances distances;
    uint64_t random;
};

static int below(struct design *design, int bound)
{
    return (int)((splitmix_next(&design->random) >> 33) * (uint64_t)bound >> 31);
}

/* The count to which a pair of places of a line-up contributes. */
static int *count_of(struct design *design, const uint8_t *lineup, int a, int b)
{
    int distance = (lineup[b] + design->entries - lineup[a]) % design->entries;
    bool partners = design->rules->side_of[a] == design->rules->side_of[b];

    return partners ? &design->distances.partners[distance]
                    : &design->distances.opponents[distance];
}

static int weight_of(const struct design *design, int a, int b)
{
    return design->rules->side_of[a] == design->rules->side_of[b] ? PARTNER_WEIGHT : 1;
}

/* Adds a line-up to the counts, or removes it (sign -1). Returns the increase of the sum of
 * squares, which is least for equal counts. */
static long add(struct design *design, const uint8_t *lineup, int sign)
{
    long grown = 0;

    for (int a = 0; a < design->players; a++) {
        for (int b = 0; b < design->players; b++) {
            if (a == b)
                continue;
            int *count = count_of(design, lineup, a, b);
            grown += (long)weight_of(design, a, b) * (2L * sign * *count + 1);
            *count += sign;
        }
    }
    return grown;
}

static long cost_of(struct design *design, const uint8_t *lineup)
{
    long cost = add(design, lineup, 1);
    add(design, lineup, -1);
    return cost;
}

static bool has(const uint8_t *lineup, int count, int entry)
{
    for (int i = 0; i < count; i++) {
        if (lineup[i] == entry)
            return true;
    }
    return false;
}

static void draw(struct design *design, uint8_t *lineup)
{
    lineup[0] = 0; /* its n blocks are the same whichever entry stands here */
    for (int place = 1; place < design->players; place++) {
        do
            lineup[place] = (uint8_t)below(design, design->entries);
        while (has(lineup, place, lineup[place]));
    }
}

/* Changes one place at a time, or exchanges two, while that improves the line-up. Returns its cost.
 */
static long improve(struct design *design, uint8_t *lineup)
{
    long cost = cost_of(design, lineup);

    for (bool better = true; better;) {
        better = false;
        for (int place = 1; place < design->players; place++) {
            for (int entry = 1; entry < design->entries; entry++) {
                uint8_t tried[SEATS_MAX];
                memcpy(tried, lineup, sizeof tried);
                for (int i = 1; i < design->players; i++) {
                    if (tried[i] == entry)
                        tried[i] = lineup[place];
                }
                tried[place] = (uint8_t)entry;
                long tried_cost = cost_of(design, tried);
                if (tried_cost < cost) {
                    memcpy(lineup, tried, sizeof tried);
                    cost = tried_cost;
                    better = true;
                }
            }
        }
    }
    return cost;
}

/* Replaces a line-up, which is not counted now, by the best one found, and counts it. Returns the
 * increase of the sum of squares. */
static long find(struct design *design, uint8_t *old, bool has_old)
{
    uint8_t tried[SEATS_MAX] = {0};
    long least = has_old ? cost_of(design, old) : LONG_MAX;

    for (int start = 0; start < STARTS; start++) {
        draw(design, tried);
        long cost = improve(design, tried);
        if (cost < least) {
            least = cost;
            memcpy(old, tried, sizeof tried);
        }
    }
    return add(design, old, 1);
}

/* Each round's line-up is found with those before it, then again with all others, while that makes
 * the counts more even. */
static void make(struct design *design)
{
    long before = 0, after = -1;

    for (int round = 0; round < design->rounds; round++)
        find(design, design->first[round], false);
    for (int pass = 0; pass < PASSES && after < before; pass++) {
        before = after = 0;
        for (int round = 0; round < design->rounds; round++) {
            before -= add(design, design->first[round], -1);
            after += find(design, design->first[round], true);
        }
    }
}

void individual_init(struct individual *individual, const struct ruleset *rules, int entry_count,
                     int rounds)
{
    struct design design = {.rules = rules, .entries = entry_count, .players = rules->players};

    assert(entry_count >= rules->players && entry_count <= INDIVIDUAL_ENTRIES_MAX);
    assert(rounds >= 0 && rounds <= INDIVIDUAL_ROUNDS_MAX);
    memset(individual, 0, sizeof *individual);
    design.first = individual->first;
    design.rounds = rounds > 0 ? rounds : entry_count - 1;
    make(&design);
    individual->rules = rules;
    individual->entry_count = entry_count;
    individual->rounds = design.rounds;
}

int individual_block_count(const struct individual *individual)
{
    return individual->rounds * individual->entry_count;
}

void individual_block(const struct individual *individual, bool duplicate, int index,
                      struct schedule_block *block)
{
    const uint8_t *first = individual->first[index / individual->entry_count];
    int entries[SEATS_MAX] = {0};

    assert(index >= 0 && index < individual_block_count(individual));
    for (int place = 0; place < individual->rules->players; place++)
        entries[place] = (first[place] + index) % individual->entry_count;
    schedule_solo_lineups(individual->rules, duplicate, 0, entries, block);
}
