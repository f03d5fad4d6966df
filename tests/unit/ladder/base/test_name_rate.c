/* test_name_rate.c - new names of one address in a minute. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>

#include "base/name_rate.h"

enum { SECOND = 1000000 };

static void new_names_per_address_and_minute_are_limited(void **state)
{
    static struct name_rate rate;
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_true(name_rate_allows(&rate, 1, 5, i * SECOND));
    assert_false(name_rate_allows(&rate, 1, 5, 5 * SECOND));
    assert_true(name_rate_allows(&rate, 2, 5, 5 * SECOND));
    assert_int_equal(name_rate_highest(&rate, 5 * SECOND), 5);
    assert_int_equal(name_rate_count(&rate, 1, 5 * SECOND), 5);
    assert_int_equal(name_rate_count(&rate, 2, 5 * SECOND), 1);
    assert_int_equal(name_rate_count(&rate, 3, 5 * SECOND), 0);
    assert_int_equal(name_rate_count(&rate, 1, 60 * SECOND), 0);
    assert_false(name_rate_allows(&rate, 1, 5, 60 * SECOND - 1));
    assert_true(name_rate_allows(&rate, 1, 5, 60 * SECOND));
    assert_int_equal(rate.refused, 2);
    assert_int_equal(name_rate_highest(&rate, 60 * SECOND), 1);
    assert_int_equal(name_rate_highest(&rate, 1000 * (int64_t)SECOND), 0);
}

/* An address of zeros is like any other. */
static void address_zero_counts(void **state)
{
    struct name_rate *rate = calloc(1, sizeof *rate);
    (void)state;
    assert_non_null(rate);
    assert_true(name_rate_allows(rate, 0, 1, 0));
    assert_false(name_rate_allows(rate, 0, 1, 0));
    free(rate);
}

/* With more addresses than entries the oldest is forgotten, not the latest. */
static void the_oldest_address_is_replaced(void **state)
{
    struct name_rate *rate = calloc(1, sizeof *rate);
    (void)state;
    assert_non_null(rate);
    for (uint32_t address = 0; address < NAME_RATE_ADDRESSES; address++)
        assert_true(name_rate_allows(rate, address, 1, address));
    assert_true(name_rate_allows(rate, 5000, 1, NAME_RATE_ADDRESSES));
    assert_false(name_rate_allows(rate, 1, 1, NAME_RATE_ADDRESSES));
    assert_true(name_rate_allows(rate, 0, 1, NAME_RATE_ADDRESSES)); /* forgotten */
    assert_true(name_rate_allows(rate, 1, 1, NAME_RATE_ADDRESSES)); /* replaced by 0 */
    free(rate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_names_per_address_and_minute_are_limited),
        cmocka_unit_test(address_zero_counts),
        cmocka_unit_test(the_oldest_address_is_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
