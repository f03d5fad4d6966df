/* test_wire_page.c - messages as lines: shown, hidden and truncated parts. */
#include "base/wire_page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct message message;
static char text[FRAME_BYTES_MAX];

/* Returns the bytes read; the text ends with a NUL. */
static size_t read_one(bool from_bot, const char *bytes, size_t *length)
{
    enum encoding encoding = ENCODING_TEXT;
    size_t step = wire_page_read(&message, &encoding, from_bot, bytes, strlen(bytes), text, length);
    text[*length] = '\0';
    return step;
}

static void messages_are_shown_one_by_one(void **state)
{
    size_t length;
    (void)state;

    assert_int_equal(read_one(true, "act n=7 a=pass\nquit\n", &length), 15);
    assert_string_equal(text, "act n=7 a=pass");
    assert_int_equal(read_one(true, "quit\n", &length), 5);
    assert_string_equal(text, "quit");
}

static void secrets_are_not_shown(void **state)
{
    size_t length;
    (void)state;

    read_one(true, "hello v=1 name=ann token=abcdef\n", &length);
    assert_int_equal(length, 0);
}

static void malformed_bytes_are_shown_as_such(void **state)
{
    size_t length;
    (void)state;

    read_one(true, "\x1b[2J nonsense\n", &length);
    assert_true(length > 0);
    assert_null(strchr(text, '\x1b'));
}

static void a_page_is_cut_once(void **state)
{
    struct wire_page page = {.max = 100};
    (void)state;

    for (int i = 0; i < 50; i++)
        assert_int_equal(wire_page_add(&page, 1500000, '>', "0123456789", 10), 0);
    assert_true(page.size <= page.max && page.full);
    assert_memory_equal(page.text, "     1.500 > 0123456789\n", 24);
    char *copy = strndup(page.text, page.size);
    char *cut = strstr(copy, "[cut here");
    assert_non_null(cut);
    assert_null(strstr(cut + 1, "[cut here"));
    free(copy);
    wire_page_fini(&page);
    assert_null(page.text);
    assert_int_equal(page.max, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_shown_one_by_one),
        cmocka_unit_test(secrets_are_not_shown),
        cmocka_unit_test(malformed_bytes_are_shown_as_such),
        cmocka_unit_test(a_page_is_cut_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
