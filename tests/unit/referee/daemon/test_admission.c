/* test_admission.c - which clients may connect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>

#include "daemon/admission.h"

static const struct admission_counts idle = {.peers_max = 100,
                                             .of_address_max = 10,
                                             .handshakes_max = 20,
                                             .of_address_handshakes_max = 5,
                                             .of_address_left_max = 3};

static void below_the_limits_all_are_admitted(void **state)
{
    struct admission_counts counts = idle;
    (void)state;
    assert_null(admission_refuses(&counts, 0));
    counts.peers = 99;
    counts.of_address = 9;
    counts.handshakes = 10;
    for (uint32_t random = 0; random < 1000; random++)
        assert_null(admission_refuses(&counts, random));
}

static void at_the_limits_all_are_refused(void **state)
{
    struct admission_counts counts = idle;
    (void)state;
    counts.peers = 100;
    assert_non_null(admission_refuses(&counts, 7));
    counts = idle;
    counts.of_address = 10;
    assert_non_null(strstr(admission_refuses(&counts, 7), "address"));
    counts = idle;
    counts.handshakes = 20;
    for (uint32_t random = 0; random < 1000; random++)
        assert_non_null(admission_refuses(&counts, random));
}

/* Between half and all places taken, the refused share grows in even steps. */
static void more_are_refused_near_the_limit(void **state)
{
    struct admission_counts counts = idle;
    (void)state;
    for (counts.handshakes = 10; counts.handshakes <= 20; counts.handshakes++) {
        int refused = 0;
        for (uint32_t random = 0; random < 1000; random++)
            refused += admission_refuses(&counts, random) != NULL;
        assert_int_equal(refused, 100 * (counts.handshakes - 10));
    }
}

/* One address reaches its limit before any other is refused. */
static void an_address_has_its_share_of_handshakes(void **state)
{
    struct admission_counts counts = idle;
    (void)state;
    counts.handshakes = counts.of_address_handshakes = 5;
    assert_non_null(strstr(admission_refuses(&counts, 0), "from its address"));
    counts.of_address_handshakes = 0;
    counts.of_address_left = 3;
    assert_non_null(strstr(admission_refuses(&counts, 0), "left before"));
    counts.of_address_left = 2;
    for (uint32_t random = 0; random < 1000; random++)
        assert_null(admission_refuses(&counts, random));
}

static void the_smallest_limits_work(void **state)
{
    struct admission_counts counts = {.peers_max = 1,
                                      .of_address_max = 1,
                                      .handshakes_max = 1,
                                      .of_address_handshakes_max = 1,
                                      .of_address_left_max = 1};
    (void)state;
    assert_null(admission_refuses(&counts, 12345));
    counts.handshakes = 1;
    assert_non_null(admission_refuses(&counts, 12345));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(below_the_limits_all_are_admitted),
        cmocka_unit_test(at_the_limits_all_are_refused),
        cmocka_unit_test(more_are_refused_near_the_limit),
        cmocka_unit_test(an_address_has_its_share_of_handshakes),
        cmocka_unit_test(the_smallest_limits_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
