/* test_rate_limit.c - how fast one peer may send, on a clock of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>

#include "arena/rate_limit.h"

enum { SECOND = 1000000 };

/* Sends all that may be sent, from `now` on, in steps of `step`; how many passed in `duration`.
 * *flood: it was found, when. */
static int send_all(struct pace *pace, uint32_t limit, usec_t now, usec_t duration, usec_t step,
                    usec_t *flood)
{
    int passed = 0;
    *flood = -1;
    for (usec_t at = now; at < now + duration; at += step) {
        enum pace_verdict verdict;
        while ((verdict = pace_next(pace, limit, at)) == PACE_PASS)
            passed++;
        if (verdict == PACE_FLOOD) {
            *flood = at - now;
            break;
        }
        assert_true(pace_wait(pace, limit, at) > 0);
    }
    return passed;
}

static void a_moment_has_its_share(void **state)
{
    (void)state;
    struct pace pace = {0};
    usec_t flood;
    assert_int_equal(send_all(&pace, 20000, SECOND, PACE_SLICE_USEC, 1000, &flood), 1251);
    assert_int_equal(flood, -1);
    assert_int_equal(pace_wait(&pace, 20000, SECOND), PACE_SLICE_USEC);
    assert_int_equal(pace_wait(&pace, 20000, SECOND + PACE_SLICE_USEC - 1), 1);
    assert_int_equal(pace_wait(&pace, 20000, SECOND + PACE_SLICE_USEC), 0);
    assert_int_equal(pace_next(&pace, 20000, SECOND + PACE_SLICE_USEC), PACE_PASS);
}

/* It is found by what it sends, not by what waits: within a second, after the limit. */
static void a_flood_is_found(void **state)
{
    (void)state;
    static const uint32_t limits[] = {1, 10, 100, 20000, 1000000};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct pace pace = {0};
        usec_t flood;
        int passed = send_all(&pace, limits[i], 7 * SECOND, 2 * SECOND, 500, &flood);
        assert_int_equal(passed, limits[i]);
        assert_in_range(flood, 0, SECOND);
    }
}

/* Whoever keeps to the limit, a share at a time, never waits longer than a slice and is never a
 * flood. */
static void who_keeps_to_it_passes(void **state)
{
    (void)state;
    struct pace pace = {0};
    for (usec_t at = SECOND; at < 20 * SECOND; at += SECOND / 1000)
        assert_int_equal(pace_next(&pace, 1000, at), PACE_PASS);
    pace = (struct pace){0};
    for (usec_t at = SECOND; at < 20 * SECOND; at += SECOND / 10)
        for (int i = 0; i < 1000 / PACE_SHARE; i++)
            assert_int_equal(pace_next(&pace, 1000, at), PACE_PASS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_moment_has_its_share),
        cmocka_unit_test(a_flood_is_found),
        cmocka_unit_test(who_keeps_to_it_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
