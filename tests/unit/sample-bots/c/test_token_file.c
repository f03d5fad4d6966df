/* test_token_file.c - where a bot keeps the token of its name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "token_file.h"

static void test_a_file_for_each_address_and_name(void **state)
{
    char path[200];
    (void)state;
    setenv("XDG_CONFIG_HOME", "/c", 1);
    assert_int_equal(token_file_path(path, sizeof path, "a.b:5500,c:1", "Ann"), 0);
    assert_string_equal(path, "/c/avondale/tokens/a.b_5500/ann");
    assert_int_equal(token_file_path(path, sizeof path, "../x:1", "a"), 0);
    assert_string_equal(path, "/c/avondale/tokens/.._x_1/a");
    setenv("XDG_CONFIG_HOME", "", 1);
    setenv("HOME", "/h", 1);
    assert_int_equal(token_file_path(path, sizeof path, "h:1", "a"), 0);
    assert_string_equal(path, "/h/.config/avondale/tokens/h_1/a");
    assert_int_equal(token_file_path(path, strlen(path) + 1, "h:1", "a"), 0);
    assert_int_equal(token_file_path(path, strlen(path), "h:1", "a"), -1);
}

static void test_a_token_is_written_and_read(void **state)
{
    char folder[] = "/tmp/avondale-test-XXXXXX", path[100], under[120], token[TOKEN_FILE_BYTES];
    char wanted[TOKEN_FILE_BYTES];
    struct stat info;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/new/deep/ann", folder);
    memset(wanted, 'a', sizeof wanted - 1);
    wanted[sizeof wanted - 1] = '\0';
    assert_int_equal(token_file_read(path, token), 0);
    assert_string_equal(token, "");
    assert_int_equal(token_file_write(path, "5a5a"), 0);
    assert_int_equal(token_file_write(path, wanted), 0); /* replaces the other */
    assert_int_equal(token_file_read(path, token), 0);
    assert_string_equal(token, wanted);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    snprintf(under, sizeof under, "%s/no", path);
    assert_int_equal(token_file_write(under, wanted), -1);
    assert_int_equal(token_file_read(under, token), -1);
    assert_string_equal(token, "");
    unlink(path);
    snprintf(path, sizeof path, "%s/new/deep", folder);
    assert_int_equal(rmdir(path), 0); /* no other file was left in it */
    snprintf(path, sizeof path, "%s/new", folder);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_file_for_each_address_and_name),
        cmocka_unit_test(test_a_token_is_written_and_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
