/* test_progress.c - the progress of a long run, on standard error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/progress.h"

/* A line when it is due, and none before; unknown values are left out. */
static void a_line_is_printed_when_it_is_due(void **state)
{
    char line[400] = "";
    struct progress progress;
    FILE *out = tmpfile();
    int was = dup(2);
    (void)state;
    fflush(stderr);
    dup2(fileno(out), 2);
    progress_init(&progress, "match", 10, 400, 60);
    progress_show(&progress, 11, "too early");
    progress.started -= 10 * 1000000;
    progress.shown -= 61 * 1000000;
    progress_show(&progress, 110, "Elo 5");
    progress_show(&progress, 111, "too early again");
    progress_end(&progress);
    fflush(stderr);
    dup2(was, 2);
    close(was);
    assert_int_equal(progress.width, 0); /* a file is no terminal */
    rewind(out);
    assert_non_null(fgets(line, sizeof line, out));
    assert_memory_equal(line, "match: 110 games of 400, ", 25);
    assert_non_null(strstr(line, " a second, 0:"));
    assert_non_null(strstr(line, " left; Elo 5\n"));
    assert_null(fgets(line, sizeof line, out));
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_printed_when_it_is_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
