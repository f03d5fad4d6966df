/* batch_duel.c - results as duels: how often each side met each other side, with what score. */
#include "rating/batch_model.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void batch_model_side(const struct batch_result *result, int side, int32_t member[SIDE_MAX])
{
    assert(side >= 0 && result->seat_count <= LADDER_SEATS_MAX);
    int count = 0;
    member[0] = member[1] = member[2] = -1;
    for (int seat = 0; seat < result->seat_count && count < SIDE_MAX; seat++) {
        if (result->side[seat] != side)
            continue;
        int at = count++;
        for (; at > 0 && member[at - 1] > result->player[seat]; at--)
            member[at] = member[at - 1];
        member[at] = result->player[seat];
    }
}

double batch_model_score(const struct batch_result *result, int side, int other)
{
    assert(side != other);
    if (result->rank[side] == result->rank[other])
        return 0.5;
    return result->rank[side] < result->rank[other] ? 1 : 0;
}

uint64_t batch_duel_hash(const int32_t member[2][SIDE_MAX])
{
    assert(member[0][0] >= 0 && member[1][0] >= 0);
    uint64_t hash = 0;
    for (int i = 0; i < 2 * SIDE_MAX; i++)
        hash = hash_number(hash, (uint32_t)member[i / SIDE_MAX][i % SIDE_MAX]);
    return hash;
}

/* `slots` are all 0. */
static void slots_fill(const struct model *model, int64_t *slots, int64_t count)
{
    for (int64_t i = 0; i < model->duel_count; i++) {
        int64_t at = (int64_t)batch_duel_hash(model->duels[i].member) & (count - 1);
        while (slots[at])
            at = (at + 1) & (count - 1);
        slots[at] = i + 1;
    }
}

static bool slots_grow(struct model *model)
{
    int64_t count = model->slot_count ? model->slot_count * 2 : 1024;
    int64_t *slots = calloc((size_t)count, sizeof *slots);
    if (!slots)
        return false;
    slots_fill(model, slots, count);
    free(model->slots);
    model->slots = slots;
    model->slot_count = count;
    return true;
}

void batch_duel_index(struct model *model)
{
    assert(model->slot_count > 0 || model->duel_count == 0);
    if (model->slot_count > 0)
        memset(model->slots, 0, (size_t)model->slot_count * sizeof *model->slots);
    slots_fill(model, model->slots, model->slot_count);
}

static bool duels_grow(struct model *model)
{
    int64_t capacity = model->duel_capacity ? model->duel_capacity * 2 : 256;
    struct duel *duels = realloc(model->duels, (size_t)capacity * sizeof *duels);
    if (!duels)
        return false;
    model->duels = duels;
    model->duel_capacity = capacity;
    return true;
}

/* The duel of these sides, added if it is new; NULL: out of memory. */
static struct duel *duel_of(struct model *model, int32_t member[2][SIDE_MAX])
{
    if (model->duel_count * 2 >= model->slot_count && !slots_grow(model))
        return NULL;
    int64_t mask = model->slot_count - 1, at = (int64_t)batch_duel_hash(member) & mask;
    size_t size = 2 * SIDE_MAX * sizeof member[0][0];
    for (; model->slots[at]; at = (at + 1) & mask) {
        struct duel *duel = &model->duels[model->slots[at] - 1];
        if (memcmp(duel->member, member, size) == 0)
            return duel;
    }
    if (model->duel_count == model->duel_capacity && !duels_grow(model))
        return NULL;
    struct duel *duel = &model->duels[model->duel_count++];
    memcpy(duel->member, member, size);
    duel->n = duel->score = duel->drawn = 0;
    model->slots[at] = model->duel_count;
    return duel;
}

int batch_model_count(struct model *model, const struct batch_result *result, int times)
{
    assert(times == 1 || times == -1);
    double weight = (double)times / (result->side_count - 1);
    for (int i = 0; i < result->side_count; i++) {
        for (int j = 0; j < i; j++) {
            int32_t member[2][SIDE_MAX], other[SIDE_MAX];
            double score = batch_model_score(result, i, j);
            batch_model_side(result, i, member[0]);
            batch_model_side(result, j, member[1]);
            if (memcmp(member[0], member[1], sizeof other) >
                0) { /* both directions are the same duel */
                memcpy(other, member[0], sizeof other);
                memcpy(member[0], member[1], sizeof other);
                memcpy(member[1], other, sizeof other);
                score = 1 - score;
            }
            struct duel *duel = duel_of(model, member);
            if (!duel)
                return -1;
            duel->n += weight;
            duel->score += weight * score;
        }
    }
    return 0;
}
