/* seeker_order.c - see seeker_order.h. */
#include "lobby/seeker_order.h"

#include "splitmix.h"

#include <assert.h>

static uint64_t priority(const struct seeker_order *order, int number)
{
    uint64_t state = order->seed + (uint64_t)number;
    return splitmix_next(&state);
}

void seeker_order_init(struct seeker_order *order, int32_t *left, int32_t *right, uint64_t seed)
{
    assert(left && right);
    *order = (struct seeker_order){.root = -1, .left = left, .right = right, .seed = seed};
}

struct seeker_between seeker_order_add(struct seeker_order *order, int number,
                                       seeker_before_fn *before, const void *context)
{
    struct seeker_between between = {-1, -1};
    int32_t *link = &order->root;
    uint64_t own = priority(order, number);

    assert(number >= 0);
    while (*link >= 0 && priority(order, *link) >= own) {
        bool further = before(context, *link, number);
        *(further ? &between.before : &between.after) = *link;
        link = further ? &order->right[*link] : &order->left[*link];
    }
    /* What is below it is split into both sides. */
    int32_t *low = &order->left[number], *high = &order->right[number];
    for (int at = *link; at >= 0;) {
        bool further = before(context, at, number);
        int32_t **side = further ? &low : &high;
        *(further ? &between.before : &between.after) = at;
        **side = at;
        *side = further ? &order->right[at] : &order->left[at];
        at = **side;
    }
    *link = number;
    *low = *high = -1;
    return between;
}

void seeker_order_remove(struct seeker_order *order, int number, seeker_before_fn *before,
                         const void *context)
{
    int32_t *link = &order->root;

    while (*link != number) {
        assert(*link >= 0 && "a number that is removed is in the order");
        link = before(context, *link, number) ? &order->right[*link] : &order->left[*link];
    }
    int low = order->left[number], high = order->right[number];
    while (low >= 0 && high >= 0) {
        bool first = priority(order, low) >= priority(order, high);
        *link = first ? low : high;
        link = first ? &order->right[low] : &order->left[high];
        *(first ? &low : &high) = *link;
    }
    *link = low >= 0 ? low : high;
}

int seeker_order_first(const struct seeker_order *order)
{
    int first = order->root;

    assert(order->left);
    while (first >= 0 && order->left[first] >= 0)
        first = order->left[first];
    return first;
}
