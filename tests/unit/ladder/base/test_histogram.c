/* test_histogram.c - durations by class. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "base/histogram.h"

static void a_limit_belongs_to_its_class(void **state)
{
    struct histogram histogram = {.sum_usec = 0};
    (void)state;
    for (int step = 0; step < HISTOGRAM_STEPS; step++) {
        histogram_add(&histogram, histogram_step_usec[step]);
        histogram_add(&histogram, histogram_step_usec[step] + 1);
    }
    struct histogram read = histogram_read(&histogram);
    assert_int_equal(read.counts[0], 1);
    for (int step = 1; step < HISTOGRAM_STEPS; step++)
        assert_int_equal(read.counts[step], 2);
    assert_int_equal(read.counts[HISTOGRAM_STEPS], 1); /* beyond the last */
    int64_t sum = HISTOGRAM_STEPS;
    for (int step = 0; step < HISTOGRAM_STEPS; step++)
        sum += 2 * histogram_step_usec[step];
    assert_int_equal(read.sum_usec, sum);
}

static void limits_rise(void **state)
{
    (void)state;
    assert_int_equal(histogram_step_usec[0], 100);
    assert_int_equal(histogram_step_usec[HISTOGRAM_STEPS - 1], 10000000);
    for (int step = 1; step < HISTOGRAM_STEPS; step++)
        assert_true(histogram_step_usec[step] > 2 * histogram_step_usec[step - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_belongs_to_its_class),
        cmocka_unit_test(limits_rise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
