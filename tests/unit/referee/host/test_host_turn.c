/* test_host_turn.c - the part of standard error that a turn keeps. hosting.sh tests whole turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "host/host_turn.h"

#include <stdlib.h>
#include <string.h>

static struct host_turn_report *fresh(void)
{
    struct host_turn_report *report = host_turn_reports(1);
    assert_non_null(report);
    return report;
}

static void short_output_is_kept_whole(void **state)
{
    struct host_turn_report *report = fresh();
    (void)state;
    assert_null(host_turn_errors(report));
    host_turn_add_errors(report, "one\n", 4);
    host_turn_add_errors(report, "t\0o\n", 4);
    char *text = host_turn_errors(report);
    assert_string_equal(text, "one\nt?o\n");
    free(text);
}

/* The first and the last bytes, whatever the sizes in which they arrive. */
static void long_output_loses_its_middle(void **state)
{
    (void)state;
    for (size_t all = 2 * HOST_TURN_ERRORS - 1; all < 2 * HOST_TURN_ERRORS + 70000; all += 9973) {
        struct host_turn_report *report = fresh();
        char *said = malloc(all);
        assert_non_null(said);
        for (size_t i = 0; i < all; i++)
            said[i] = (char)('a' + i % 23);
        for (size_t at = 0; at < all;) {
            size_t size = all - at < 1777 ? all - at : 1777;
            host_turn_add_errors(report, said + at, size);
            at += size;
        }
        char *text = host_turn_errors(report);
        assert_non_null(text);
        size_t size = strlen(text);
        assert_memory_equal(text, said, HOST_TURN_ERRORS);
        size_t end =
            all - HOST_TURN_ERRORS < HOST_TURN_ERRORS ? all - HOST_TURN_ERRORS : HOST_TURN_ERRORS;
        assert_memory_equal(text + size - end, said + all - end, end);
        assert_int_equal(strstr(text, "bytes are left out here]") != NULL,
                         all > 2 * HOST_TURN_ERRORS);
        assert_true(size < 2 * HOST_TURN_ERRORS + 100);
        free(text);
        free(said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_output_is_kept_whole),
        cmocka_unit_test(long_output_loses_its_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
