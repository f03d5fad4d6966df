/* test_store_news.c - what every store keeps of news and their deliveries. Runs on an SQLite file;
 * with AVONDALE_TEST_STORE=postgresql://...?... on that database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/store_news.h"
#include "store/store_work.h"
#include "store_place.h"

static const char one[] = "00000000000000000000000000000001",
                  two[] = "00000000000000000000000000000002";
enum { LEASE_MSEC = 60000 };

static struct store_news news_of(const char *id, int64_t wall_msec)
{
    struct store_news news = {.kind = "event-over", .wall_msec = wall_msec};
    snprintf(news.id, sizeof news.id, "%s", id);
    snprintf(news.body, sizeof news.body, "{\"why\":\"it's %s\"}", id);
    return news;
}

static void news_wait_until_they_are_taken(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_news late = news_of("b", 2), early = news_of("c", 1), list[4];

    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(store_news_page(store, list, 4), 0);
    assert_int_equal(store_news_add(store, &late), 0);
    assert_int_equal(store_news_add(store, &early), 0);
    assert_int_equal(store_news_page(store, list, 4), 2);
    assert_string_equal(list[0].id, "c");
    assert_string_equal(list[0].body, "{\"why\":\"it's c\"}");
    assert_string_equal(list[0].kind, "event-over");
    assert_int_equal(list[1].wall_msec, 2);
    assert_int_equal(store_news_drop(store, "c"), 0);
    assert_int_equal(store_news_drop(store, "c"), STORE_NONE);
    assert_int_equal(store_news_page(store, list, 1), 1);
    for (int i = 10; i < 20; i++) {
        char id[8];
        snprintf(id, sizeof id, "%d", i);
        struct store_news more = news_of(id, i);
        assert_int_equal(store_news_add(store, &more), 0);
    }
    assert_int_equal(store_news_trim(store, 3), 0);
    assert_int_equal(store_news_page(store, list, 4), 3);
    assert_string_equal(list[0].id, "17");
    assert_int_equal(store_news_trim(store, 3), 0);
    assert_int_equal(store_news_page(store, list, 4), 3);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static int64_t due(struct store *store, const char *receiver)
{
    struct store_delivery_count count = {.due = -1};

    assert_int_equal(store_delivery_count(store, receiver, &count), 0);
    return count.due;
}

static void a_delivery_has_one_holder(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_news news = news_of("n", 5);
    struct store_delivery got;

    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(due(store, one), 0);
    assert_int_equal(store_delivery_add(store, one, &news), 0);
    assert_int_equal(store_delivery_add(store, one, &news), 0); /* it is there */
    assert_int_equal(store_delivery_add(store, two, &news), 0);
    assert_int_equal(due(store, one), 1);
    assert_int_equal(store_delivery_claim(store, one, "a", LEASE_MSEC, &got), 0);
    assert_string_equal(got.news.id, "n");
    assert_string_equal(got.news.kind, "event-over");
    assert_string_equal(got.news.body, news.body);
    assert_int_equal(got.news.wall_msec, 5);
    assert_int_equal(got.tries, 1);
    assert_int_equal(due(store, one), 0);
    struct store_delivery_count count;
    assert_int_equal(store_delivery_count(store, one, &count), 0);
    assert_int_equal(count.waiting, 1); /* it is on its way */
    assert_int_equal(store_delivery_claim(store, one, "b", LEASE_MSEC, &got), STORE_NONE);
    assert_int_equal(store_delivery_drop(store, one, "n", "b"), STORE_NONE);
    assert_int_equal(store_delivery_later(store, one, "n", "b", 0), STORE_NONE);
    assert_int_equal(store_delivery_later(store, one, "n", "a", 0), 0); /* it failed */
    assert_int_equal(store_delivery_claim(store, one, "b", -1, &got), 0);
    assert_int_equal(got.tries, 2);
    /* The lease of b is over. */
    assert_int_equal(store_delivery_claim(store, one, "c", LEASE_MSEC, &got), 0);
    assert_int_equal(got.tries, 3);
    assert_int_equal(store_delivery_drop(store, one, "n", "b"), STORE_NONE);
    assert_int_equal(store_delivery_later(store, one, "n", "c", LEASE_MSEC), 0);
    assert_int_equal(store_delivery_claim(store, one, "d", LEASE_MSEC, &got), STORE_NONE);
    /* The other receiver has its own. */
    assert_int_equal(store_delivery_claim(store, two, "d", LEASE_MSEC, &got), 0);
    assert_int_equal(got.tries, 1);
    assert_int_equal(store_delivery_drop(store, two, "n", "d"), 0);
    assert_int_equal(due(store, two), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void old_deliveries_are_deleted(void **state)
{
    struct store *store = opened(*state, 0);
    char id[8];

    assert_int_equal(store_work_begin(store), 0);
    for (int i = 10; i < 20; i++) {
        snprintf(id, sizeof id, "%d", i);
        struct store_news news = news_of(id, i);
        assert_int_equal(store_delivery_add(store, one, &news), 0);
        assert_int_equal(store_delivery_add(store, two, &news), 0);
    }
    assert_int_equal(store_delivery_trim(store, one, 4), 6);
    assert_int_equal(store_delivery_trim(store, one, 4), 0);
    assert_int_equal(store_delivery_expire(store, 18), 8 + 2);
    assert_int_equal(store_delivery_trim(store, two, 1), 1);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(news_wait_until_they_are_taken, setup, teardown),
        cmocka_unit_test_setup_teardown(a_delivery_has_one_holder, setup, teardown),
        cmocka_unit_test_setup_teardown(old_deliveries_are_deleted, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
