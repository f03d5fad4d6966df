/* test_later.c - answers that wait for the thread of the database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <event2/http.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>

#include "page/later.h"
#include "page/web_answer.h"

static void show(struct web_site *site, const void *result, bool data, struct web_answer *answer)
{
    (void)site;
    answer->code = data ? *(const int *)result : -1;
}

static bool readable(const struct later_list *list)
{
    struct pollfd fd = {.fd = later_fd(list), .events = POLLIN};
    return poll(&fd, 1, 0) == 1;
}

static void *end_it(void *argument)
{
    int result = 7;
    later_end(argument, &result, sizeof result);
    return NULL;
}

static void a_result_comes_from_another_thread(void **state)
{
    struct later_list *list = later_create();
    struct web_answer answer = {.code = 0};
    pthread_t thread;
    (void)state;

    assert_non_null(list);
    struct later *later = later_begin(list, show, true);
    assert_false(readable(list));
    assert_null(later_take(list));
    assert_int_equal(pthread_create(&thread, NULL, end_it, later), 0);
    pthread_join(thread, NULL);
    assert_true(readable(list));
    assert_ptr_equal(later_take(list), later);
    assert_null(later_request(later));
    later_show(later, NULL, &answer);
    assert_int_equal(answer.code, 7);
    later_free(later);
    assert_null(later_take(list));
    assert_false(readable(list));
    later_close(list);
}

/* More than LATER_MAX requests do not wait, so that they cannot fill the memory. */
static void waiting_requests_are_limited(void **state)
{
    struct later_list *list = later_create();
    struct later *waiting[LATER_MAX];
    (void)state;

    for (int i = 0; i < LATER_MAX; i++)
        assert_non_null(waiting[i] = later_begin(list, show, true));
    assert_null(later_begin(list, show, true));
    later_cancel(waiting[0]);
    assert_non_null(waiting[0] = later_begin(list, show, true));
    for (int i = 0; i < LATER_MAX; i++)
        (void)end_it(waiting[i]);
    for (int i = 0; i < LATER_MAX; i++)
        later_free(later_take(list));
    later_close(list);
}

/* The pages end before the writer does: its late answers are dropped. */
static void results_may_come_after_the_end(void **state)
{
    struct later_list *list = later_create();
    (void)state;

    struct later *told = later_begin(list, show, true), *untold = later_begin(list, show, true);
    (void)end_it(told);
    later_close(list);
    (void)end_it(untold);
    later_close(NULL);
}

/* A request that has waited long is given back once; its result is dropped when it comes. */
static void a_request_that_waits_long_is_given_back(void **state)
{
    struct later_list *list = later_create();
    struct evhttp_request *early = evhttp_request_new(NULL, NULL),
                          *late = evhttp_request_new(NULL, NULL);
    bool data = false;
    (void)state;

    struct later *first = later_begin(list, show, true), *second = later_begin(list, show, false);
    later_bind(first, early, 1000);
    later_bind(second, late, 2000);
    assert_null(later_overdue(list, 999, &data));
    assert_ptr_equal(later_overdue(list, 1999, &data), early);
    assert_true(data);
    assert_null(later_overdue(list, 1999, &data));
    assert_null(later_request(first));
    (void)end_it(first);
    assert_ptr_equal(later_take(list), first);
    later_free(first);
    assert_ptr_equal(later_overdue(list, 2000, &data), late);
    assert_false(data);
    (void)end_it(second);
    later_free(later_take(list));
    later_close(list);
    evhttp_request_free(early);
    evhttp_request_free(late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_comes_from_another_thread),
        cmocka_unit_test(waiting_requests_are_limited),
        cmocka_unit_test(results_may_come_after_the_end),
        cmocka_unit_test(a_request_that_waits_long_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
