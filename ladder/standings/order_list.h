/* order_list.h - numbers in an order that the caller defines, each with its place; inside the
 * ladder only. Pure.
 *
 * Stored in blocks of up to ORDER_LIST_BLOCK. A number is found by bisection, first over the
 * blocks, then within one; its place takes a sum over the blocks, about two thousand for a million
 * numbers. The sort key of a number must not change while it is in: remove it first, and insert it
 * again. */
#ifndef AVONDALE_ORDER_H
#define AVONDALE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

enum { ORDER_LIST_BLOCK = 512 };

/* Negative, 0 or positive, as of qsort; 0 only for a number and itself. */
typedef int order_list_compare_fn(const void *context, int32_t left, int32_t right);

struct order_list_block {
    int32_t items[ORDER_LIST_BLOCK];
};

struct order_list { /* all zeros: empty */
    struct order_list_block **blocks;
    int *counts; /* of each block, none is 0 */
    int block_count, block_capacity;
    int count; /* of numbers */
};

void order_list_fini(struct order_list *order);
/* Fills an empty one with `items`, which it sorts. Returns 0, or -1 if out of memory; then it is
 * empty. */
int order_list_fill(struct order_list *order, int32_t *items, int count,
                    order_list_compare_fn *compare, const void *context)
    __attribute__((warn_unused_result));
/* Inserts a number that is not in. Returns 0, or -1, with nothing changed, if out of memory. */
int order_list_insert(struct order_list *order, int32_t item, order_list_compare_fn *compare,
                      const void *context) __attribute__((warn_unused_result));
/* Removes a number that is in. */
void order_list_remove(struct order_list *order, int32_t item, order_list_compare_fn *compare,
                       const void *context);
/* The place of a number that is in, from 0. */
int order_list_place(const struct order_list *order, int32_t item, order_list_compare_fn *compare,
                     const void *context);
/* Copies the numbers from place `first` on, `max` at most. Returns how many. */
int order_list_read(const struct order_list *order, int first, int32_t *items, int max);

#endif
