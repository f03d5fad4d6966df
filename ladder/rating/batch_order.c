/* batch_order.c - players and duels in an order in which those who met lie near each other.
 *
 * Bots mostly meet bots of their strength, and are numbered as they came. By their numbers each
 * duel and each element of the Hessian needs lines of memory that no cache holds any more. Here a
 * bot is followed by those that it met and that are not in the order yet (Cuthill and McKee), so
 * most elements find the lines of the ones before. The order of ratings would not do: where bots
 * have few games it is far from that of their strength. */
#include "rating/batch_model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* As many more players or duels as this share of them do not matter. */
enum { NEW_SHARE = 8 };

/* Appends to `order` all whom its players from `at` on met, whom they met, and so on. `seen` is by
 * player. Returns how many it holds then. */
static int32_t spread(const struct model *model, int32_t *order, uint8_t *seen, int32_t at,
                      int32_t count)
{
    for (; at < count; at++) {
        int32_t player = order[at];
        for (int64_t i = model->of_begin[player]; i < model->of_begin[player + 1]; i++) {
            const int32_t *member = model->duels[model->of_duel[i]].member[0];
            for (int m = 0; m < 2 * SIDE_MAX; m++) {
                if (member[m] < 0 || seen[member[m]])
                    continue;
                seen[member[m]] = 1;
                order[count++] = member[m];
            }
        }
    }
    return count;
}

/* Each group of those that met begins with one of the bots that are farthest from its first. */
static bool players_order(struct model *model)
{
    size_t n = (size_t)model->players;
    int32_t *order = realloc(model->order, (n + 1) * sizeof *order);
    uint8_t *seen = calloc(n + 1, 1);
    if (order)
        model->order = order;
    if (!order || !seen) {
        free(seen);
        return false;
    }
    int32_t begin = 0;
    for (int32_t player = 0; player < model->players; player++) {
        if (seen[player])
            continue;
        order[begin] = player;
        seen[player] = 1;
        int32_t end = spread(model, order, seen, begin, begin + 1), last = order[end - 1];
        for (int32_t i = begin; i < end; i++)
            seen[order[i]] = 0;
        order[begin] = last;
        seen[last] = 1;
        begin = spread(model, order, seen, begin, begin + 1);
    }
    assert(begin == model->players);
    free(seen);
    return true;
}

/* Where each duel belongs: by the place of the first bot of its first side. Returns NULL if out of
 * memory. */
static int64_t *targets_find(const struct model *model)
{
    size_t n = (size_t)model->players;
    int64_t *begin = calloc(n + 1, sizeof *begin);
    int64_t *target = malloc(((size_t)model->duel_count + 1) * sizeof *target);
    int64_t at = 0;
    for (int64_t i = 0; i < model->duel_count && begin && target; i++)
        begin[model->duels[i].member[0][0]]++;
    for (size_t place = 0; place < n && begin && target; place++) {
        int64_t count = begin[model->order[place]];
        begin[model->order[place]] = at;
        at += count;
    }
    for (int64_t i = 0; i < model->duel_count && begin && target; i++)
        target[i] = begin[model->duels[i].member[0][0]]++;
    if (!begin) {
        free(target);
        target = NULL;
    }
    free(begin);
    return target;
}

/* In place: a copy of all duels would be more than all else that is kept. */
static void duels_move(struct model *model, int64_t *target)
{
    for (int64_t i = 0; i < model->duel_count; i++) {
        while (target[i] != i) {
            int64_t to = target[i];
            struct duel duel = model->duels[to];
            model->duels[to] = model->duels[i];
            model->duels[i] = duel;
            target[i] = target[to];
            target[to] = to;
        }
    }
}

static bool players_append(struct model *model)
{
    int32_t *order = realloc(model->order, ((size_t)model->players + 1) * sizeof *order);
    if (!order)
        return false;
    model->order = order;
    for (int32_t player = model->ordered; player < model->players; player++)
        order[player] = player;
    return true;
}

static bool rows_make(struct model *model)
{
    size_t n = (size_t)model->players + 1;
    model->row = calloc(n, sizeof *model->row);
    model->aside = calloc(n * MODEL_COLUMNS, sizeof *model->aside);
    for (int32_t place = 0; place < model->players && model->row; place++)
        model->row[model->order[place]] = place;
    return model->row && model->aside;
}

int batch_model_order(struct model *model)
{
    assert(model->of_begin && !model->row && model->ordered <= model->players);
    bool old = model->order && model->players - model->ordered <= model->players / NEW_SHARE &&
               model->duel_count - model->duels_ordered <= model->duel_count / NEW_SHARE;
    if (!(old ? players_append(model) : players_order(model)) || !rows_make(model))
        return -1;
    if (old)
        return 0;
    int64_t *target = targets_find(model);
    if (!target)
        return -1;
    duels_move(model, target);
    free(target);
    model->ordered = model->players;
    model->duels_ordered = model->duel_count;
    batch_duel_index(model);
    return batch_model_lists(model);
}
