/* test_webhook_schedule.c - pauses grow, have a last one, and receivers rest. */
#include "webhook/webhook_schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void pauses_grow_and_end(void **state)
{
    int64_t sum = 0, before = 0;
    (void)state;
    assert_int_equal(webhook_schedule_pause(1, 0), 1500);
    assert_int_equal(webhook_schedule_pause(1, UINT32_MAX), 2500);
    assert_int_equal(webhook_schedule_pause(3, 0x80000000u), 60000);
    for (int tries = 1; tries < WEBHOOK_TRIES_MAX; tries++) {
        int64_t least = webhook_schedule_pause(tries, 0),
                most = webhook_schedule_pause(tries, UINT32_MAX);
        assert_true(least > before && most > least);
        before = least;
        sum += most;
    }
    assert_int_equal(webhook_schedule_pause(WEBHOOK_TRIES_MAX, 0), -1);
    assert_int_equal(webhook_schedule_pause(INT64_MAX, 0), -1);
    assert_true(sum < 36 * INT64_C(3600000)); /* before the store forgets it, after 48 h */
}

static void a_receiver_rests(void **state)
{
    struct webhook_schedule schedule = {.failures = 0};
    int64_t now = 1000000, rest = 0;
    (void)state;
    assert_true(webhook_schedule_may(&schedule, 0));
    for (int i = 0; i < 5000; i++) {
        webhook_schedule_fail(&schedule, now);
        int64_t longer = schedule.next_msec - now;
        assert_true(longer >= rest && longer <= WEBHOOK_REST_MSEC_MAX);
        rest = longer;
        assert_false(webhook_schedule_may(&schedule, now + rest - 1));
        assert_true(webhook_schedule_may(&schedule, now + rest));
        assert_true(i > 0 || rest == 1000);
    }
    assert_int_equal(rest, WEBHOOK_REST_MSEC_MAX);
    webhook_schedule_succeed(&schedule);
    assert_true(webhook_schedule_may(&schedule, now));
    webhook_schedule_fail(&schedule, now);
    assert_int_equal(schedule.next_msec - now, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pauses_grow_and_end),
        cmocka_unit_test(a_receiver_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
