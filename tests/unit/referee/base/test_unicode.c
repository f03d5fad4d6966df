/* test_unicode.c - UTF-8, and which characters are printable. */
#include "base/unicode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static int write_character(uint32_t point, char out[4])
{
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    int bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;

    for (int i = bytes - 1; i > 0; i--, point >>= 6)
        out[i] = (char)(0x80 | (point & 0x3f));
    out[0] = (char)(bytes == 1 ? point : lead[bytes] | point);
    return bytes;
}

/* Every character, whole, truncated, and with a wrong byte. */
static void every_character_is_read(void **state)
{
    uint32_t read;
    char text[4];
    (void)state;

    for (uint32_t point = 0; point <= 0x110000; point++) {
        bool valid = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
        int bytes = write_character(point, text);
        assert_int_equal(unicode_read(text, (size_t)bytes, &read), valid ? bytes : 0);
        if (valid)
            assert_int_equal(read, point);
        assert_int_equal(unicode_read(text, (size_t)bytes - 1, &read), 0);
        text[bytes - 1] = 'x';
        if (bytes > 1)
            assert_int_equal(unicode_read(text, (size_t)bytes, &read), 0);
    }
    assert_int_equal(unicode_read("\xc0\x80", 2, &read), 0); /* an overlong form */
    assert_int_equal(unicode_read("\xe0\x80\x80", 3, &read), 0);
    assert_int_equal(unicode_read("\x80", 1, &read), 0);
    assert_int_equal(unicode_read("\xff", 1, &read), 0);
}

static void invisible_characters_are_known(void **state)
{
    static const uint32_t hidden[] = {
        0,       '\n',    0x1b,    0x7f,    0x85,     0x9f,    0xad,   0x34f,   0x61c,
        0x200b,  0x200d,  0x200f,  0x2028,  0x202e,   0x2060,  0x2064, 0x2066,  0x206f,
        0x3164,  0xfe00,  0xfe0f,  0xfeff,  0xfff9,   0xffff,  0xfdd0, 0xe0001, 0xe0020,
        0xe007f, 0xe0100, 0xe01ef, 0x1fffe, 0x10ffff, 0x110000};
    static const uint32_t shown[] = {' ',    'a',    '~',    0xa0,   0xac,    0xae,        0x200a,
                                     0x2010, 0x2027, 0x202f, 0x205f, 0x2070,  0x2665,      0xfe10,
                                     0xfefe, 0xff00, 0xfffc, 0xfffd, 0x1f0a1, 0xdffff - 2, 0xe1000};
    (void)state;

    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        assert_false(unicode_is_shown(hidden[i]));
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        assert_true(unicode_is_shown(shown[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_is_read),
        cmocka_unit_test(invisible_characters_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
