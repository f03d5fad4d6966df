/* test_pg_news.c - a node that claims a delivery keeps no other waiting. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?...; test_store_news.c tests every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/store_news.h"
#include "store/store_work.h"
#include "store_place.h"

static void claims_pass_each_other(void **state)
{
    static const char receiver[] = "00000000000000000000000000000001";
    const struct place *place = *state;
    struct store_news first = {.id = "a", .kind = "event-over", .body = "{}"},
                      second = {.id = "b", .kind = "event-over", .body = "{}"};
    struct store_delivery got, other;
    if (!place->server)
        skip();
    struct store *one = opened(place, 0), *two = opened(place, 0);
    assert_int_equal(store_work_begin(one), 0);
    assert_int_equal(store_delivery_add(one, receiver, &first), 0);
    assert_int_equal(store_delivery_add(one, receiver, &second), 0);
    assert_int_equal(store_commit(one), 0);
    assert_int_equal(store_work_begin(one), 0);
    assert_int_equal(store_delivery_claim(one, receiver, "one", 60000, &got), 0);
    assert_int_equal(store_work_begin(two), 0);
    assert_int_equal(store_delivery_claim(two, receiver, "two", 60000, &other), 0);
    assert_string_not_equal(got.news.id, other.news.id);
    assert_int_equal(store_delivery_claim(two, receiver, "two", 60000, &other), STORE_NONE);
    assert_int_equal(store_commit(two), 0);
    assert_int_equal(store_commit(one), 0);
    store_close(one);
    store_close(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(claims_pass_each_other, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
