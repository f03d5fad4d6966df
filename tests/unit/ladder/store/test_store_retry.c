/* test_store_retry.c - temporary failures are retried for a while, others are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"
#include "store/store_kind.h"

static void tries_are_limited(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    int tries = 0, count = 0;
    assert_int_equal(store_begin(store, true), 0);
    assert_false(store_retry(store, &tries)); /* nothing failed */
    assert_int_equal(tries, 0);
    do {
        assert_int_equal(store_begin(store, true), 0); /* the earlier one was rolled back */
        store->again = true;
    } while (store_retry(store, &tries) && ++count < 100);
    assert_int_equal(count, 9);
    assert_int_equal(store_begin(store, true), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tries_are_limited, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
