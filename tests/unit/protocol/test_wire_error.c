/* test_wire_error.c - codes and texts of the errors that the arena sends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "protocol.h"

#include <string.h>

static void codes_and_texts_belong_together(void **state)
{
    (void)state;
    for (int error = WIRE_ERROR_NONE + 1; error < WIRE_ERROR_COUNT; error++) {
        assert_true(wire_error_text((enum wire_error)error)[0] != 0);
        for (int other = WIRE_ERROR_NONE + 1; other < error; other++)
            assert_string_not_equal(wire_error_code((enum wire_error)error),
                                    wire_error_code((enum wire_error)other));
    }
    assert_string_equal(wire_error_code(WIRE_ERROR_SAY), "say");
    assert_string_equal(wire_error_text(WIRE_ERROR_SAY),
                        "not one of the phrases, or not 1 to 200 bytes without control characters");
}

static void an_error_message_has_one_code(void **state)
{
    static struct message message;
    (void)state;
    for (int error = WIRE_ERROR_NONE + 1; error < WIRE_ERROR_COUNT; error++) {
        const char *code = wire_error_code((enum wire_error)error);
        message_init(&message, MESSAGE_ERROR);
        message_set_string(&message, ERROR_CODE, code, strlen(code));
        for (int other = WIRE_ERROR_NONE + 1; other < WIRE_ERROR_COUNT; other++)
            assert_int_equal(wire_error_is(&message, (enum wire_error)other), other == error);
    }
    message_set_string(&message, ERROR_CODE, "of-a-later-version", 18);
    for (int other = WIRE_ERROR_NONE + 1; other < WIRE_ERROR_COUNT; other++)
        assert_false(wire_error_is(&message, (enum wire_error)other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_and_texts_belong_together),
        cmocka_unit_test(an_error_message_has_one_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
