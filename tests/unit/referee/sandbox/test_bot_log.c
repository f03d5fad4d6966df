/* test_bot_log.c - logs of bots: one file for each name, cut at their size. */
#include "sandbox/bot_log.h"
#include "sandbox/sandbox.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
    char directory[64], file[96];
    struct bot_log *logs;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    snprintf(fixture->directory, sizeof fixture->directory, "/tmp/avondale-log-XXXXXX");
    assert_non_null(mkdtemp(fixture->directory));
    snprintf(fixture->file, sizeof fixture->file, "%s/a.0.log", fixture->directory);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    bot_log_close_all(&fixture->logs);
    assert_null(fixture->logs);
    unlink(fixture->file);
    rmdir(fixture->directory);
    free(fixture);
    return 0;
}

static long file_bytes(const struct fixture *fixture)
{
    struct stat info;
    return stat(fixture->file, &info) ? -1 : (long)info.st_size;
}

static void log_is_emptied_once_and_shared(void **state)
{
    struct fixture *fixture = *state;
    FILE *old = fopen(fixture->file, "w");

    assert_non_null(old);
    fputs("from another day", old);
    fclose(old);
    struct bot_log *log = bot_log_open(&fixture->logs, fixture->directory, "a.0");
    assert_non_null(log);
    assert_int_equal(file_bytes(fixture), 0);
    bot_log_write(log, "one\n", 4);
    assert_ptr_equal(bot_log_open(&fixture->logs, fixture->directory, "a.0"), log);
    bot_log_write(log, "two\n", 4);
    assert_int_equal(file_bytes(fixture), 8);
}

static void log_ends_at_its_size(void **state)
{
    struct fixture *fixture = *state;
    struct bot_log *log = bot_log_open(&fixture->logs, fixture->directory, "a.0");
    static char block[100000];
    char last[64] = "";

    memset(block, 'x', sizeof block);
    for (int i = 0; i < 10; i++)
        bot_log_write(log, block, sizeof block);
    assert_int_equal(file_bytes(fixture), 10 * sizeof block);
    for (int i = 0; i < 10; i++)
        bot_log_write(log, block, sizeof block);
    assert_int_equal(file_bytes(fixture), SANDBOX_LOG_BYTES);
    FILE *file = fopen(fixture->file, "r");
    assert_non_null(file);
    fseek(file, -28, SEEK_END);
    assert_non_null(fgets(last, sizeof last, file));
    fclose(file);
    assert_string_equal(last, "[cut here: the log is full]\n");
}

static void log_that_cannot_be_made_is_an_error(void **state)
{
    struct fixture *fixture = *state;
    assert_null(bot_log_open(&fixture->logs, "/nonexistent/directory", "a.0"));
    assert_null(fixture->logs);
    assert_int_equal(symlink("/dev/null", fixture->file), 0);
    assert_null(bot_log_open(&fixture->logs, fixture->directory, "a.0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(log_is_emptied_once_and_shared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(log_ends_at_its_size, set_up, tear_down),
        cmocka_unit_test_setup_teardown(log_that_cannot_be_made_is_an_error, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
