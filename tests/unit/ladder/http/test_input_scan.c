/* test_input_scan.c - the scanner sees each byte of a connection once, however it arrives, and
 * counts requests as the HTTP server does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "http/input_scan.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <string.h>

static const char two_good_one_bad[] =
    "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na\nb"
    "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n";

/* Sends the bytes in pieces; the server side removes `taken` after each. */
static void scan_pieces(size_t piece, size_t taken)
{
    struct event_base *base = event_base_new();
    struct bufferevent *pair[2];
    size_t size = sizeof two_good_one_bad - 1;

    assert_int_equal(bufferevent_pair_new(base, 0, pair), 0);
    assert_int_equal(bufferevent_enable(pair[1], EV_READ), 0);
    struct input_scan *scan = input_scan_create(pair[1], NULL);
    assert_non_null(scan);
    for (size_t at = 0; at < size; at += piece) {
        size_t left = size - at;
        assert_int_equal(
            bufferevent_write(pair[0], two_good_one_bad + at, left < piece ? left : piece), 0);
        event_base_loop(base, EVLOOP_NONBLOCK);
        (void)evbuffer_drain(bufferevent_get_input(pair[1]), taken);
    }
    assert_null(input_scan_next(scan));
    assert_null(input_scan_next(scan));
    assert_non_null(input_scan_next(scan));
    input_scan_destroy(scan);
    assert_int_equal(bufferevent_write(pair[0], "x", 1), 0); /* the scan is gone */
    event_base_loop(base, EVLOOP_NONBLOCK);
    bufferevent_free(pair[0]);
    bufferevent_free(pair[1]);
    event_base_free(base);
}

static void each_byte_is_scanned_once(void **state)
{
    (void)state;
    for (size_t piece = 1; piece < sizeof two_good_one_bad; piece++) {
        scan_pieces(piece, 0);
        scan_pieces(piece, piece);
    }
}

/* The head of an uploaded program, on a server that accepts none. */
static void an_upload_without_a_handler_is_refused(void **state)
{
    static const char head[] = "PUT /api/v1/bots/a/versions/1 HTTP/1.1\r\nHost: x\r\n"
                               "Authorization: Bearer abc\r\nContent-Length: 10\r\n\r\n0123456789";
    struct event_base *base = event_base_new();
    struct bufferevent *pair[2];
    (void)state;

    assert_int_equal(bufferevent_pair_new(base, 0, pair), 0);
    assert_int_equal(bufferevent_enable(pair[1], EV_READ), 0);
    struct input_scan *scan = input_scan_create(pair[1], NULL);
    assert_non_null(scan);
    assert_int_equal(bufferevent_write(pair[0], head, sizeof head - 1), 0);
    event_base_loop(base, EVLOOP_NONBLOCK);
    assert_int_equal(evbuffer_get_length(bufferevent_get_input(pair[1])), sizeof head - 1);
    assert_null(input_scan_next(scan));     /* the HTTP server reports that it is too large */
    assert_non_null(input_scan_next(scan)); /* the bytes behind it are no request */
    input_scan_destroy(scan);
    bufferevent_free(pair[0]);
    bufferevent_free(pair[1]);
    event_base_free(base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_byte_is_scanned_once),
        cmocka_unit_test(an_upload_without_a_handler_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
