/* best_list.h - a short list of the best of many, best first, in an array. */
#ifndef AVONDALE_BEST_LIST_H
#define AVONDALE_BEST_LIST_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether `a` stands before `b`. */
typedef bool best_list_before_fn(const void *a, const void *b);

/* Adds a copy of `item` to `list`, an array of `max` items of `size` bytes of which the first
 * `count` are in use. Of equal items the first ones stay before. If the list is full, its last item
 * leaves, or `item` is not added. Returns the new count, `max` at most. */
static inline int best_list_add(void *list, int count, int max, const void *item, size_t size,
                                best_list_before_fn *before)
{
    char *items = list;
    int at = count;

    assert(count >= 0 && count <= max && size > 0);
    while (at > 0 && before(item, items + (size_t)(at - 1) * size))
        at--;
    if (at == max)
        return count;
    if (count < max)
        count++;
    memmove(items + (size_t)(at + 1) * size, items + (size_t)at * size,
            (size_t)(count - at - 1) * size);
    memcpy(items + (size_t)at * size, item, size);
    return count;
}

#endif
