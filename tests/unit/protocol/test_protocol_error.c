/* test_protocol_error.c - the texts of this layer's errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "protocol.h"

static void each_error_has_a_text_of_its_own(void **state)
{
    (void)state;
    assert_string_equal(protocol_error_text(PROTOCOL_OK), "ok");
    assert_string_equal(protocol_error_text(7), "ok"); /* as of a size */
    for (int error = 1; error <= PROTOCOL_ERROR_COUNT; error++) {
        assert_string_not_equal(protocol_error_text(-error), "ok");
        for (int other = 1; other < error; other++)
            assert_string_not_equal(protocol_error_text(-error), protocol_error_text(-other));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_error_has_a_text_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
