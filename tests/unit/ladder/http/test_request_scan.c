/* test_request_scan.c - ambiguous requests are refused, whole or in pieces, and no good one is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "web_fixture.h"
#include "http/request_scan.h"

#define TEXT(text) text, sizeof(text) - 1

static const struct sample {
    const char *bytes;
    size_t size;
    int64_t bad; /* the first request that is refused; 0: none */
} samples[] = {
    {TEXT("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), 0},
    {TEXT("GET / HTTP/1.1\r\nHost: x\r\nX:\ta\tb \xc3\xa9\r\nEmpty:\r\n\r\n"), 0},
    {TEXT("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na\n\0GET / HTTP/1.1\r\n\r\n"),
     0},
    {TEXT("GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\nGET / HTTP/1.1\r\n\r\n"), 0},
    {TEXT("GET / HTTP/1.1\r\nTransfer-Encodings: a\r\n\r\n"), 0},
    {TEXT("POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc"), 1},
    {TEXT("POST / HTTP/1.1\r\nContent-Length: 3\r\ncontent-LENGTH: 4\r\n\r\nabc"), 1},
    {TEXT("POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\nabcde"), 1},
    {TEXT("POST / HTTP/1.1\r\nContent-Length: 0x5\r\n\r\nabcde"), 1},
    {TEXT("POST / HTTP/1.1\r\nContent-Length: 3, 3\r\n\r\nabc"), 1},
    {TEXT("POST / HTTP/1.1\r\nContent-Length: 3 3\r\n\r\nabc"), 1},
    {TEXT("POST / HTTP/1.1\r\nContent-Length:\r\n\r\nabc"), 1},
    {TEXT("POST / HTTP/1.1\r\nContent-Length: 1000000000\r\n\r\n"), 1},
    {TEXT("POST / HTTP/1.1\r\nContent-Length : 3\r\n\r\nabc"), 1},
    {TEXT("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 1},
    {TEXT("GET / HTTP/1.1\nHost: x\n\n"), 1},
    {TEXT("GET / HTTP/1.1\r\nHost: x\n\r\n"), 1},
    {TEXT("GET / HTTP/1.1\r\nHost: x\r\n\n"), 1},
    {TEXT("GET / HTTP/1.1\r\nX: a\rb\r\n\r\n"), 1},
    {TEXT("GET / HTTP/1.1\r\nX: a\0b\r\n\r\n"), 1},
    {TEXT("GET /\0 HTTP/1.1\r\n\r\n"), 1},
    {TEXT("GET / HTTP/1.1\r\nX\0: a\r\n\r\n"), 1},
    {TEXT("GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n"), 1},
    {TEXT("GET / HTTP/1.1\r\n: a\r\n\r\n"), 1},
    {TEXT("GET / HTTP/1.1\r\nX\r\n\r\n"), 1},
    {TEXT("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n"), 1},
    {TEXT("\r\nGET / HTTP/1.1\r\n\r\n"), 1},
    {TEXT("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabcde"), 1},
    {TEXT("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nContent-Length: +0\r\n\r\n"), 2},
};

static int64_t bad_from(const struct request_scan *scan)
{
    for (int64_t number = 1; number <= scan->requests; number++)
        assert_null(request_scan_why(scan, number));
    assert_non_null(request_scan_why(scan, scan->requests + 1)); /* not read, or bad */
    return scan->state == SCAN_BAD ? scan->requests + 1 : 0;
}

static void test_samples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        /* In two pieces, cut at every place; the last cut leaves it whole. */
        for (size_t cut = 0; cut <= samples[i].size; cut++) {
            struct request_scan scan;
            request_scan_init(&scan);
            request_scan_take(&scan, (const unsigned char *)samples[i].bytes, cut);
            request_scan_take(&scan, (const unsigned char *)samples[i].bytes + cut,
                              samples[i].size - cut);
            if (bad_from(&scan) != samples[i].bad)
                print_error("sample %zu, cut at %zu\n", i, cut);
            assert_int_equal(bad_from(&scan), samples[i].bad);
        }
    }
}

/* The same through a socket: the request is refused and the connection closed; the smuggled part
 * gets no answer. */
static void test_served(void **state)
{
    const struct fixture *fixture = *state;
    bool closed;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        int fd = dial(fixture);
        if (samples[i].bad == 0) {
            close(fd);
            continue;
        }
        (void)talk(fd, samples[i].bytes, samples[i].size, reply, sizeof reply, NULL, &closed);
        if (!closed || !strstr(reply, "HTTP/1.1 4"))
            print_error("sample %zu: %.200s\n", i, reply);
        assert_true(closed);
        const char *last = strstr(reply, "HTTP/1.1 4");
        assert_non_null(last);
        assert_null(strstr(last + 1, "HTTP/1.1 ")); /* nothing after it */
        assert_true((strstr(reply, "HTTP/1.1 2") != NULL) == (samples[i].bad > 1));
        close(fd);
    }
    assert_int_equal(ask(fixture, "GET", "/health"), 200);
}

/* The headers of a PUT of a program; nothing behind them is read. */
static void test_upload_heads(void **state)
{
    static const char put[] = "PUT /api/v1/bots/a/versions/1 HTTP/1.1\r\nHost: x\r\n"
                              "Authorization: Bearer abc\r\nExpect: 100-continue\r\n"
                              "Content-Length: 70000\r\n\r\nGET / HTTP/1.1\r\n\r\n";
    char text[2 * SCAN_TARGET_MAX + 200];
    struct request_scan scan;
    (void)state;
    request_scan_init(&scan);
    for (size_t i = 0; i < sizeof put - 1; i++)
        request_scan_take(&scan, (const unsigned char *)put + i, 1);
    assert_int_equal(scan.state, SCAN_UPLOAD);
    assert_int_equal(scan.after, 18);
    assert_int_equal(scan.body_bytes, 70000);
    assert_int_equal(scan.requests, 1);
    assert_string_equal(scan.target, "/api/v1/bots/a/versions/1");
    assert_string_equal(scan.said, "Bearer abc");
    assert_true(scan.expects);
    request_scan_take(&scan, (const unsigned char *)"more", 4);
    assert_int_equal(scan.after, 22);
    assert_non_null(request_scan_why(&scan, 2));
    /* Another address belongs to the HTTP server, and so does one that is too long. */
    for (int length = 90; length <= 2 * SCAN_TARGET_MAX; length++) {
        int size = snprintf(text, sizeof text,
                            "PUT /api/v1/bots/%0*d/versions/1 HTTP/1.1\r\n"
                            "Content-Length: 5\r\n\r\n",
                            length, 0);
        request_scan_init(&scan);
        request_scan_take(&scan, (const unsigned char *)text, (size_t)size);
        bool fits = 24 + length < SCAN_TARGET_MAX;
        assert_int_equal(scan.state, fits ? SCAN_UPLOAD : SCAN_BODY);
        assert_int_equal(strlen(scan.target), fits ? 24 + length : 0);
    }
    static const char post[] = "POST /api/v1/bots/a/versions/1 HTTP/1.1\r\n"
                               "Authorization: Bearer abc\r\nContent-Length: 5\r\n\r\n";
    request_scan_init(&scan);
    request_scan_take(&scan, (const unsigned char *)post, sizeof post - 1);
    assert_int_equal(scan.state, SCAN_BODY);
    assert_string_equal(scan.said, ""); /* only a PUT keeps it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_upload_heads),
        cmocka_unit_test_setup_teardown(test_served, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
