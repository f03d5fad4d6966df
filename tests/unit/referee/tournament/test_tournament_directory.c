/* The directory of a tournament: foreign files are found, and a text is complete or unchanged. */
#include "tournament/tournament_directory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void foreign_files_are_found(void **state)
{
    char directory[] = "/tmp/directory.XXXXXX", path[TOURNAMENT_DIRECTORY_PATH];
    char input[TOURNAMENT_DIRECTORY_PATH], page[TOURNAMENT_DIRECTORY_PATH];
    (void)state;

    assert_non_null(mkdtemp(directory));
    tournament_directory_path(directory, "tournament.ini", input);
    tournament_directory_path(directory, "index.html", page);
    assert_false(tournament_directory_taken(directory, "/dev/null", path));

    assert_int_equal(tournament_directory_write(input, "one"), 0);
    assert_false(tournament_directory_taken(directory, input, path));
    assert_true(tournament_directory_taken(directory, "/dev/null", path));
    assert_string_equal(path, input);

    assert_int_equal(symlink("nowhere", page), 0); /* a link to nothing counts, too */
    assert_true(tournament_directory_taken(directory, input, path));
    assert_string_equal(path, page);
    assert_int_equal(unlink(page), 0);
    assert_int_equal(unlink(input), 0);
    assert_int_equal(rmdir(directory), 0);
}

static void a_text_is_whole_or_as_before(void **state)
{
    char directory[] = "/tmp/directory.XXXXXX", path[TOURNAMENT_DIRECTORY_PATH];
    char blocked[TOURNAMENT_DIRECTORY_PATH + 8];
    (void)state;

    assert_non_null(mkdtemp(directory));
    tournament_directory_path(directory, "times.json", path);
    assert_null(tournament_directory_read(path));
    assert_int_equal(tournament_directory_write(path, ""), 0);
    char *text = tournament_directory_read(path);
    assert_string_equal(text, "");
    free(text);
    assert_int_equal(tournament_directory_replace(path, "a longer text\n"), 0);
    assert_int_equal(tournament_directory_replace(path, "short\n"), 0);

    snprintf(blocked, sizeof blocked, "%s.new", path);
    assert_int_equal(mkdir(blocked, 0700), 0);
    assert_int_equal(tournament_directory_replace(path, "never\n"), -1);
    assert_int_equal(rmdir(blocked), 0);
    text = tournament_directory_read(path);
    assert_string_equal(text, "short\n");
    free(text);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(directory), 0);
}

static void a_copy_is_kept_and_compared(void **state)
{
    char directory[] = "/tmp/directory.XXXXXX", input[] = "/tmp/input.XXXXXX";
    char path[TOURNAMENT_DIRECTORY_PATH];
    const char *failed;
    (void)state;

    assert_non_null(mkdtemp(directory));
    close(mkstemp(input));
    tournament_directory_path(directory, "tournament.ini", path);
    assert_int_equal(tournament_directory_write(input, "one\n"), 0);
    assert_int_equal(tournament_directory_keep_copy(directory, input, true, &failed), 1);
    assert_int_equal(tournament_directory_keep_copy(directory, input, false, &failed), 0);
    assert_int_equal(tournament_directory_keep_copy(directory, input, true, &failed), 0);
    assert_int_equal(tournament_directory_keep_copy(directory, path, false, &failed), 0);
    assert_int_equal(tournament_directory_write(input, "two\n"), 0);
    assert_int_equal(tournament_directory_keep_copy(directory, input, true, &failed), 1);
    char *text = tournament_directory_read(path);
    assert_string_equal(text, "one\n"); /* a comparison changes nothing */
    free(text);
    assert_int_equal(unlink(input), 0);
    assert_int_equal(tournament_directory_keep_copy(directory, input, false, &failed), -1);
    assert_string_equal(failed, input);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(directory), 0);
}

static void times_add_up(void **state)
{
    char path[] = "/tmp/times.XXXXXX";
    static struct think_times one[2], sum[2];
    (void)state;

    close(mkstemp(path));
    for (int i = 0; i < 5; i++)
        entry_stats_think_add(&one[1], 1000);
    assert_int_equal(tournament_directory_keep_times(path, one, 2), 0);
    tournament_directory_add_times(path, sum, 2);
    tournament_directory_add_times(path, sum, 2);
    tournament_directory_add_times("/nowhere/times.json", sum, 2);
    assert_int_equal(sum[0].count, 0);
    assert_int_equal(sum[1].count, 10);
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_files_are_found),
        cmocka_unit_test(a_text_is_whole_or_as_before),
        cmocka_unit_test(a_copy_is_kept_and_compared),
        cmocka_unit_test(times_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
