/* test_submit.c - arguments that `submit` refuses before it asks a server. submit.sh tests the
 * upload. */
#include "command_run.h"

#include <sys/stat.h>

static void bad_input_is_named(void **state)
{
    char directory[] = "/tmp/avondale-test-XXXXXX", path[64], line[200];
    (void)state;

    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/avondale.ini", directory);
    command_refused(submit_main, "submit", "a directory, or a tar");
    command_refused(submit_main, "submit /nowhere/x --server http://h", "/nowhere/x");
    snprintf(line, sizeof line, "submit %s --server http://h", directory);
    command_refused(submit_main, line, "there is nothing in it");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("[bot]\nstart = ../bot\n", file);
    fclose(file);
    command_refused(submit_main, line, "start: expected a command");
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("[bot]\nstart = ./bot\n", file);
    fclose(file);
    command_refused(submit_main, line, "--name");
    snprintf(line, sizeof line, "submit %s --server http://h --name a", directory);
    command_refused(submit_main, line, "--version");
    snprintf(line, sizeof line, "submit %s --name a --version 1", directory);
    command_refused(submit_main, line, "--server");
    unlink(path);
    rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bad_input_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
