/* test_bidder_weights.c - the weights are as the trainer writes them: each layer has its own
 * scale, whose range ends at its largest weight. So no weight is cut off, and none comes from
 * another training. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bidder.h"

#include <math.h>
#include <stdlib.h>

static int largest(const int16_t *weights, size_t count)
{
    int most = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(weights[i] != INT16_MIN); /* symmetric around 0 */
        most = abs(weights[i]) > most ? abs(weights[i]) : most;
    }
    return most;
}

static void each_layer_uses_its_range(void **state)
{
    (void)state;
    for (int kind = 0; kind < BIDDER_KINDS; kind++) {
        const struct bidder_net *net = &bidder_nets[kind];
        for (int i = 0; i < 6; i++)
            assert_true(isfinite(net->scale[i]) && net->scale[i] > 0);
        assert_int_equal(largest(net->first[0], (size_t)BIDDER_INPUTS * BIDDER_FIRST), INT16_MAX);
        assert_int_equal(largest(net->first_base, BIDDER_FIRST), INT16_MAX);
        assert_int_equal(largest(net->second[0], (size_t)BIDDER_FIRST * BIDDER_SECOND), INT16_MAX);
        assert_int_equal(largest(net->second_base, BIDDER_SECOND), INT16_MAX);
        assert_int_equal(largest(net->last, BIDDER_SECOND), INT16_MAX);
        assert_int_equal(largest(&net->last_base, 1), INT16_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_layer_uses_its_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
