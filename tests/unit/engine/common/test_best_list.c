/* test_best_list.c - a short list of the best items: its order, equal items, and which item
 * leaves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "best_list.h"

struct thing {
    int worth, number;
};

static bool is_dearer(const void *a, const void *b)
{
    return ((const struct thing *)a)->worth > ((const struct thing *)b)->worth;
}

/* The list holds these numbers, in this order. */
static void assert_numbers(const struct thing *list, const char *digits)
{
    for (int i = 0; digits[i]; i++)
        assert_int_equal(list[i].number, digits[i] - '0');
}

static void the_best_stay_in_order(void **state)
{
    /* The last item is past the end of the list, and must stay unchanged. */
    static const int worths[] = {5, 9, 5, 1, 7, 9};
    struct thing list[4] = {[3] = {-1, 8}};
    static const char *const after[] = {"0", "10", "102", "102", "140", "154"};
    int count = 0;

    (void)state;
    for (int i = 0; i < 6; i++) {
        struct thing thing = {worths[i], i};
        count = best_list_add(list, count, 3, &thing, sizeof thing, is_dearer);
        assert_int_equal(count, i < 3 ? i + 1 : 3);
        assert_numbers(list, after[i]);
    }
    assert_int_equal(list[3].number, 8);
}

static void a_list_of_size_zero_stays_empty(void **state)
{
    struct thing thing = {1, 1};

    (void)state;
    assert_int_equal(best_list_add(NULL, 0, 0, &thing, sizeof thing, is_dearer), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_stay_in_order),
        cmocka_unit_test(a_list_of_size_zero_stays_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
