/* test_logs.c - the requests of `logs`, and its output of the answers. */
#include "command_run.h"

#include "http_stub.h"

#define HEX "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static char file[40];

static int logs(const char *words, const char *answer, char **received)
{
    const char *const answers[] = {answer, NULL};
    struct http_stub stub;
    char line[500];

    http_stub_start(&stub, answers, NULL);
    snprintf(line, sizeof line, "logs %s --server %s --token-file %s", words, stub.url, file);
    int status = command_run(logs_main, line);
    *received = http_stub_stop(&stub);
    return status;
}

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(logs_main, "logs", "the name of a bot");
    command_refused(logs_main, "logs .x --server http://h", ".x");
    command_refused(logs_main, "logs x a/b --server http://h", "a/b");
    command_refused(logs_main, "logs x", "--server");
    command_refused(logs_main, "logs x --server http://h --token-file /nowhere/x", "/nowhere/x");
}

static void a_log_is_shown_line_by_line(void **state)
{
    char *received;
    (void)state;

    assert_int_equal(logs("ann g-1",
                          "HTTP/1.1 200 OK\r\n\r\n{\"decisions\":7,\"think_msec\":12,"
                          "\"longest_msec\":5,\"faults\":1,\"wire\":\"1.0 > act\\n2.0 < "
                          "\\u001b[2Jturn\\n\",\"errors\":\"Traceback\\n\"}",
                          &received),
                     0);
    assert_memory_equal(received, "GET /api/v1/bots/ann/games/g-1/log HTTP/1.1\r\n", 45);
    assert_non_null(strstr(received, "Authorization: Bearer " HEX));
    assert_non_null(strstr(command_out, "7 decisions, 12 ms of thinking, 5 ms the longest, 1 f"));
    assert_non_null(strstr(command_out, "1.0 > act\n2.0 < ?[2Jturn\n"));
    assert_non_null(strstr(command_out, "standard error:\nTraceback\n"));
    free(received);
}

static void games_are_listed(void **state)
{
    char *received;
    (void)state;

    assert_int_equal(logs("ann",
                          "HTTP/1.1 200 OK\r\n\r\n{\"games\":[{\"game\":\"g-1\",\"wall_msec\":0,"
                          "\"decisions\":7}]}",
                          &received),
                     0);
    assert_memory_equal(received, "GET /api/v1/bots/ann/games HTTP/1.1\r\n", 37);
    assert_non_null(strstr(command_out, "g-1  1970-01-01 00:00:00Z  7 decisions"));
    free(received);
    assert_int_equal(logs("ann", "HTTP/1.1 200 OK\r\n\r\n{\"games\":[]}", &received), 0);
    assert_string_equal(command_out, "no game has a log\n");
    free(received);
    assert_int_equal(
        logs("ann", "HTTP/1.1 404 Not Found\r\n\r\n{\"error\":\"not yours\"}", &received), 1);
    assert_non_null(strstr(command_err, "not yours (404)"));
    free(received);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_named),
        cmocka_unit_test(a_log_is_shown_line_by_line),
        cmocka_unit_test(games_are_listed),
    };
    setenv("no_proxy", "*", 1);
    strcpy(file, "/tmp/avondale-logs-XXXXXX");
    int fd = mkstemp(file);
    if (fd < 0 || write(fd, HEX "\n", 65) != 65)
        return 1;
    close(fd);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(file);
    return failed;
}
