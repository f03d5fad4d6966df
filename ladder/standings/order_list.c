/* order_list.c - numbers in order, with their places. */
#include "standings/order_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Fill of blocks when all numbers are added at once: later ones do not split blocks immediately. */
enum { FILLED = ORDER_LIST_BLOCK * 3 / 4 };

void order_list_fini(struct order_list *order)
{
    for (int i = 0; i < order->block_count; i++)
        free(order->blocks[i]);
    free(order->blocks);
    free(order->counts);
    *order = (struct order_list){.count = 0};
}

static bool blocks_grow(struct order_list *order)
{
    if (order->block_count < order->block_capacity)
        return true;
    int capacity = order->block_capacity ? order->block_capacity * 2 : 4;
    struct order_list_block **blocks =
        realloc(order->blocks, (size_t)capacity * sizeof(struct order_list_block *));
    if (!blocks)
        return false;
    order->blocks = blocks;
    int *counts = realloc(order->counts, (size_t)capacity * sizeof *counts);
    if (!counts)
        return false;
    order->counts = counts;
    order->block_capacity = capacity;
    return true;
}

/* Inserts an empty block before the one at `at`. Returns false if out of memory. */
static bool block_insert(struct order_list *order, int at)
{
    struct order_list_block *block = blocks_grow(order) ? malloc(sizeof *block) : NULL;
    if (!block)
        return false;
    size_t behind = (size_t)(order->block_count - at);
    memmove(&order->blocks[at + 1], &order->blocks[at], behind * sizeof(struct order_list_block *));
    memmove(&order->counts[at + 1], &order->counts[at], behind * sizeof *order->counts);
    order->blocks[at] = block;
    order->counts[at] = 0;
    order->block_count++;
    return true;
}

struct sorter {
    order_list_compare_fn *compare;
    const void *context;
};

static int sort_compare(const void *left, const void *right, void *argument)
{
    const struct sorter *sorter = argument;
    return sorter->compare(sorter->context, *(const int32_t *)left, *(const int32_t *)right);
}

int order_list_fill(struct order_list *order, int32_t *items, int count,
                    order_list_compare_fn *compare, const void *context)
{
    struct sorter sorter = {compare, context};

    assert(order->count == 0);
    order_list_fini(order);
    if (count > 1)
        qsort_r(items, (size_t)count, sizeof *items, sort_compare, &sorter);
    for (int done = 0; done < count;) {
        int size = count - done < FILLED ? count - done : FILLED;
        if (!block_insert(order, order->block_count)) {
            order_list_fini(order);
            return -1;
        }
        memcpy(order->blocks[order->block_count - 1]->items, items + done,
               (size_t)size * sizeof *items);
        order->counts[order->block_count - 1] = size;
        order->count += size;
        done += size;
    }
    return 0;
}

/* The last block that begins with `item` or before it; the first one if none does. There is at
 * least one block. */
static int block_of(const struct order_list *order, int32_t item, order_list_compare_fn *compare,
                    const void *context)
{
    int low = 0, high = order->block_count; /* low: it begins before `item`, or is the first; high:
                                               it begins after */
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (compare(context, order->blocks[middle]->items[0], item) <= 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* How many numbers of a block come before `item`. */
static int place_in(const struct order_list *order, int block, int32_t item,
                    order_list_compare_fn *compare, const void *context)
{
    int low = 0, high = order->counts[block];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare(context, order->blocks[block]->items[middle], item) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int32_t last_of(const struct order_list *order)
{
    int block = order->block_count - 1;
    return order->blocks[block]->items[order->counts[block] - 1];
}

int order_list_insert(struct order_list *order, int32_t item, order_list_compare_fn *compare,
                      const void *context)
{
    assert(item >= 0);
    if (order->block_count == 0 && !block_insert(order, 0))
        return -1;
    int at = order->block_count - 1;
    if (order->count > 0 && compare(context, last_of(order), item) > 0)
        at = block_of(order, item, compare, context);
    if (order->counts[at] == ORDER_LIST_BLOCK) {
        if (!block_insert(order, at + 1))
            return -1;
        memcpy(order->blocks[at + 1]->items, order->blocks[at]->items + ORDER_LIST_BLOCK / 2,
               ORDER_LIST_BLOCK / 2 * sizeof item);
        order->counts[at] = order->counts[at + 1] = ORDER_LIST_BLOCK / 2;
        at = block_of(order, item, compare, context);
    }
    int place = place_in(order, at, item, compare, context);
    int32_t *items = order->blocks[at]->items;
    memmove(items + place + 1, items + place, (size_t)(order->counts[at] - place) * sizeof item);
    items[place] = item;
    order->counts[at]++;
    order->count++;
    return 0;
}

void order_list_remove(struct order_list *order, int32_t item, order_list_compare_fn *compare,
                       const void *context)
{
    assert(order->count > 0);
    int at = block_of(order, item, compare, context);
    int place = place_in(order, at, item, compare, context);
    int32_t *items = order->blocks[at]->items;
    assert(place < order->counts[at] && items[place] == item);
    order->counts[at]--;
    order->count--;
    memmove(items + place, items + place + 1, (size_t)(order->counts[at] - place) * sizeof item);
    if (order->counts[at] > 0)
        return;
    free(order->blocks[at]);
    size_t behind = (size_t)(--order->block_count - at);
    memmove(&order->blocks[at], &order->blocks[at + 1], behind * sizeof(struct order_list_block *));
    memmove(&order->counts[at], &order->counts[at + 1], behind * sizeof *order->counts);
}

int order_list_place(const struct order_list *order, int32_t item, order_list_compare_fn *compare,
                     const void *context)
{
    assert(order->count > 0);
    int at = block_of(order, item, compare, context);
    int place = place_in(order, at, item, compare, context);
    assert(place < order->counts[at] && order->blocks[at]->items[place] == item);
    for (int i = 0; i < at; i++)
        place += order->counts[i];
    return place;
}

int order_list_read(const struct order_list *order, int first, int32_t *items, int max)
{
    int block = 0, count = 0;
    assert(max >= 0);
    if (first < 0 || first >= order->count)
        return 0;
    while (first >= order->counts[block])
        first -= order->counts[block++];
    for (; block < order->block_count && count < max; block++, first = 0) {
        int size = order->counts[block] - first;
        size = size < max - count ? size : max - count;
        memcpy(items + count, order->blocks[block]->items + first, (size_t)size * sizeof *items);
        count += size;
    }
    return count;
}
