/* test_bytes.c - numbers and texts come back as written, and arbitrary bytes are read safely. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <string.h>

#include "base/bytes.h"

static void numbers_and_texts_round_trip(void **state)
{
    static const int64_t numbers[] = {0,    1,       -1,        63,        64,        -64,      -65,
                                      8191, 1 << 20, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    struct bytes bytes = {0};
    char text[8];
    (void)state;
    for (int i = 0; i < NUMBERS; i++)
        bytes_number(&bytes, numbers[i]);
    bytes_text(&bytes, "");
    bytes_text(&bytes, "seven77");
    assert_false(bytes.failed);
    struct bytes_reader reader = {bytes.at, bytes.at + bytes.size, false};
    for (int i = 0; i < NUMBERS; i++)
        assert_true(bytes_read_number(&reader, INT64_MIN, INT64_MAX) == numbers[i]);
    bytes_read_text(&reader, text, sizeof text);
    assert_string_equal(text, "");
    bytes_read_text(&reader, text, sizeof text);
    assert_string_equal(text, "seven77");
    assert_false(reader.failed);
    assert_true(reader.at == reader.end);
    bytes_fini(&bytes);
}

static int64_t number_in(const uint8_t *bytes, size_t size, int64_t least, int64_t most,
                         bool *failed)
{
    struct bytes_reader reader = {bytes, bytes + size, false};
    int64_t number = bytes_read_number(&reader, least, most);
    *failed = reader.failed;
    return number;
}

static void malformed_values_are_refused(void **state)
{
    static const uint8_t endless[12] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    static const uint8_t large[10] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 2};
    static const uint8_t padded[2] = {0x82, 0};
    static const uint8_t four = 8, text[4] = {3, 'a', 0, 'b'};
    bool failed;
    char word[8];
    (void)state;
    assert_int_equal(number_in(&four, 1, 0, 4, &failed), 4);
    assert_false(failed);
    (void)number_in(&four, 1, 5, 9, &failed);
    assert_true(failed);
    (void)number_in(&four, 1, 0, 3, &failed);
    assert_true(failed);
    (void)number_in(&four, 0, 0, 9, &failed);
    assert_true(failed);
    (void)number_in(endless, sizeof endless, INT64_MIN, INT64_MAX, &failed);
    assert_true(failed);
    (void)number_in(large, sizeof large, INT64_MIN, INT64_MAX, &failed);
    assert_true(failed);
    (void)number_in(padded, sizeof padded, INT64_MIN, INT64_MAX, &failed);
    assert_true(failed);
    for (size_t size = 0; size <= sizeof text; size++) {
        struct bytes_reader reader = {text, text + size, false};
        bytes_read_text(&reader, word, sizeof word); /* cut short, or with a NUL inside */
        assert_true(reader.failed);
        assert_string_equal(word, "");
        assert_int_equal(bytes_read_number(&reader, 1, 9), 0); /* the reader stays failed */
    }
}

static void a_count_cannot_exceed_the_remaining_bytes(void **state)
{
    struct bytes bytes = {0};
    (void)state;
    bytes_number(&bytes, 3);
    bytes_raw(&bytes, "abcdef", 6);
    for (size_t row = 1; row <= 3; row++) {
        struct bytes_reader reader = {bytes.at, bytes.at + bytes.size, false};
        assert_int_equal(bytes_read_count(&reader, row, 100), row <= 2 ? 3 : 0);
        assert_int_equal(reader.failed, row > 2);
    }
    bytes_fini(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_texts_round_trip),
        cmocka_unit_test(malformed_values_are_refused),
        cmocka_unit_test(a_count_cannot_exceed_the_remaining_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
