/* test_message_end.c - where messages of ours end, however their bytes are split. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "net/message_end.h"

/* All of `bytes` is `count` messages, in pieces of `piece` bytes. */
static void cuts_into(bool binary, const uint8_t *bytes, size_t size, size_t piece, int count)
{
    struct message_end end;
    int ended = 0;

    message_end_init(&end, binary);
    for (size_t at = 0; at < size;) {
        size_t some = size - at < piece ? size - at : piece;
        size_t seen = message_end_find(&end, bytes + at, some);
        assert_true(seen > 0 && seen <= some);
        assert_true(seen == some || !end.inside);
        ended += !end.inside;
        at += seen;
    }
    assert_false(end.inside);
    assert_int_equal(ended, count);
}

static void test_lines(void **state)
{
    static const char text[] = "welcome v=1\n\nevent g=1 n=2\n";
    (void)state;
    for (size_t piece = 1; piece < sizeof text; piece++)
        cuts_into(false, (const uint8_t *)text, sizeof text - 1, piece, 3);
}

/* Every type of msgpack as the value of a map of one key, and one map of all of them. */
static void test_every_type(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
    } values[] = {
        {"\x05", 1},
        {"\xe1", 1},
        {"\xc0", 1},
        {"\xc2", 1},
        {"\xc3", 1},
        {"\x80", 1},
        {"\x90", 1},
        {"\x92\x01\xa2hi", 5},
        {"\x81\xa1k\x91\xc0", 5},
        {"\xa0", 1},
        {"\xa3xyz", 4},
        {"\xc4\x02"
         "ab",
         4},
        {"\xc5\x00\x02"
         "ab",
         5},
        {"\xc6\x00\x00\x00\x00", 5},
        {"\xc7\x02\x01"
         "ab",
         5},
        {"\xc8\x00\x01\x05q", 5},
        {"\xc9\x00\x00\x00\x01\x05q", 7},
        {"\xca"
         "1234",
         5},
        {"\xcb"
         "12345678",
         9},
        {"\xcc\x80", 2},
        {"\xcd\x80\x80", 3},
        {"\xce"
         "1234",
         5},
        {"\xcf"
         "12345678",
         9},
        {"\xd0\x80", 2},
        {"\xd1\x80\x80", 3},
        {"\xd2"
         "1234",
         5},
        {"\xd3"
         "12345678",
         9},
        {"\xd4\x01"
         "a",
         3},
        {"\xd5\x01"
         "ab",
         4},
        {"\xd6\x01"
         "abcd",
         6},
        {"\xd7\x01"
         "abcdefgh",
         10},
        {"\xd8\x01"
         "abcdefghijklmnop",
         18},
        {"\xd9\x01"
         "a",
         3},
        {"\xda\x00\x01"
         "a",
         4},
        {"\xdb\x00\x00\x00\x01"
         "a",
         6},
        {"\xdc\x00\x02\x01\xc0", 5},
        {"\xdd\x00\x00\x00\x01\xa1q", 7},
        {"\xde\x00\x01\x01\x02", 5},
        {"\xdf\x00\x00\x00\x01\xa1q\x90", 8},
    };
    enum { COUNT = sizeof values / sizeof values[0] };
    uint8_t all[1024] = {0xde, 0, COUNT};
    size_t all_size = 3;
    (void)state;

    for (int i = 0; i < COUNT; i++) {
        uint8_t one[64] = {0x81, 0xa1, 'k'};
        memcpy(one + 3, values[i].bytes, values[i].size);
        memcpy(one + 3 + values[i].size, "\x81\x01\x02", 3); /* and another message */
        for (size_t piece = 1; piece < 12; piece++)
            cuts_into(true, one, 3 + values[i].size + 3, piece, 2);
        all[all_size++] = 7;
        memcpy(all + all_size, values[i].bytes, values[i].size);
        all_size += values[i].size;
    }
    for (size_t piece = 1; piece <= all_size; piece++)
        cuts_into(true, all, all_size, piece, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_every_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
