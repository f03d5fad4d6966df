/* test_webhook_thread.c - news reach their receivers once, past failures and a restart, and a
 * receiver that hangs delays no other. */
#include "webhook/webhook_thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>

#include "await.h"
#include "http_stub.h"
#include "ladder_temp.h"
#include "store/store_work.h"

#define YES "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
#define NO "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
enum { HURRY = 1000, SHORT_MSEC = 300, LONG_HURRY = 100000000 };

static void secret_make(const struct temp *temp, char path[100])
{
    snprintf(path, 100, "%s/secret", temp->dir);
    FILE *file = fopen(path, "w");
    assert_true(file && fputs("0123456789abcdef\n", file) >= 0);
    fclose(file);
}

static void store_make(const struct temp *temp)
{
    writer_close(temp_ladder(temp, false));
}

static void tell(const struct temp *temp, const char *run_name)
{
    struct calendar_run run = {.event = "cup"};
    struct ladder_error error;
    struct store *store;

    snprintf(run.name, sizeof run.name, "%s", run_name);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(news_tell_event(store, &run, CALENDAR_OVER, clock_wall_msec()), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static struct webhook_thread *started(const struct temp *temp, const char *urls, int hurry)
{
    char secret[100];
    struct webhook_thread *thread;

    secret_make(temp, secret);
    const struct webhook_thread_config config = {.store = temp->url,
                                                 .urls = urls,
                                                 .secret_file = secret,
                                                 .hurry = hurry,
                                                 .limit_msec = SHORT_MSEC};
    assert_int_equal(webhook_thread_start(&thread, &config), 0);
    assert_non_null(thread);
    return thread;
}

/* Whether nobody is to be told anything any more, now or later. */
static bool all_told(const struct temp *temp)
{
    struct store_news news;
    struct ladder_error error;
    struct store *store;

    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_work_begin(store), 0);
    int waiting = store_news_page(store, &news, 1), left = store_delivery_expire(store, INT64_MAX);
    store_rollback(store);
    store_close(store);
    return waiting == 0 && left == 0;
}

static void await_told(const struct temp *temp)
{
    struct await limit = await_begin(30);
    bool told;
    while (!(told = all_told(temp)) && await_step(&limit))
        ;
    assert_true(told);
}

static int times(const char *text, const char *what)
{
    int count = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        count++;
    return count;
}

static void a_failed_delivery_is_tried_again(void **state)
{
    const struct temp *temp = *state;
    const char *const answers[] = {NO, HTTP_STUB_SILENT, YES, YES, NULL};
    struct http_stub stub;
    char id[80];

    store_make(temp);
    tell(temp, "cup-1");
    http_stub_start(&stub, answers, NULL);
    struct webhook_thread *thread = started(temp, stub.url, HURRY);
    await_told(temp);
    tell(temp, "cup-2");
    await_told(temp);
    struct webhook_counts counts = webhook_thread_counts(thread);
    assert_int_equal(counts.delivered, 2); /* counted before it leaves the store */
    assert_int_equal(counts.failed, 2);
    assert_int_equal(counts.given_up, 0);
    webhook_thread_stop(thread);
    assert_int_equal(webhook_thread_counts(NULL).delivered, 0);
    char *text = http_stub_stop(&stub);
    assert_int_equal(times(text, "POST / "), 4);
    assert_int_equal(times(text, "\"run\":\"cup-1\""), 3);
    assert_int_equal(times(text, "\"run\":\"cup-2\""), 1);
    snprintf(id, sizeof id, "Avondale-Delivery: %.32s",
             strstr(text, "Avondale-Delivery: ") + strlen("Avondale-Delivery: "));
    assert_int_equal(times(text, id), 3); /* the same over retries */
    assert_int_equal(times(text, "Avondale-Signature: t=1"), 4);
    free(text);
}

/* Whether its answer was read or not. */
static void a_restart_loses_nothing(void **state)
{
    const struct temp *temp = *state;
    const char *const answers[] = {NO, YES, NULL};
    struct http_stub stub;

    store_make(temp);
    tell(temp, "cup-1");
    http_stub_start(&stub, answers, NULL);
    struct webhook_thread *thread = started(temp, stub.url, 1);
    struct pollfd first = {.fd = stub.received, .events = POLLIN};
    assert_int_equal(poll(&first, 1, 30000 * await_slowness()), 1);
    webhook_thread_stop(thread);
    assert_false(all_told(temp));
    thread = started(temp, stub.url, 1);
    await_told(temp);
    webhook_thread_stop(thread);
    char *text = http_stub_stop(&stub);
    assert_int_equal(times(text, "\"run\":\"cup-1\""), 2);
    free(text);
}

static void a_hanging_receiver_delays_no_other(void **state)
{
    const struct temp *temp = *state;
    const char *const yes[] = {YES, YES, YES, YES, NULL}, *const silent[] = {
                                                              HTTP_STUB_SILENT, HTTP_STUB_SILENT,
                                                              HTTP_STUB_SILENT, HTTP_STUB_SILENT,
                                                              HTTP_STUB_SILENT, NULL};
    struct http_stub good, bad;
    char urls[140], run[16];

    store_make(temp);
    for (int i = 0; i < 4; i++) {
        snprintf(run, sizeof run, "cup-%d", i);
        tell(temp, run);
    }
    http_stub_start(&good, yes, NULL);
    http_stub_start(&bad, silent, NULL);
    snprintf(urls, sizeof urls, "%s\n%s", bad.url, good.url);
    struct webhook_thread *thread = started(temp, urls, 1);
    struct await limit = await_begin(30);
    while (waitpid(good.pid, NULL, WNOHANG) == 0 && await_step(&limit))
        ;
    webhook_thread_stop(thread);
    char *text = http_stub_stop(&good);
    assert_int_equal(times(text, "POST"), 4);
    free(text);
    text = http_stub_stop(&bad);
    /* It had one request at a time, and rested after the first. */
    assert_in_range(times(text, "POST"), 0, 3);
    free(text);
    assert_false(all_told(temp));
}

static void a_dead_receiver_is_given_up(void **state)
{
    const struct temp *temp = *state;
    static const char url[] = "http://127.0.0.1:1/";

    store_make(temp);
    tell(temp, "cup-1");
    struct webhook_thread *thread = started(temp, url, LONG_HURRY);
    await_told(temp);
    webhook_thread_stop(thread);
}

static void bad_configurations_are_refused(void **state)
{
    static const char *const bad[] = {
        "file:///etc/passwd", "http://u:p@h/",
        "http://a\nhttp://b\nhttp://c\nhttp://d\nhttp://e\nhttp://f\nhttp://g\nhttp://h\nhttp://i"};
    const struct temp *temp = *state;
    char secret[100];
    struct webhook_thread *thread;

    secret_make(temp, secret);
    struct webhook_thread_config config = {
        .store = temp->url, .urls = "", .secret_file = "/nowhere"};
    assert_int_equal(webhook_thread_start(&thread, &config), 0);
    assert_null(thread);
    webhook_thread_stop(thread);
    config.urls = "http://127.0.0.1/";
    assert_int_equal(webhook_thread_start(&thread, &config), 2); /* the secret */
    config.secret_file = secret;
    assert_int_equal(webhook_thread_start(&thread, &config), 3); /* there is no store */
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        config.urls = bad[i];
        assert_int_equal(webhook_thread_start(&thread, &config), 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_failed_delivery_is_tried_again, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(a_restart_loses_nothing, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(a_hanging_receiver_delays_no_other, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(a_dead_receiver_is_given_up, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(bad_configurations_are_refused, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
