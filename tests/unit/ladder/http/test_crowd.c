/* test_crowd.c - which connections to the pages may stay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "http/crowd.h"

static const struct crowd_limits limits = {.max = 10, .of_address_max = 6, .reserved_max = 3};
enum { GUESTS = 64 };
static struct crowd_connection guests[GUESTS];

static int judged(int count, enum crowd_place place)
{
    int found = 0;
    crowd_judge(&limits, guests, count);
    for (int i = 0; i < count; i++)
        found += guests[i].place == place;
    return found;
}

static void come(int from, int count, uint64_t address)
{
    for (int i = from; i < from + count; i++)
        guests[i] = (struct crowd_connection){.address = address};
}

static void connections_per_address_are_limited(void **state)
{
    (void)state;
    come(0, 20, 1);
    assert_int_equal(judged(20, CROWD_IN), 6);
    assert_int_equal(judged(20, CROWD_RESERVED), 3);
    come(20, 4, 2);
    assert_int_equal(judged(24, CROWD_IN), 10);
    for (int i = 20; i < 24; i++)
        assert_int_equal(guests[i].place, CROWD_IN);
    assert_int_equal(crowd_highest(guests, 24), 20);
}

/* A connection that arrives when all places are taken stays for a moment at least, and for good
 * while another address has more. */
static void a_monitor_is_admitted(void **state)
{
    (void)state;
    come(0, 20, 1);
    come(20, 20, 2);
    come(40, 1, 3);
    assert_int_equal(judged(41, CROWD_RESERVED), 3);
    assert_int_equal(guests[40].place, CROWD_RESERVED);
    come(41, 20, 1);
    crowd_judge(&limits, guests, 61);
    assert_int_equal(guests[40].place, CROWD_RESERVED);
    /* at the attackers' own address: as long as no three came after it */
    come(41, 1, 1);
    crowd_judge(&limits, guests, 42);
    assert_int_equal(guests[41].place, CROWD_RESERVED);
}

/* A reserved address is admitted as soon as there is a place. */
static void a_closed_connection_frees_its_place(void **state)
{
    (void)state;
    come(0, 6, 1);
    come(6, 4, 2);
    come(10, 1, 3);
    assert_int_equal(judged(11, CROWD_RESERVED), 1);
    for (int i = 0; i < 10; i++)
        guests[i] = guests[i + 1];
    assert_int_equal(judged(10, CROWD_IN), 10);
}

/* Any sequence of connections: never more than the limits, and a new one does not displace the
 * oldest. */
static void any_sequence_keeps_the_limits(void **state)
{
    unsigned seed = 11;
    (void)state;
    for (int run = 0; run < 2000; run++) {
        int count = (int)(rand_r(&seed) % GUESTS), of[5] = {0};
        for (int i = 0; i < count; i++)
            guests[i] = (struct crowd_connection){.address = (uint64_t)(rand_r(&seed) % 5)};
        assert_true(judged(count, CROWD_IN) <= limits.max);
        assert_true(judged(count, CROWD_RESERVED) <= limits.reserved_max);
        for (int i = 0; i < count; i++)
            of[guests[i].address] += guests[i].place == CROWD_IN;
        for (int a = 0; a < 5; a++)
            assert_true(of[a] <= limits.of_address_max);
        for (int i = 0; i < count && i < limits.of_address_max; i++)
            assert_int_equal(guests[i].place, CROWD_IN);
        assert_true(count == 0 || guests[count - 1].place != CROWD_OUT ||
                    crowd_highest(guests, count) > 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(connections_per_address_are_limited),
                                       cmocka_unit_test(a_monitor_is_admitted),
                                       cmocka_unit_test(a_closed_connection_frees_its_place),
                                       cmocka_unit_test(any_sequence_keeps_the_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
