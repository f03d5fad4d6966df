/* test_child.c - which program a command starts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "arena/child.h"

static void a_program_is_found_by_its_path(void **state)
{
    struct sandbox_config config = {.mode = SANDBOX_NONE};
    char word[256];
    (void)state;
    assert_int_equal(child_find_program("/bin/sh -c true", &config, word), 0);
    assert_string_equal(word, "/bin/sh");
    assert_int_equal(child_find_program("sh -c true", &config, word), 0);
    assert_int_equal(child_find_program("/nonexistent/bot --fast", &config, word), ENOENT);
    assert_string_equal(word, "/nonexistent/bot");
    assert_int_not_equal(child_find_program("/etc/passwd", &config, word), 0);
    assert_int_equal(child_find_program("/nonexistent/bot | tee log", &config, word),
                     0); /* a shell's */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_is_found_by_its_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
