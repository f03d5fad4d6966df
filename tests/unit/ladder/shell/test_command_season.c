/* test_command_season.c - seasons from the shell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "shell_commands.h"

static void a_season_begins_ends_and_is_signed(void **state)
{
    char line[200];
    (void)state;
    play(5);
    snprintf(line, sizeof line, "key %s/key", temp.dir);
    assert_int_equal(run(false, line), 0);
    assert_int_equal(run(false, "season start spring --to 2100-01-01"), 0);
    assert_int_equal(run(false, "season start SPRING --to 2100-01-01"), 2); /* it exists already */
    assert_int_equal(run(false, "season list"), 0);
    assert_non_null(strstr(out, "spring"));
    snprintf(line, sizeof line, "season end spring --key %s/key", temp.dir);
    assert_int_equal(run(false, line), 0);
    assert_int_equal(run(false, "season verify spring"), 0);
    assert_non_null(strstr(out, "the log makes the same table"));
    assert_int_equal(run(false, "season show spring"), 0);
    assert_non_null(strstr(out, "\"format\":\"avondale-season/3\""));
    assert_int_not_equal(run(false, "season verify summer"), 0);
    assert_usage("season nothing", "nothing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_season_begins_ends_and_is_signed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
