/* test_splitmix.c - the generator gives the published numbers of splitmix64, and each number
 * below a bound about equally often. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "splitmix.h"

/* As published with xoshiro256, whose seed comes from it. */
static void numbers_equal_the_published_splitmix64(void **state)
{
    static const uint64_t wanted[] = {UINT64_C(0xe220a8397b1dcdaf), UINT64_C(0x6e789e6aa1b965f4),
                                      UINT64_C(0x06c45d188009454f)};
    uint64_t random = 0;
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(splitmix_next(&random) == wanted[i]);
}

static void all_numbers_below_a_bound_occur(void **state)
{
    uint64_t random = 7;
    int counts[6] = {0};
    (void)state;
    for (int i = 0; i < 60000; i++)
        counts[splitmix_below(&random, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 9700, 10300);
    for (int i = 0; i < 100; i++)
        assert_int_equal(splitmix_below(&random, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_equal_the_published_splitmix64),
        cmocka_unit_test(all_numbers_below_a_bound_occur),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
