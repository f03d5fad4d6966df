/* test_order_list.c - the ordered list against plain counting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "standings/order_list.h"
#include "ladder_temp.h"

enum { NUMBERS = 4000 };

struct model {
    int key[NUMBERS];
    bool in[NUMBERS];
    struct order_list order;
};

/* Several keys are equal: the numbers distinguish them. */
static int compare(const void *context, int32_t left, int32_t right)
{
    const struct model *model = context;
    if (model->key[left] != model->key[right])
        return model->key[left] < model->key[right] ? -1 : 1;
    return (left > right) - (left < right);
}

static int place_by_counting(const struct model *model, int32_t item)
{
    int place = 0;
    for (int32_t i = 0; i < NUMBERS; i++)
        place += model->in[i] && compare(model, i, item) < 0;
    return place;
}

static void check_all(const struct model *model)
{
    static int32_t items[NUMBERS + 1];
    int count = order_list_read(&model->order, 0, items, NUMBERS + 1), there = 0;
    for (int i = 0; i < NUMBERS; i++)
        there += model->in[i];
    assert_int_equal(count, there);
    assert_int_equal(model->order.count, there);
    for (int i = 0; i < count; i++) {
        assert_true(model->in[items[i]]);
        assert_true(i == 0 || compare(model, items[i - 1], items[i]) < 0);
    }
}

static void check_one(const struct model *model, int32_t item)
{
    int32_t read[3];
    int place = order_list_place(&model->order, item, compare, model);
    assert_int_equal(place, place_by_counting(model, item));
    int count = order_list_read(&model->order, place, read, 3);
    assert_int_equal(count, model->order.count - place < 3 ? model->order.count - place : 3);
    assert_int_equal(read[0], item);
}

static void exchange(struct model *model, uint64_t *seed)
{
    int32_t item = (int32_t)draw(seed, NUMBERS);
    if (model->in[item])
        order_list_remove(&model->order, item, compare, model);
    model->in[item] = !model->in[item];
    if (model->in[item]) {
        model->key[item] = (int)draw(seed, 1000);
        assert_int_equal(order_list_insert(&model->order, item, compare, model), 0);
        check_one(model, item);
    }
}

static void test_as_counting(void **state)
{
    (void)state;
    struct model *model = calloc(1, sizeof *model);
    uint64_t seed = 3;
    assert_non_null(model);
    for (int i = 0; i < 4 * NUMBERS; i++)
        exchange(model, &seed);
    check_all(model);
    assert_true(model->order.block_count > 2);
    for (int32_t item = 0; item < NUMBERS; item++) { /* until the last block is freed */
        if (model->in[item])
            order_list_remove(&model->order, item, compare, model);
        model->in[item] = false;
    }
    check_all(model);
    assert_int_equal(model->order.block_count, 0);
    exchange(model, &seed);
    check_all(model);
    order_list_fini(&model->order);
    free(model);
}

static void test_filled_at_once(void **state)
{
    (void)state;
    static const int sizes[] = {0, 1, ORDER_LIST_BLOCK * 3 / 4, ORDER_LIST_BLOCK * 3 / 4 + 1,
                                NUMBERS};
    struct model *model = calloc(1, sizeof *model);
    int32_t *items = calloc(NUMBERS, sizeof *items);
    uint64_t seed = 4;
    assert_non_null(model);
    assert_non_null(items);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int32_t item = 0; item < NUMBERS; item++) {
            model->in[item] = item < sizes[i];
            model->key[item] = (int)draw(&seed, 100);
            items[item] = item;
        }
        assert_int_equal(order_list_fill(&model->order, items, sizes[i], compare, model), 0);
        check_all(model);
        for (int k = 0; k < 200; k++)
            exchange(model, &seed);
        check_all(model);
        order_list_fini(&model->order);
    }
    free(items);
    free(model);
}

static void test_bounds(void **state)
{
    (void)state;
    struct order_list order = {0};
    int32_t item;
    assert_int_equal(order_list_read(&order, 0, &item, 1), 0);
    struct model *model = calloc(1, sizeof *model);
    assert_int_equal(order_list_insert(&order, 7, compare, model), 0);
    assert_int_equal(order_list_read(&order, 0, &item, 1), 1);
    assert_int_equal(item, 7);
    assert_int_equal(order_list_read(&order, 1, &item, 1), 0);
    assert_int_equal(order_list_read(&order, -1, &item, 1), 0);
    assert_int_equal(order_list_read(&order, 0, &item, 0), 0);
    order_list_fini(&order);
    free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_counting),
        cmocka_unit_test(test_filled_at_once),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
