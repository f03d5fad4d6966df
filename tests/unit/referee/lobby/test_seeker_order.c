/* test_seeker_order.c - numbers in an order, beside the plainest way to keep one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lobby/seeker_order.h"
#include "splitmix.h"

enum { NUMBERS = 200, STEPS = 5000, MANY = 100000 };

static int keys[MANY];

static bool before(const void *context, int a, int b)
{
    long *compared = (long *)(uintptr_t)context;
    if (compared)
        ++*compared;
    return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
}

/* The one of `in` that stands nearest before or after a number, or -1. */
static int nearest(const bool *in, int number, bool after)
{
    int best = -1;

    for (int i = 0; i < NUMBERS; i++) {
        if (!in[i] || i == number || before(NULL, number, i) != after)
            continue;
        if (best < 0 || before(NULL, i, best) == after)
            best = i;
    }
    return best;
}

static int first_of(const bool *in)
{
    int first = -1;
    for (int i = 0; i < NUMBERS; i++) {
        if (in[i] && (first < 0 || before(NULL, i, first)))
            first = i;
    }
    return first;
}

static void numbers_keep_their_order(void **context)
{
    int32_t left[NUMBERS], right[NUMBERS];
    struct seeker_order order;
    bool in[NUMBERS] = {false};
    uint64_t random = 4;
    (void)context;

    seeker_order_init(&order, left, right, 11);
    for (int step = 0; step < STEPS; step++) {
        int number = (int)splitmix_below(&random, NUMBERS);
        assert_int_equal(seeker_order_first(&order), first_of(in));
        if (in[number]) {
            seeker_order_remove(&order, number, before, NULL);
        } else {
            keys[number] = (int)splitmix_below(&random, 50);
            struct seeker_between between = seeker_order_add(&order, number, before, NULL);
            assert_int_equal(between.before, nearest(in, number, false));
            assert_int_equal(between.after, nearest(in, number, true));
        }
        in[number] = !in[number];
    }
}

/* Also where the numbers come in their order. */
static void a_step_costs_a_logarithm(void **context)
{
    static int32_t left[MANY], right[MANY];
    struct seeker_order order;
    long compared = 0;
    (void)context;

    seeker_order_init(&order, left, right, 12);
    for (int i = 0; i < MANY; i++) {
        keys[i] = i;
        (void)seeker_order_add(&order, i, before, &compared);
    }
    assert_int_equal(seeker_order_first(&order), 0);
    for (int i = 0; i < MANY; i++)
        seeker_order_remove(&order, i, before, &compared);
    assert_int_equal(seeker_order_first(&order), -1);
    print_message("%.1f comparisons a step\n", (double)compared / (2.0 * MANY));
    assert_true(compared / (2 * MANY) < 40); /* a balanced tree: 17 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_keep_their_order),
        cmocka_unit_test(a_step_costs_a_logarithm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
