/* test_retry.c - pauses that grow to a limit, and a limit of redirects. */
#include "bridge/retry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void pauses_grow_to_a_limit(void **state)
{
    struct retry retry = {0};
    (void)state;

    for (int i = 0, wanted = RETRY_MSEC_MIN; i < 2000; i++) {
        int pause = retry_fail(&retry, 0);
        assert_int_equal(pause, wanted);
        wanted = wanted * 2 < RETRY_MSEC_MAX ? wanted * 2 : RETRY_MSEC_MAX;
    }
    retry_succeed(&retry);
    assert_int_equal(retry_fail(&retry, 0), RETRY_MSEC_MIN);
}

static void chance_adds_a_quarter_at_most(void **state)
{
    (void)state;
    for (uint32_t chance = 0; chance < 100000; chance += 7) {
        struct retry retry = {.failures = 20};
        int pause = retry_fail(&retry, chance);
        assert_in_range(pause, RETRY_MSEC_MAX, RETRY_MSEC_MAX * 5 / 4);
    }
}

static void hops_end_until_a_game_begins(void **state)
{
    struct retry retry = {0};
    (void)state;

    for (int i = 0; i < RETRY_HOPS_MAX; i++)
        assert_true(retry_hop(&retry));
    assert_false(retry_hop(&retry));
    assert_false(retry_hop(&retry));
    retry_arrive(&retry);
    assert_true(retry_hop(&retry));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pauses_grow_to_a_limit),
        cmocka_unit_test(chance_adds_a_quarter_at_most),
        cmocka_unit_test(hops_end_until_a_game_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
