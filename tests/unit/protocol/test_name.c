/* test_name.c - valid names of bots and versions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "protocol.h"

static bool valid(const char *text)
{
    return name_valid((struct slice){text, strlen(text)});
}

static void each_byte_is_allowed_or_not(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        char first = (char)byte, second[2] = {'a', (char)byte};
        bool word = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                    (byte >= 'a' && byte <= 'z') || byte == '_' || byte == '-';
        assert_int_equal(name_valid((struct slice){&first, 1}), word);
        assert_int_equal(name_valid((struct slice){second, 2}), word || byte == '.');
    }
}

static void a_name_has_1_to_32_bytes(void **state)
{
    char text[NAME_MAX_BYTES + 2];
    (void)state;

    assert_false(valid(""));
    memset(text, 'x', sizeof text);
    assert_true(name_valid((struct slice){text, 1}));
    assert_true(name_valid((struct slice){text, NAME_MAX_BYTES}));
    assert_false(name_valid((struct slice){text, NAME_MAX_BYTES + 1}));
}

static void a_dot_is_not_the_first_byte(void **state)
{
    (void)state;
    assert_true(valid("a.b"));
    assert_true(valid("1.0."));
    assert_false(valid(".a"));
    assert_false(valid(".."));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_byte_is_allowed_or_not),
        cmocka_unit_test(a_name_has_1_to_32_bytes),
        cmocka_unit_test(a_dot_is_not_the_first_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
