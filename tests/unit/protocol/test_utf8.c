/* test_utf8.c - valid UTF-8, and sequences that resemble it (RFC 3629). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "codec.h"

#include <string.h>

static bool valid(const char *text)
{
    return utf8_valid(text, strlen(text));
}

static void characters_of_every_length(void **state)
{
    (void)state;
    assert_true(valid("") && valid("a\x7f") && valid("\xc2\x80\xdf\xbf"));
    assert_true(valid("\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"));
    assert_true(valid("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"));
}

static void malformed_sequences_are_refused(void **state)
{
    static const char *const bad[] = {"\x80",             /* no lead byte */
                                      "\xc0\x80",         /* a NUL in two bytes */
                                      "\xc1\xbf",         /* an overlong form */
                                      "\xe0\x9f\xbf",     /* the same in three bytes */
                                      "\xf0\x8f\xbf\xbf", /* and in four */
                                      "\xed\xa0\x80",     /* half a pair */
                                      "\xf4\x90\x80\x80", /* beyond the last character */
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "\xc3", /* truncated */
                                      "\xe2\x99",
                                      "\xf0\x9f\x82",
                                      "\xc3(", /* the next byte is no continuation */
                                      "\xe2\x99(",
                                      "\xf0\x9f\x82("};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[8] = "a";
        if (valid(bad[i]) || valid(strcat(text, bad[i])))
            fail_msg("taken: %zu", i);
    }
    assert_false(utf8_valid("a\0b", 3));
    assert_false(utf8_valid("\xe2\x99\xa0", 2)); /* no byte beyond its size is read */
}

static size_t encode(uint32_t character, char text[4])
{
    size_t more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    static const uint8_t lead[] = {0, 0xc0, 0xe0, 0xf0};

    for (size_t i = more; i > 0; i--, character >>= 6)
        text[i] = (char)(0x80 | (character & 0x3f));
    text[0] = (char)(lead[more] | character);
    return more + 1;
}

/* Each character is read as itself; surrogates and values beyond U+10FFFF are refused. */
static void every_character_is_accepted(void **state)
{
    (void)state;
    for (uint32_t character = 0; character < 0x120000; character++) {
        char text[4];
        uint32_t read;
        size_t size = encode(character, text), used = utf8_read(text, size, &read);
        bool good = character < 0x110000 && (character < 0xd800 || character > 0xdfff);
        assert_int_equal(used, good ? size : 0);
        if (good)
            assert_int_equal(read, character);
        assert_int_equal(utf8_valid(text, size), good && character != 0);
        if (size > 1)
            assert_int_equal(utf8_read(text, size - 1, &read), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_of_every_length),
        cmocka_unit_test(malformed_sequences_are_refused),
        cmocka_unit_test(every_character_is_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
