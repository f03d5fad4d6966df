/* test_tournament_keep.c - what is written while a tournament is played, at times that are given.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdlib.h>
#include <unistd.h>

#include "command/tournament_keep.h"
#include "tournament_done.h"

enum { SECOND = 1000000 };

static char path[TOURNAMENT_DIRECTORY_PATH];

/* Removes a file of the directory. Returns whether it was there. */
static bool took(const char *name)
{
    char file[TOURNAMENT_DIRECTORY_PATH];

    tournament_directory_path(tournament_done.file.output, name, file);
    return unlink(file) == 0;
}

static int set_up(void **state)
{
    (void)state;
    tournament_done_make();
    strcpy(tournament_done.file.output, "/tmp/avondale-keep-XXXXXX");
    return mkdtemp(tournament_done.file.output) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    int left = rmdir(tournament_done.file.output); /* nothing else is in it */
    tournament_done_free();
    return left;
}

static void times_are_written_each_five_seconds(void **state)
{
    struct tournament_keep keep = {0};
    (void)state;

    assert_int_equal(tournament_keep_tick(&keep, &tournament_done, 100 * SECOND, path), 0);
    assert_true(took("times.json"));
    assert_int_equal(tournament_keep_tick(&keep, &tournament_done, 104 * SECOND, path), 0);
    assert_false(took("times.json"));
    assert_int_equal(tournament_keep_tick(&keep, &tournament_done, 106 * SECOND, path), 0);
    assert_true(took("times.json"));
    assert_true(took("results.json"));
}

static void results_are_written_only_of_a_long_run(void **state)
{
    struct tournament_keep keep = {.times = 100 * SECOND};
    (void)state;

    assert_int_equal(tournament_keep_tick(&keep, &tournament_done, 100 * SECOND, path), 0);
    assert_int_equal(tournament_keep_tick(&keep, &tournament_done, 105 * SECOND - 1, path), 0);
    assert_false(took("results.json"));
    assert_int_equal(tournament_keep_tick(&keep, &tournament_done, 105 * SECOND, path), 0);
    assert_true(took("results.json"));
    assert_true(keep.results >= 105 * SECOND + TOURNAMENT_KEEP_USEC);
    assert_int_equal(tournament_keep_tick(&keep, &tournament_done, 105 * SECOND, path), 0);
    assert_false(took("results.json"));
    tournament_done.file.format.format = TOURNAMENT_INDIVIDUAL;
    assert_int_equal(tournament_keep_tick(&keep, &tournament_done, keep.results, path), 0);
    assert_false(took("results.json"));
    (void)took("times.json");
}

static void times_of_an_earlier_run_are_added(void **state)
{
    struct tournament_keep keep = {0};
    struct think_times *thinks = tournament_done.report.thinks;
    (void)state;

    entry_stats_think_add(&thinks[1], 3 * SECOND);
    assert_int_equal(tournament_keep_times(&keep, &tournament_done, 7 * SECOND, path), 0);
    assert_int_equal(keep.times, 7 * SECOND);
    memset(&thinks[1], 0, sizeof thinks[1]);
    tournament_keep_add_times(&tournament_done);
    assert_int_equal(thinks[1].count, 1);
    assert_true(took("times.json"));
}

static void a_directory_that_is_gone_is_named(void **state)
{
    struct tournament_keep keep = {0};
    char output[sizeof tournament_done.file.output];
    (void)state;

    strcpy(output, tournament_done.file.output);
    strcpy(tournament_done.file.output, "/nonexistent");
    assert_int_equal(tournament_keep_tick(&keep, &tournament_done, 100 * SECOND, path), -1);
    assert_string_equal(path, "/nonexistent/times.json");
    strcpy(tournament_done.file.output, output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(times_are_written_each_five_seconds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(results_are_written_only_of_a_long_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(times_of_an_earlier_run_are_added, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_directory_that_is_gone_is_named, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
