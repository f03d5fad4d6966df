/* test_rate_limit.c - how fast one peer may send, on the test's clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>

#include "arena/rate_limit.h"

enum { SECOND = 1000000 };

/* Sends as much as allowed, from `now` on, in steps of `step`. Returns how much passed in
 * `duration`; *flood: when the flood was detected. */
static int send_all(struct rate_limit *rate, uint32_t limit, usec_t now, usec_t duration,
                    usec_t step, usec_t *flood)
{
    int passed = 0;
    *flood = -1;
    for (usec_t at = now; at < now + duration; at += step) {
        enum rate_limit_verdict verdict;
        while ((verdict = rate_limit_next(rate, limit, at)) == RATE_LIMIT_PASS)
            passed++;
        if (verdict == RATE_LIMIT_FLOOD) {
            *flood = at - now;
            break;
        }
        assert_true(rate_limit_wait(rate, limit, at) > 0);
    }
    return passed;
}

static void messages_of_a_slice_are_limited(void **state)
{
    (void)state;
    struct rate_limit rate = {0};
    usec_t flood;
    assert_int_equal(send_all(&rate, 20000, SECOND, RATE_LIMIT_SLICE_USEC, 1000, &flood), 1251);
    assert_int_equal(flood, -1);
    assert_int_equal(rate_limit_wait(&rate, 20000, SECOND), RATE_LIMIT_SLICE_USEC);
    assert_int_equal(rate_limit_wait(&rate, 20000, SECOND + RATE_LIMIT_SLICE_USEC - 1), 1);
    assert_int_equal(rate_limit_wait(&rate, 20000, SECOND + RATE_LIMIT_SLICE_USEC), 0);
    assert_int_equal(rate_limit_next(&rate, 20000, SECOND + RATE_LIMIT_SLICE_USEC),
                     RATE_LIMIT_PASS);
}

/* A flood is detected by what it sends, not by its backlog: within a second above the limit. */
static void a_flood_is_found(void **state)
{
    (void)state;
    static const uint32_t limits[] = {1, 10, 100, 20000, 1000000};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct rate_limit rate = {0};
        usec_t flood;
        int passed = send_all(&rate, limits[i], 7 * SECOND, 2 * SECOND, 500, &flood);
        assert_int_equal(passed, limits[i]);
        assert_in_range(flood, 0, SECOND);
    }
}

/* A peer within the limit, a share at a time, never waits longer than a slice and is never a
 * flood. */
static void a_peer_within_the_limit_passes(void **state)
{
    (void)state;
    struct rate_limit rate = {0};
    for (usec_t at = SECOND; at < 20 * SECOND; at += SECOND / 1000)
        assert_int_equal(rate_limit_next(&rate, 1000, at), RATE_LIMIT_PASS);
    rate = (struct rate_limit){0};
    for (usec_t at = SECOND; at < 20 * SECOND; at += SECOND / 10)
        for (int i = 0; i < 1000 / RATE_LIMIT_SHARE; i++)
            assert_int_equal(rate_limit_next(&rate, 1000, at), RATE_LIMIT_PASS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_a_slice_are_limited),
        cmocka_unit_test(a_flood_is_found),
        cmocka_unit_test(a_peer_within_the_limit_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
