/* test_records_file.c - the file of a match's records: no record is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "match/records_file.h"

static char path[] = "/tmp/avondale-records-XXXXXX";

static void put(const char *text)
{
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void existing_files_are_not_overwritten(void **state)
{
    struct records_file file;
    (void)state;
    close(mkstemp(path));
    assert_int_equal(records_file_open(&file, path, false), 0); /* it is empty */
    assert_true(file.plain && !file.begun);
    assert_int_equal(records_file_close(&file), 0);
    put("my remark\n");
    assert_int_equal(records_file_open(&file, path, false), 2);
    assert_non_null(strstr(file.error, "--resume"));
    assert_int_equal(records_file_close(&file), 0);
    assert_int_equal(records_file_open(&file, path, true), 0);
    assert_true(file.begun);
    assert_int_equal(records_file_close(&file), 0);
    assert_int_equal(records_file_open(&file, "/nonexistent/records", false), 3);
    records_file_close(&file);
    assert_int_equal(records_file_open(&file, "/dev/null", true), 2);
    records_file_close(&file);
    unlink(path);
}

static void only_one_process_writes(void **state)
{
    struct records_file file;
    int status;
    (void)state;
    assert_int_equal(records_file_open(&file, path, false), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct records_file other;
        _exit(records_file_open(&other, path, true) == 2 &&
                      strstr(other.error, "another avondale writes to it")
                  ? 0
                  : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    records_file_close(&file);
    unlink(path);
}

static void a_foreign_line_is_refused(void **state)
{
    static struct runner_game games[SCHEDULE_GAMES_MAX];
    struct runner_entry entries[2] = {{.name = "ann"}, {.name = "bob"}};
    struct runner_config config = {.entries = entries, .entry_count = 2, .prefix = "m"};
    struct schedule_block block = {.game_count = 1};
    struct records_file file;
    struct ruleset_error error;
    (void)state;
    assert_int_equal(ruleset_preset(&config.rules, "wikipedia", 9, &error), 0);
    put("my remark\n");
    assert_int_equal(records_file_open(&file, path, true), 0);
    assert_int_equal(records_file_read(&file, &config, &block, NULL, games), RECORDS_FILE_ERROR);
    assert_non_null(strstr(file.error, "line 1"));
    records_file_close(&file);
    /* A line that begins like a record and has no end was interrupted: it is cut off. */
    put("{\"format\":\"avondale-record/1\",\"game\":\"m-0000");
    assert_int_equal(records_file_open(&file, path, true), 0);
    assert_int_equal(records_file_read(&file, &config, &block, NULL, games), RECORDS_FILE_END);
    assert_int_equal(records_file_go_on(&file, false), 0);
    records_file_close(&file);
    assert_int_equal(records_file_open(&file, path, false), 0);
    assert_false(file.begun);
    records_file_close(&file);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(existing_files_are_not_overwritten),
        cmocka_unit_test(only_one_process_writes),
        cmocka_unit_test(a_foreign_line_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
