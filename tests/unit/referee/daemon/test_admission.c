/* test_admission.c - who may connect and who may bring a new name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* cmocka wants the first four above. */
#include <cmocka.h>

#include "daemon/admission.h"

static const struct admission_counts idle = {.peers_max = 100,
                                             .of_address_max = 10,
                                             .handshakes_max = 20,
                                             .of_address_handshakes_max = 5,
                                             .of_address_left_max = 3};

static void room_is_room(void **state)
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

static void full_is_full(void **state)
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

/* Between half and all, the share that is refused grows in even steps. */
static void the_fuller_the_fewer(void **state)
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

/* One address is full before anybody else is refused. */
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

/* ------------------------------------------------------------------------------------- new names
 */

enum { SECOND = 1000000 };

static void an_address_has_its_minute(void **state)
{
    static struct name_rate rate;
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_true(name_rate_allows(&rate, 1, 5, i * SECOND));
    assert_false(name_rate_allows(&rate, 1, 5, 5 * SECOND));
    assert_true(name_rate_allows(&rate, 2, 5, 5 * SECOND));
    assert_int_equal(name_rate_highest(&rate, 5 * SECOND), 5);
    assert_int_equal(name_rate_count(&rate, 1, 5 * SECOND), 5);
    assert_int_equal(name_rate_count(&rate, 2, 5 * SECOND), 1);
    assert_int_equal(name_rate_count(&rate, 3, 5 * SECOND), 0);
    assert_int_equal(name_rate_count(&rate, 1, 60 * SECOND), 0);
    assert_false(name_rate_allows(&rate, 1, 5, 60 * SECOND - 1));
    assert_true(name_rate_allows(&rate, 1, 5, 60 * SECOND));
    assert_int_equal(rate.refused, 2);
    assert_int_equal(name_rate_highest(&rate, 60 * SECOND), 1);
    assert_int_equal(name_rate_highest(&rate, 1000 * (usec_t)SECOND), 0);
}

/* An address of zeros is as good as any. */
static void address_zero_counts(void **state)
{
    struct name_rate *rate = calloc(1, sizeof *rate);
    (void)state;
    assert_non_null(rate);
    assert_true(name_rate_allows(rate, 0, 1, 0));
    assert_false(name_rate_allows(rate, 0, 1, 0));
    free(rate);
}

/* With more addresses than entries the oldest is forgotten, not the latest. */
static void the_oldest_is_forgotten(void **state)
{
    struct name_rate *rate = calloc(1, sizeof *rate);
    (void)state;
    assert_non_null(rate);
    for (uint32_t address = 0; address < NAME_RATE_ADDRESSES; address++)
        assert_true(name_rate_allows(rate, address, 1, address));
    assert_true(name_rate_allows(rate, 5000, 1, NAME_RATE_ADDRESSES));
    assert_false(name_rate_allows(rate, 1, 1, NAME_RATE_ADDRESSES));
    assert_true(name_rate_allows(rate, 0, 1, NAME_RATE_ADDRESSES)); /* forgotten */
    assert_true(name_rate_allows(rate, 1, 1, NAME_RATE_ADDRESSES)); /* for the sake of 0 */
    free(rate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_is_room),
        cmocka_unit_test(full_is_full),
        cmocka_unit_test(the_fuller_the_fewer),
        cmocka_unit_test(an_address_has_its_share_of_handshakes),
        cmocka_unit_test(the_smallest_limits_work),
        cmocka_unit_test(an_address_has_its_minute),
        cmocka_unit_test(address_zero_counts),
        cmocka_unit_test(the_oldest_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
