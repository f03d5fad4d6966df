/* test_news_queue.c - news become deliveries once, whichever node is first, and leave in time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "news/news_queue.h"
#include "store/store_work.h"
#include "store_place.h"

enum { NOW = 1000000000, LEASE_MSEC = 60000 };

static void tell(const struct place *place, int64_t wall_msec, int count)
{
    struct calendar_run run = {.name = "cup-1", .event = "cup"};
    struct store *store = opened(place, 0);
    assert_int_equal(store_work_begin(store), 0);
    for (int i = 0; i < count; i++)
        assert_int_equal(news_tell_event(store, &run, CALENDAR_OVER, wall_msec + i), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static struct news_queue *queue_of(const struct place *place)
{
    struct news_queue *queue;
    struct ladder_error error;
    if (news_queue_open(&queue, place->url, &error))
        fail_msg("%s", error.text);
    return queue;
}

static void two_nodes_distribute_news_once(void **state)
{
    char own[2][NEWS_RECEIVER_DIGITS + 1];
    const char *receivers[] = {own[0], own[1]};
    struct store_delivery got, other;
    bool news, due[2];
    int64_t waiting;
    int lost;

    tell(*state, NOW, 1); /* makes the store */
    struct news_queue *first = queue_of(*state), *second = queue_of(*state);
    news_queue_receiver("http://a/x?token=1", own[0]);
    news_queue_receiver("http://a/x?token=2", own[1]);
    assert_string_not_equal(own[0], own[1]);
    assert_int_equal(strlen(own[0]), NEWS_RECEIVER_DIGITS);
    assert_null(strstr(own[0], "token"));
    assert_int_equal(news_queue_look(first, receivers, 2, &news, due, &waiting), 0);
    assert_true(news && !due[0] && !due[1]);
    assert_int_equal(news_queue_spread(first, receivers, 2, NOW, &lost), 0);
    assert_int_equal(lost, 0);
    assert_int_equal(news_queue_spread(second, receivers, 2, NOW, &lost), 0);
    assert_int_equal(news_queue_look(second, receivers, 2, &news, due, &waiting), 0);
    assert_true(!news && due[0] && due[1]);
    assert_int_equal(waiting, 2);
    assert_int_equal(news_queue_claim(first, own[0], "a", LEASE_MSEC, &got), 0);
    assert_int_equal(news_queue_claim(second, own[0], "b", LEASE_MSEC, &other), NEWS_QUEUE_NONE);
    assert_int_equal(news_queue_claim(second, own[1], "b", LEASE_MSEC, &other), 0);
    assert_string_equal(got.news.id, other.news.id);
    assert_int_equal(news_queue_later(first, own[0], got.news.id, "a", 0), 0);
    assert_int_equal(news_queue_claim(second, own[0], "b", LEASE_MSEC, &other), 0);
    assert_int_equal(other.tries, 2);
    assert_int_equal(news_queue_drop(first, own[0], got.news.id, "a"), NEWS_QUEUE_NONE);
    assert_int_equal(news_queue_drop(second, own[0], got.news.id, "b"), 0);
    assert_int_equal(news_queue_look(first, receivers, 1, &news, due, &waiting), 0);
    assert_true(!news && !due[0]);
    assert_int_equal(waiting, 0);
    news_queue_close(first);
    news_queue_close(second);
}

/* Webhooks that are configured later tell no old news, and one that is gone does not fill the
 * store. */
static void old_news_are_dropped(void **state)
{
    char own[NEWS_RECEIVER_DIGITS + 1];
    const char *receivers[] = {own};
    bool news = true, due;
    int64_t waiting;
    int lost, all = 0;

    news_queue_receiver("http://a/", own);
    tell(*state, NOW - NEWS_QUEUE_OLD_MSEC - 10, 5);
    struct news_queue *queue = queue_of(*state);
    assert_int_equal(news_queue_spread(queue, receivers, 1, NOW, &lost), 0);
    assert_int_equal(news_queue_look(queue, receivers, 1, &news, &due, &waiting), 0);
    assert_true(!news && !due);
    for (int round = 0; round < 2; round++) {
        tell(*state, NOW + round * NEWS_KEPT, NEWS_KEPT - 10);
        for (news = true; news;) {
            assert_int_equal(news_queue_spread(queue, receivers, 1, NOW, &lost), 0);
            all += lost;
            assert_int_equal(news_queue_look(queue, receivers, 1, &news, &due, &waiting), 0);
        }
    }
    assert_int_equal(all, NEWS_KEPT - 20);
    assert_int_equal(news_queue_spread(queue, receivers, 1, NOW + 2 * NEWS_QUEUE_OLD_MSEC, &lost),
                     0);
    assert_int_equal(lost, NEWS_KEPT);
    news_queue_close(queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_nodes_distribute_news_once, setup, teardown),
        cmocka_unit_test_setup_teardown(old_news_are_dropped, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
