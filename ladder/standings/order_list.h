/* order_list.h - numbers in the order that the caller gives them, each with its place; inside the
 * ladder only. Pure.
 *
 * Kept in blocks of up to ORDER_BLOCK. A number is found by halving, first the blocks, then within
 * one; its place takes a sum over the blocks, of which a million numbers have about two thousand.
 * What makes two numbers compare must not change while both are in: take one out first, and put it
 * in again.
 */
#ifndef AVONDALE_ORDER_H
#define AVONDALE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

enum { ORDER_BLOCK = 512 };

/* Negative, 0 or positive, as of qsort; 0 only for a number and itself. */
typedef int order_compare_fn(const void *context, int32_t left, int32_t right);

struct order_block {
    int32_t items[ORDER_BLOCK];
};

struct order { /* all zeros: empty */
    struct order_block **blocks;
    int *counts; /* of each block, none is 0 */
    int block_count, block_capacity;
    int count; /* of numbers */
};

void order_fini(struct order *order);
/* Fills an empty one with `items`, which are sorted on the way. 0; -1: out of memory, it is empty.
 */
int order_fill(struct order *order, int32_t *items, int count, order_compare_fn *compare,
               const void *context) __attribute__((warn_unused_result));
/* The number must not be in. 0; -1: out of memory, nothing happened. */
int order_insert(struct order *order, int32_t item, order_compare_fn *compare, const void *context)
    __attribute__((warn_unused_result));
/* The number must be in. */
void order_remove(struct order *order, int32_t item, order_compare_fn *compare,
                  const void *context);
/* The place of a number that is in, from 0. */
int order_place(const struct order *order, int32_t item, order_compare_fn *compare,
                const void *context);
/* Copies the numbers from place `first` on, `max` at most: how many. */
int order_read(const struct order *order, int first, int32_t *items, int max);

#endif
