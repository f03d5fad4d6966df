/* test_hex.c - bytes as hexadecimal digits, and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>
#include <jansson.h>
#include "protocol.h"

static void test_hex(void **state)
{
    uint8_t bytes[3] = {0xee, 0xee, 0xee};
    char text[7];

    (void)state;
    assert_int_equal(hex_decode("", 0, bytes, 2), 0);
    assert_int_equal(hex_decode("0aFf", 4, bytes, 2), 2);
    assert_int_equal(bytes[0], 0x0a);
    assert_int_equal(bytes[1], 0xff);
    assert_int_equal(bytes[2], 0xee);
    assert_int_equal(hex_decode("0aff00", 6, bytes, 2), PROTOCOL_ERROR_SYNTAX);
    assert_int_equal(hex_decode("0af", 3, bytes, 2), PROTOCOL_ERROR_SYNTAX);
    assert_int_equal(hex_decode("0g", 2, bytes, 2), PROTOCOL_ERROR_SYNTAX);
    assert_int_equal(hex_decode(" 1", 2, bytes, 2), PROTOCOL_ERROR_SYNTAX);
    assert_int_equal(hex_decode("\0001", 2, bytes, 2), PROTOCOL_ERROR_SYNTAX);
    hex_encode((const uint8_t[]){0x00, 0x9f, 0xf0}, 3, text);
    assert_string_equal(text, "009ff0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
