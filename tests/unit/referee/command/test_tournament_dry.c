/* test_tournament_dry.c - `tournament --dry-run` with remote bots only: it prints the numbers,
 * and writes no file. dry_run.sh has bots. */
#include "command_run.h"

#include <sys/stat.h>

static char folder[40], file[60];

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/avondale-dry-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/cup.ini", folder);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fprintf(out,
            "[tournament]\nname = cup\noutput = %s/out\nformat = round-robin\nrepeats = 3\n"
            "[entry a]\ncommand = tcp://127.0.0.1:1\n[entry b]\ncommand = tcp://127.0.0.1:1\n"
            "[entry c]\ncommand = tcp://127.0.0.1:1\n",
            folder);
    assert_int_equal(fclose(out), 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    assert_int_equal(unlink(file), 0);
    return rmdir(folder); /* nothing else is in it */
}

static void a_dry_run_prints_numbers_without_a_game(void **state)
{
    char line[200];
    (void)state;

    snprintf(line, sizeof line, "tournament --dry-run %s", file);
    assert_int_equal(command_run(tournament_main, line), 0);
    assert_non_null(strstr(command_out, "cup: round-robin, 3 entries"));
    assert_non_null(strstr(command_out, "3 meetings"));
    assert_non_null(strstr(command_out, "9 blocks of "));
    assert_null(strstr(command_out, "were tried"));
    snprintf(line, sizeof line, "tournament --dry-run --json %s", file);
    assert_int_equal(command_run(tournament_main, line), 0);
    assert_non_null(strstr(command_out, "\"blocks\": 9"));
    assert_non_null(strstr(command_out, "\"seconds\": null"));
}

static void a_dry_run_refuses_resume(void **state)
{
    char line[200];
    (void)state;
    snprintf(line, sizeof line, "tournament --dry-run --resume %s", file);
    command_refused(tournament_main, line, "--resume");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_dry_run_prints_numbers_without_a_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_dry_run_refuses_resume, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
