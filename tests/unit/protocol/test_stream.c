/* test_stream.c - messages are split off a byte stream, in either encoding. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "codec.h"

#include <string.h>

static struct message message;
static enum encoding encoding;
static size_t bad;

static int next(const char *bytes, size_t size)
{
    return stream_next(&encoding, FROM_CLIENT, bytes, size, &message, &bad);
}

static void the_first_byte_decides_the_encoding(void **state)
{
    static const char packed[] = "\x82\xa1t\xa4ping\xa1x\x05";
    (void)state;
    encoding = ENCODING_UNKNOWN;
    assert_int_equal(next("", 0), 0);
    assert_int_equal(encoding, ENCODING_UNKNOWN);
    assert_int_equal(next("ping x=5\n", 9), 9);
    assert_int_equal(encoding, ENCODING_TEXT);
    assert_int_equal(message.kind, MESSAGE_PING);
    encoding = ENCODING_UNKNOWN;
    assert_int_equal(next(packed, sizeof packed - 1), sizeof packed - 1);
    assert_int_equal(encoding, ENCODING_MSGPACK);
    assert_int_equal(message.kind, MESSAGE_PING);
}

static void lines_end_with_lf_or_crlf(void **state)
{
    (void)state;
    encoding = ENCODING_TEXT;
    assert_int_equal(next("\r\n\nping x=5\r\nquit\n", 18), 13);
    assert_int_equal(message.kind, MESSAGE_PING);
    assert_int_equal(next("quit\n", 5), 5);
    assert_int_equal(message.kind, MESSAGE_QUIT);
    assert_int_equal(next("ping x", 6), 0);
    assert_int_equal(message.kind, MESSAGE_UNKNOWN);
}

static void an_overlong_line_is_skipped(void **state)
{
    static char line[FRAME_BYTES_MAX + 100];
    (void)state;
    encoding = ENCODING_TEXT;
    memset(line, 'x', sizeof line);
    assert_int_equal(next(line, FRAME_BYTES_MAX), 0); /* its end may still come */
    assert_int_equal(next(line, FRAME_BYTES_MAX + 1), PROTOCOL_ERROR_LOST);
    line[FRAME_BYTES_MAX + 10] = '\n';
    assert_int_equal(next(line, sizeof line), PROTOCOL_ERROR_TOO_LONG);
    assert_int_equal(bad, FRAME_BYTES_MAX + 11);
    memset(line, '\n', sizeof line);
    assert_int_equal(next(line, sizeof line), PROTOCOL_ERROR_LOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_byte_decides_the_encoding),
        cmocka_unit_test(lines_end_with_lf_or_crlf),
        cmocka_unit_test(an_overlong_line_is_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
