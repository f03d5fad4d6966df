/* test_webhook_post.c - what a receiver gets, and receivers that do not behave. */
#include "webhook/webhook_post.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "await.h"
#include "http_stub.h"

enum { SHORT_MSEC = 300 };

static bool post(const char *url, int limit_msec, char why[WEBHOOK_WHY_BYTES])
{
    struct webhook_posts *posts = webhook_post_open();
    const struct webhook_order order = {.url = url,
                                        .body = "{\"why\":\"\"}",
                                        .kind = "event-over",
                                        .id = "0a1b",
                                        .signature = "t=1,v1=ff",
                                        .limit_msec = limit_msec};
    struct await limit = await_begin(30);
    bool accepted = false;

    assert_non_null(posts);
    why[0] = '\0';
    struct webhook_post *one = webhook_post_start(posts, &order);
    assert_non_null(one);
    do
        webhook_post_wait(posts, 50);
    while (!webhook_post_ended(posts, one, &accepted, why) && await_step(&limit));
    webhook_post_close(posts);
    return accepted;
}

static bool post_to(const char *answer, int limit_msec, char **received,
                    char why[WEBHOOK_WHY_BYTES])
{
    const char *const answers[] = {answer, NULL};
    struct http_stub stub;
    char url[100];

    http_stub_start(&stub, answers, NULL);
    snprintf(url, sizeof url, "%s/hook?token=x", stub.url);
    bool accepted = post(url, limit_msec, why);
    char *text = http_stub_stop(&stub);
    if (received)
        *received = text;
    else
        free(text);
    return accepted;
}

static void a_receiver_gets_headers_and_a_body(void **state)
{
    char why[WEBHOOK_WHY_BYTES], *text;
    (void)state;
    assert_true(post_to("HTTP/1.1 204 No Content\r\n\r\n", 0, &text, why));
    assert_memory_equal(text, "POST /hook?token=x HTTP/1.1\r\n", 29);
    assert_non_null(strstr(text, "\r\nContent-Type: application/json\r\n"));
    assert_non_null(strstr(text, "\r\nAvondale-Kind: event-over\r\n"));
    assert_non_null(strstr(text, "\r\nAvondale-Delivery: 0a1b\r\n"));
    assert_non_null(strstr(text, "\r\nAvondale-Signature: t=1,v1=ff\r\n"));
    assert_null(strstr(text, "Expect"));
    assert_string_equal(strstr(text, "\r\n\r\n") + 4, "{\"why\":\"\"}");
    free(text);
}

static void other_answers_are_failures(void **state)
{
    char why[WEBHOOK_WHY_BYTES];
    (void)state;
    assert_false(post_to("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", 0, NULL, why));
    assert_string_equal(why, "it answered 500");
    assert_false(post_to("no HTTP\r\n\r\n", 0, NULL, why));
    assert_true(why[0]);
    assert_false(post_to("", 0, NULL, why));
    assert_true(why[0]);
    assert_false(post_to(HTTP_STUB_SILENT, SHORT_MSEC, NULL, why));
    assert_true(why[0]);
    assert_false(post("http://127.0.0.1:1/", 0, why)); /* nobody is there */
    assert_true(why[0]);
}

/* Else an answer would choose whom the daemon asks. */
static void a_redirect_is_not_followed(void **state)
{
    const char *const yes[] = {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", NULL};
    struct http_stub inside;
    char why[WEBHOOK_WHY_BYTES], answer[200];
    (void)state;
    http_stub_start(&inside, yes, NULL);
    snprintf(answer, sizeof answer,
             "HTTP/1.1 307 See\r\nLocation: %s/\r\nContent-Length: 0\r\n\r\n", inside.url);
    assert_false(post_to(answer, 0, NULL, why));
    assert_string_equal(why, "it redirects (307), which is not followed");
    char *text = http_stub_stop(&inside);
    assert_string_equal(text, "");
    free(text);
}

static char *long_answer(const char *head, const char *more, size_t size)
{
    char *text = calloc(1, size + 1);
    size_t at = strlen(head);
    assert_non_null(text);
    memcpy(text, head, at);
    for (size_t i = 0; at < size; i++)
        text[at++] = more[i % strlen(more)];
    return text;
}

/* It is dropped, and read no further than WEBHOOK_ANSWER_MAX. */
static void an_endless_answer_is_cut(void **state)
{
    char why[WEBHOOK_WHY_BYTES];
    (void)state;
    char *text = long_answer("HTTP/1.1 500 No\r\n\r\n", "x", 4 << 20);
    assert_false(post_to(text, 0, NULL, why));
    assert_string_equal(why, "its answer is too long");
    memcpy(text, "HTTP/1.1 200 OK", 15); /* it said yes before */
    assert_true(post_to(text, 0, NULL, why));
    free(text);
    text = long_answer("HTTP/1.1 200 OK\r\n", "A: 0123456789abcdef\r\n", 4 << 20);
    (void)post_to(text, 0, NULL, why); /* ends, whatever it says */
    free(text);
}

static void bad_urls_are_refused_and_logs_show_no_secret(void **state)
{
    static const char *const bad[] = {"",
                                      "host:1",
                                      "ftp://host/",
                                      "file:///etc/passwd",
                                      "gopher://host/",
                                      "http://",
                                      "http://u@host",
                                      "https://u:p@host/",
                                      "http://host/#x",
                                      "http://ho st",
                                      "http://host:99999"};
    char label[WEBHOOK_LABEL_BYTES], large[WEBHOOK_URL_MAX + 2] = "http://host/";
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(webhook_post_label(bad[i], label), -1);
    assert_int_equal(webhook_post_label("https://chat.example/hooks/SECRET?x=y", label), 0);
    assert_string_equal(label, "https://chat.example:443");
    assert_int_equal(webhook_post_label("http://[::1]:8/", label), 0);
    assert_string_equal(label, "http://[::1]:8");
    memset(large + strlen(large), 'x', sizeof large - 1 - strlen(large));
    assert_int_equal(webhook_post_label(large, label), -1);
    large[WEBHOOK_URL_MAX] = '\0';
    assert_int_equal(webhook_post_label(large, label), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_receiver_gets_headers_and_a_body),
        cmocka_unit_test(other_answers_are_failures),
        cmocka_unit_test(a_redirect_is_not_followed),
        cmocka_unit_test(an_endless_answer_is_cut),
        cmocka_unit_test(bad_urls_are_refused_and_logs_show_no_secret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
