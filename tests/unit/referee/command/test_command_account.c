/* test_command_account.c - the requests of `account`, the files that it writes, and its output. */
#include "command_run.h"

#include "http_stub.h"

#include <sys/stat.h>

#define HEX "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define JSON(code, text) "HTTP/1.1 " code "\r\nConnection: close\r\n\r\n" text

static char folder[64], file[80];

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/avondale-account-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/owner", folder);
    setenv("XDG_CONFIG_HOME", folder, 1);
    return 0;
}

static int tear_down(void **state)
{
    char command[100];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static void put(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static const char *got(const char *path)
{
    static char text[200];
    FILE *in = fopen(path, "r");
    text[0] = '\0';
    if (in) {
        text[fread(text, 1, sizeof text - 1, in)] = '\0';
        fclose(in);
    }
    return text;
}

/* Runs `account` against a server with one answer. Returns its status; *received: the request. */
static int account(const char *words, const char *answer, char **received)
{
    const char *const answers[] = {answer, NULL};
    struct http_stub stub;
    char line[500];

    http_stub_start(&stub, answers, NULL);
    snprintf(line, sizeof line, "account %s --server %s", words, stub.url);
    int status = command_run(account_main, line);
    char *text = http_stub_stop(&stub);
    if (received)
        *received = text;
    else
        free(text);
    return status;
}

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(account_main, "account", "a command");
    command_refused(account_main, "account dance --server http://h", "dance");
    command_refused(account_main, "account show", "--server");
    command_refused(account_main, "account show --server h:1", "--server=h:1");
    command_refused(account_main, "account stop --server http://h", "stop");
    command_refused(account_main, "account stop .x --server http://h", "stop");
    command_refused(account_main, "account show x --server http://h", "show x");
    command_refused(account_main, "account show --server http://h", "account create");
    put(file, HEX "\n");
    char line[400];
    snprintf(line, sizeof line, "account take ann --server http://h --token-file %s", file);
    command_refused(account_main, line, "--bot-token");
    snprintf(line, sizeof line,
             "account take ann --server http://h --token-file %s --bot-token 5e5e", file);
    command_refused(account_main, line, "64 hexadecimal digits");
    assert_null(strstr(command_err, "5e5e"));
    snprintf(line, sizeof line,
             "account take ann --server http://h --token-file %s --bot-token-file %s/none", file,
             folder);
    command_refused(account_main, line, "/none");
    snprintf(line, sizeof line, "account create --server http://h --token-file %s", file);
    command_refused(account_main, line, "there is an owner already");
}

static void a_token_is_kept_and_not_shown(void **state)
{
    struct stat info;
    char *received, path[300], words[400];
    (void)state;

    assert_int_equal(account("create",
                             JSON("201 Created", "{\"owner\":\"own-1\",\"token\":\"" HEX "\"}"),
                             &received),
                     0);
    assert_memory_equal(received, "POST /api/v1/account HTTP/1.1\r\n", 31);
    assert_null(strstr(received, "Authorization"));
    assert_non_null(strstr(command_out, "own-1"));
    assert_null(strstr(command_out, HEX));
    char *at = strstr(command_out, folder);
    assert_non_null(at);
    snprintf(path, sizeof path, "%.*s", (int)strcspn(at, "\n"), at);
    assert_non_null(strstr(path, "/avondale/tokens/127.0.0.1_"));
    assert_string_equal(path + strlen(path) - 7, "/.owner");
    assert_string_equal(got(path), HEX "\n");
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    free(received);

    put(file, "00\n");
    snprintf(words, sizeof words, "renew --token-file %s", file);
    assert_int_equal(
        account(words, JSON("200 OK", "{\"owner\":\"own-1\",\"token\":\"" HEX "\"}"), &received),
        0);
    assert_memory_equal(received, "POST /api/v1/account/token HTTP/1.1\r\n", 37);
    assert_non_null(strstr(received, "Authorization: Bearer 00\r\n"));
    assert_string_equal(got(file), HEX "\n");
    free(received);
}

static void a_token_that_is_lost_on_the_way_is_no_token(void **state)
{
    char words[300];
    (void)state;

    put(file, HEX "\n");
    snprintf(words, sizeof words, "renew --token-file %s", file);
    assert_int_equal(account(words, JSON("200 OK", "{\"owner\":\"own-1\"}"), NULL), 3);
    assert_int_equal(account(words, JSON("200 OK", "<html>"), NULL), 3);
    assert_non_null(strstr(command_err, "expected JSON"));
    assert_int_equal(account(words, JSON("401 Unauthorized", "{\"error\":\"nobody\"}"), NULL), 1);
    assert_non_null(strstr(command_err, "nobody (401)"));
    assert_int_equal(account(words, JSON("503 Service Unavailable", "{\"error\":\"later\"}"), NULL),
                     3);
    assert_string_equal(got(file), HEX "\n");
    /* The path for the token is tried before the server is asked. */
    char *received;
    assert_int_equal(account("create --token-file /proc/version/x", "", &received), 3);
    assert_string_equal(received, "");
    free(received);
}

static void bots_are_controlled_by_name(void **state)
{
    static const struct {
        const char *words, *request, *shown;
    } cases[] = {
        {"stop ann", "POST /api/v1/account/bots/ann/stop HTTP/1.1\r\n", "ann is stopped\n"},
        {"start ann", "POST /api/v1/account/bots/ann/start HTTP/1.1\r\n", "ann may play again\n"},
        {"token ann", "POST /api/v1/account/bots/ann/token HTTP/1.1\r\n", HEX "\n"},
        {"take ann --bot-token " HEX, "POST /api/v1/account/bots/ann HTTP/1.1\r\n",
         "ann is yours from now on\n"},
    };
    char words[400], *received;
    (void)state;

    put(file, HEX "\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(words, sizeof words, "%s --token-file %s", cases[i].words, file);
        assert_int_equal(
            account(words, JSON("200 OK", "{\"owner\":\"o\",\"token\":\"" HEX "\"}"), &received),
            0);
        assert_memory_equal(received, cases[i].request, strlen(cases[i].request));
        assert_string_equal(command_out, cases[i].shown);
        free(received);
    }
    /* A new token is written straight into the file from which the bot reads it. */
    snprintf(words, sizeof words, "token ann --token-file %s --bot-token-file %s/ann", file,
             folder);
    assert_int_equal(account(words, JSON("200 OK", "{\"token\":\"" HEX "\"}"), NULL), 0);
    assert_null(strstr(command_out, HEX));
    snprintf(words, sizeof words, "%s/ann", folder);
    assert_string_equal(got(words), HEX "\n");
}

/* Names come from an untrusted server. */
static void output_has_no_control_characters(void **state)
{
    char words[200];
    (void)state;

    put(file, HEX "\n");
    snprintf(words, sizeof words, "show --token-file %s", file);
    assert_int_equal(account(words,
                             JSON("200 OK", "{\"owner\":\"own-1\",\"bots_max\":4,\"bots\":["
                                            "{\"name\":\"a\\u001b[2J\",\"stopped\":true},"
                                            "{\"name\":\"bob\",\"program\":{\"version\":\"v2\","
                                            "\"state\":\"stopped\",\"why\":\"7 faults\"}}]}"),
                             NULL),
                     0);
    assert_non_null(strstr(command_out, "own-1 has 2 of 4 bots\n"));
    assert_non_null(strstr(command_out, "a?[2J"));
    assert_non_null(strstr(command_out, "stopped\n"));
    assert_non_null(strstr(command_out, "may play; version v2: stopped, 7 faults\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bad_input_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_token_is_kept_and_not_shown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_token_that_is_lost_on_the_way_is_no_token, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(bots_are_controlled_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(output_has_no_control_characters, set_up, tear_down),
    };
    setenv("no_proxy", "*", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
