/* test_zone.c - time zones are read from the system's database, and from no other file. */
#include "calendar/zone.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void offsets_by_the_year(void **state)
{
    struct zone *berlin = zone_open("Europe/Berlin"), *utc = zone_open("UTC");
    (void)state;
    assert_non_null(berlin);
    assert_non_null(utc);
    assert_int_equal(zone_offset(berlin, 1767225600), 3600); /* 2026-01-01 */
    assert_int_equal(zone_offset(berlin, 1782864000), 7200); /* 2026-07-01 */
    assert_int_equal(zone_offset(berlin, 1774745999), 3600); /* a second before the change */
    assert_int_equal(zone_offset(berlin, 1774746000), 7200);
    assert_int_equal(zone_offset(utc, 1782864000), 0);
    zone_close(berlin);
    zone_close(utc);
    zone_close(NULL);
}

static void unknown_zones_are_refused(void **state)
{
    char lengthy[200];
    static const char *const bad[] = {"",
                                      "Europe/Nowhere",
                                      "/etc/passwd",
                                      "../../etc/passwd",
                                      "+01:00",
                                      "<b>",
                                      "Europe",
                                      "EST5EDT,M3.2.0,M11.1.0",
                                      "Europe/Berlin\n",
                                      ":UTC"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_null(zone_open(bad[i]));
    memset(lengthy, 'a', sizeof lengthy);
    lengthy[sizeof lengthy - 1] = '\0';
    assert_null(zone_open(lengthy));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_by_the_year),
        cmocka_unit_test(unknown_zones_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
