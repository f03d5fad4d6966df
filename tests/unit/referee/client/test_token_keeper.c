/* test_token_keeper.c - the file of a token: its path, its permissions, and its content. */
#include "client/token_keeper.h"
#include "token_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/avondale-keeper-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return 0;
}

static int tear_down(void **state)
{
    char command[100];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* A client library and a bridge of one user share the token of a name. */
static void the_file_is_that_of_the_sample_bots(void **state)
{
    const char *const addresses[] = {"h:1", "a.b-c:5500", "[::1]:5500", "../../x:1", "a/b:2"};
    char ours[200], theirs[200];
    (void)state;

    setenv("XDG_CONFIG_HOME", "/c", 1);
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        assert_int_equal(token_keeper_path(ours, sizeof ours, addresses[i], "Ann"), 0);
        assert_int_equal(token_file_path(theirs, sizeof theirs, addresses[i], "Ann"), 0);
        assert_string_equal(ours, theirs);
    }
    unsetenv("XDG_CONFIG_HOME");
    setenv("HOME", "/h", 1);
    assert_int_equal(token_keeper_path(ours, sizeof ours, "h:1", "a"), 0);
    assert_string_equal(ours, "/h/.config/avondale/tokens/h_1/a");
    assert_int_equal(token_keeper_path(ours, strlen(ours), "h:1", "a"), -1);
    unsetenv("HOME");
    assert_int_equal(token_keeper_path(ours, sizeof ours, "h:1", "a"), -1);
}

static void a_token_is_kept_for_its_user(void **state)
{
    char path[120], token[TOKEN_KEEPER_BYTES], wanted[TOKEN_KEEPER_BYTES];
    struct stat info;
    (void)state;

    snprintf(path, sizeof path, "%s/deep/er/ann", folder);
    memset(wanted, 'a', sizeof wanted - 1);
    wanted[sizeof wanted - 1] = '\0';
    assert_int_equal(token_keeper_check(path), 0);
    assert_int_equal(stat(path, &info), -1); /* nothing is there yet */
    assert_int_equal(token_keeper_read(path, token), 0);
    assert_string_equal(token, "");
    umask(0);
    assert_int_equal(token_keeper_write(path, "5a5a"), 0);
    assert_int_equal(token_keeper_write(path, wanted), 0);
    assert_int_equal(token_keeper_read(path, token), 0);
    assert_string_equal(token, wanted);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    snprintf(path, sizeof path, "%s/deep/er", folder);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    assert_int_equal(info.st_nlink, 2);
}

static void malformed_tokens_are_refused(void **state)
{
    const char *const wrong[] = {"not hex\n", "ag\n", "\x1b[2J\n"};
    char path[100], token[TOKEN_KEEPER_BYTES], line[200];
    (void)state;

    snprintf(path, sizeof path, "%s/ann", folder);
    for (size_t i = 0; i <= 3; i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        memset(line, 'a', sizeof line - 1);
        line[sizeof line - 1] = '\0';
        fputs(i < 3 ? wrong[i] : line, file);
        fclose(file);
        errno = 0;
        assert_int_equal(token_keeper_read(path, token), -1);
        assert_int_equal(errno, EINVAL);
        assert_string_equal(token, "");
    }
}

static void an_unwritable_path_is_found_early(void **state)
{
    (void)state;
    assert_int_equal(token_keeper_check("/proc/version/ann"), -1);
    assert_int_equal(token_keeper_check("build/none-such/ann"), 0);
    assert_int_equal(token_keeper_check("none-such"), 0);
    assert_int_equal(token_keeper_write("/proc/none/ann", "aa"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_is_that_of_the_sample_bots),
        cmocka_unit_test_setup_teardown(a_token_is_kept_for_its_user, set_up, tear_down),
        cmocka_unit_test_setup_teardown(malformed_tokens_are_refused, set_up, tear_down),
        cmocka_unit_test(an_unwritable_path_is_found_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
