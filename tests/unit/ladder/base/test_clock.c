/* test_clock.c - one clock for durations, and one for dates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <time.h>

#include "base/clock.h"

static void units_agree_and_time_advances(void **state)
{
    (void)state;
    int64_t usec = clock_now_usec(), msec = clock_now_msec();
    double sec = clock_now_sec();
    int64_t later = clock_now_usec();
    assert_true(usec > 0 && usec / 1000 <= msec && msec <= later / 1000);
    assert_true((double)usec / 1e6 <= sec && sec <= (double)later / 1e6 + 1e-6);
}

static void the_wall_clock_counts_from_1970(void **state)
{
    (void)state;
    time_t before = time(NULL);
    int64_t usec = clock_wall_usec(), msec = clock_wall_msec();
    time_t after = time(NULL);
    assert_true(msec / 1000 >= before - 1 && msec / 1000 <= after + 1);
    assert_true(usec / 1000 <= msec && msec <= usec / 1000 + 1000000);
}

static void a_wall_time_is_formatted(void **state)
{
    char text[CLOCK_TEXT_BYTES];
    (void)state;
    assert_string_equal(clock_wall_text(0, text), "1970-01-01T00:00:00Z");
    assert_string_equal(clock_wall_text(1795815382999, text), "2026-11-27T21:36:22Z");
    assert_string_equal(clock_wall_text(INT64_MAX, text), "292278994-08-17T07:12:55Z");
    assert_string_equal(clock_wall_format(1795815382999, "%d %b %Y", text), "27 Nov 2026");
    assert_string_equal(clock_wall_format(0, "%Y %Y %Y %Y %Y %Y %Y %Y", text), ""); /* too long */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_time_is_formatted),
        cmocka_unit_test(units_agree_and_time_advances),
        cmocka_unit_test(the_wall_clock_counts_from_1970),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
