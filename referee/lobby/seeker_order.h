/* seeker_order.h - numbers of seekers in an order that the caller defines: a treap whose links are
 * arrays by number. A step costs the logarithm of the size, whatever the numbers are, as their
 * priorities follow from a seed.
 *
 * Pure. One pair of arrays serves several orders if each number is in at most one of them. */
#ifndef AVONDALE_SEEKER_ORDER_H
#define AVONDALE_SEEKER_ORDER_H

#include "engine.h"

struct seeker_order {
    int32_t root;          /* -1: empty */
    int32_t *left, *right; /* by number; of the caller */
    uint64_t seed;
};

/* Whether `a` stands before `b`: a strict order of all numbers, which must not change while they
 * are in it. */
typedef bool seeker_before_fn(const void *context, int a, int b);

/* The numbers before and after a new one; -1: none. */
struct seeker_between {
    int before, after;
};

/* `left`, `right`: as long as the highest number plus one, and as long-lived as the order. */
void seeker_order_init(struct seeker_order *order, int32_t *left, int32_t *right, uint64_t seed);
/* Adds a number that is not in it. */
struct seeker_between seeker_order_add(struct seeker_order *order, int number,
                                       seeker_before_fn *before, const void *context);
/* Removes a number that is in it. */
void seeker_order_remove(struct seeker_order *order, int number, seeker_before_fn *before,
                         const void *context);
/* Returns the first, or -1. */
int seeker_order_first(const struct seeker_order *order);

#endif
