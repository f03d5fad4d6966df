/* test_http_client.c - requests as a server receives them, and the handling of its answers. */
#include "client/http_client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "http_stub.h"
#include "tls_pair.h"

#define OK "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
static const char token[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

static enum http_outcome ask_at(const char *url, const char *ca, const struct http_request *request,
                                struct http_answer *answer, char *error)
{
    const struct http_client_config config = {.url = url, .ca = ca};
    struct http_client *client = http_client_create(&config);
    assert_non_null(client);
    enum http_outcome outcome = http_client_ask(client, request, answer, error);
    http_client_destroy(client);
    return outcome;
}

/* One request to a server that gives one answer. Returns what the server received. */
static char *ask(const char *says, const struct http_request *request, enum http_outcome wanted,
                 struct http_answer *answer, char error[HTTP_CLIENT_ERROR_BYTES])
{
    const char *const answers[] = {says, NULL};
    struct http_stub stub;

    http_stub_start(&stub, answers, NULL);
    enum http_outcome outcome = ask_at(stub.url, NULL, request, answer, error);
    char *received = http_stub_stop(&stub);
    if (outcome != wanted)
        print_error("%s\n", error);
    assert_int_equal(outcome, wanted);
    assert_null(strchr(error, '\n'));
    if (wanted != HTTP_DONE)
        assert_memory_equal(error, stub.url, strlen(stub.url));
    return received;
}

static void an_url_names_a_server(void **state)
{
    static const char *const bad[] = {"",
                                      "host:1",
                                      "127.0.0.1:5580",
                                      "ftp://host",
                                      "file:///etc/passwd",
                                      "http://",
                                      "http://u@host",
                                      "http://u:p@host",
                                      "http://host?x=1",
                                      "http://host/#x",
                                      "http://ho st",
                                      "http://host:99999"};
    char address[HTTP_CLIENT_ADDRESS_BYTES], large[HTTP_CLIENT_URL_MAX + 2];
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const struct http_client_config config = {.url = bad[i]};
        assert_int_equal(http_client_address(bad[i], address), -1);
        assert_null(http_client_create(&config));
    }
    memset(large, 'a', sizeof large);
    memcpy(large, "http://", 7);
    large[sizeof large - 1] = '\0';
    assert_int_equal(http_client_address(large, address), -1);
    assert_int_equal(http_client_address("http://Arena.Example", address), 0);
    assert_string_equal(address, "arena.example:80");
    assert_int_equal(http_client_address("https://h/", address), 0);
    assert_string_equal(address, "h:443");
    assert_int_equal(http_client_address("http://[::1]:5580/under", address), 0);
    assert_string_equal(address, "[::1]:5580");
}

static void a_server_receives_the_request(void **state)
{
    const struct http_request request = {.method = "PUT",
                                         .path = "/api/v1/x",
                                         .bearer = token,
                                         .type = "application/json",
                                         .body = "{\"a\":1}",
                                         .body_bytes = 7};
    char error[HTTP_CLIENT_ERROR_BYTES];
    struct http_answer answer;
    (void)state;

    char *received = ask(OK, &request, HTTP_DONE, &answer, error);
    assert_memory_equal(received, "PUT /api/v1/x HTTP/1.1\r\n", 24);
    assert_non_null(strstr(received, "\r\nAuthorization: Bearer 00112233"));
    assert_non_null(strstr(received, "\r\nContent-Type: application/json\r\n"));
    assert_non_null(strstr(received, "\r\n\r\n{\"a\":1}"));
    assert_int_equal(answer.code, 200);
    assert_string_equal(answer.body, "{}");
    assert_int_equal(answer.bytes, 2);
    http_client_fini_answer(&answer);
    free(received);

    const struct http_request get = {.method = "GET", .path = "/"};
    received = ask("HTTP/1.1 204 No Content\r\n\r\n", &get, HTTP_DONE, &answer, error);
    assert_memory_equal(received, "GET / HTTP/1.1\r\n", 16);
    assert_null(strstr(received, "Authorization"));
    assert_string_equal(answer.body, "");
    http_client_fini_answer(&answer);
    free(received);

    const struct http_request post = {.method = "POST", .path = "/"};
    received = ask(OK, &post, HTTP_DONE, &answer, error);
    assert_memory_equal(received, "POST / HTTP/1.1\r\n", 17);
    assert_non_null(strstr(received, "\r\nContent-Length: 0\r\n"));
    http_client_fini_answer(&answer);
    free(received);
}

/* ------------------------------------------------------------------------- bodies piece by piece
 */

struct pipe_test {
    int pieces, given;
    size_t taken;
    bool fail;
};

static ssize_t give(void *context, void *buffer, size_t size)
{
    struct pipe_test *test = context;
    (void)size;
    if (test->fail && test->given == 1)
        return -1;
    if (test->given == test->pieces)
        return 0;
    test->given++;
    memcpy(buffer, "0123456789", 10);
    return 10;
}

static int take(void *context, const void *bytes, size_t size)
{
    struct pipe_test *test = context;
    assert_non_null(bytes);
    test->taken += size;
    return test->fail ? -1 : 0;
}

static void bodies_go_in_pieces(void **state)
{
    struct pipe_test test = {.pieces = 3};
    struct http_request request = {
        .method = "PUT", .path = "/x", .read = give, .take = take, .context = &test};
    char error[HTTP_CLIENT_ERROR_BYTES];
    struct http_answer answer;
    (void)state;

    request.read_bytes = 30;
    char *received = ask(OK, &request, HTTP_DONE, &answer, error);
    assert_non_null(strstr(received, "\r\nContent-Length: 30\r\n"));
    assert_non_null(strstr(received, "\r\n\r\n012345678901234567890123456789"));
    assert_int_equal(test.taken, 2);
    assert_string_equal(answer.body, "");
    http_client_fini_answer(&answer);
    free(received);

    test = (struct pipe_test){.pieces = 3};
    request.read_bytes = -1;
    received = ask(OK, &request, HTTP_DONE, &answer, error);
    assert_non_null(strcasestr(received, "\r\nTransfer-Encoding: chunked\r\n"));
    http_client_fini_answer(&answer);
    free(received);

    test = (struct pipe_test){.pieces = 3, .fail = true};
    free(ask(OK, &request, HTTP_FAILED, &answer, error));
    assert_non_null(strstr(error, "/x: the body cannot be read"));
    http_client_fini_answer(&answer);

    test = (struct pipe_test){.pieces = 1, .fail = true};
    request.read = NULL;
    free(ask(OK, &request, HTTP_FAILED, &answer, error));
    assert_non_null(strstr(error, "/x: the answer cannot be written"));
    http_client_fini_answer(&answer);

    /* A refusal is not part of the requested body. */
    test = (struct pipe_test){.pieces = 0};
    free(ask("HTTP/1.1 404 Not Found\r\n\r\n{\"error\":\"no such game\"}", &request, HTTP_REFUSED,
             &answer, error));
    assert_non_null(strstr(error, "/x: no such game (404)"));
    assert_int_equal(test.taken, 0);
    http_client_fini_answer(&answer);
}

/* ------------------------------------------------------------------------------ what may go wrong
 */

static void refusals_are_one_line(void **state)
{
    static const struct {
        const char *answer, *words;
        enum http_outcome outcome;
    } cases[] = {
        {"HTTP/1.1 401 Unauthorized\r\nContent-Length: 28\r\n\r\n{\"error\":\"nobody has "
         "this\"}\n\n",
         "/x: nobody has this (401)", HTTP_REFUSED},
        {"HTTP/1.1 400 Bad Request\r\nContent-Length: 4\r\n\r\n<ht>", "/x: the server answers 400",
         HTTP_REFUSED},
        {"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 15\r\n\r\n{\"error\":\"wait\"}",
         "/x: the server answers 503", HTTP_FAILED},
        {"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
         "/x: the server redirects (302)", HTTP_FAILED},
        /* The server must not write to the terminal. */
        {"HTTP/1.1 403 Forbidden\r\n\r\n{\"error\":\"\\u001b[2J\\n\\u202egone\"}",
         "/x: ?[2J??gone (403)", HTTP_REFUSED},
        {"", "Empty reply", HTTP_FAILED},
        {"no http\r\n\r\n", "HTTP/0.9", HTTP_FAILED},
        {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "/x: ", HTTP_FAILED},
    };
    const struct http_request request = {.method = "GET", .path = "/x"};
    char error[HTTP_CLIENT_ERROR_BYTES];
    struct http_answer answer;
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        free(ask(cases[i].answer, &request, cases[i].outcome, &answer, error));
        if (!strstr(error, cases[i].words))
            print_error("%s\n", error);
        assert_non_null(strstr(error, cases[i].words));
        http_client_fini_answer(&answer);
    }
}

/* A redirect is not followed: neither the request nor its token is sent there. */
static void a_redirect_gets_no_token(void **state)
{
    const char *const there[] = {OK, NULL};
    struct http_stub other;
    char redirect[200], error[HTTP_CLIENT_ERROR_BYTES];
    const struct http_request request = {.method = "GET", .path = "/x", .bearer = token};
    struct http_answer answer;
    (void)state;

    http_stub_start(&other, there, NULL);
    snprintf(redirect, sizeof redirect,
             "HTTP/1.1 307 Temporary Redirect\r\nLocation: %s/y\r\nContent-Length: 0\r\n\r\n",
             other.url);
    free(ask(redirect, &request, HTTP_FAILED, &answer, error));
    http_client_fini_answer(&answer);
    char *received = http_stub_stop(&other);
    assert_string_equal(received, "");
    free(received);
}

static void answers_have_a_limit(void **state)
{
    static const char ten[] = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789";
    struct pipe_test test = {0};
    struct http_request request = {.method = "GET", .path = "/x", .answer_max = 10};
    char error[HTTP_CLIENT_ERROR_BYTES];
    struct http_answer answer;
    (void)state;

    free(ask(ten, &request, HTTP_DONE, &answer, error));
    assert_int_equal(answer.bytes, 10);
    http_client_fini_answer(&answer);
    for (int streams = 0; streams < 2; streams++) {
        request.take = streams ? take : NULL;
        request.context = &test;
        request.answer_max = 9;
        free(ask(ten, &request, HTTP_FAILED, &answer, error));
        assert_non_null(strstr(error, "/x: the answer is too large"));
        http_client_fini_answer(&answer);
    }
    assert_int_equal(test.taken, 0);
}

static void a_silent_server_is_left(void **state)
{
    const struct http_request request = {.method = "GET", .path = "/x", .limit_msec = 50};
    char error[HTTP_CLIENT_ERROR_BYTES];
    struct http_answer answer;
    (void)state;

    free(ask(HTTP_STUB_SILENT, &request, HTTP_FAILED, &answer, error));
    assert_non_null(strstr(error, "timed out"));
    assert_int_equal(answer.code, 0);
    http_client_fini_answer(&answer);
}

static void an_unreachable_server_is_named(void **state)
{
    const char *const none[] = {NULL};
    const struct http_request request = {.method = "GET", .path = "/x"};
    char error[HTTP_CLIENT_ERROR_BYTES], path[600];
    struct http_request far = {.method = "GET", .path = path};
    struct http_answer answer;
    struct http_stub stub;
    (void)state;

    http_stub_start(&stub, none, NULL);
    free(http_stub_stop(&stub)); /* its port is free again */
    assert_int_equal(ask_at(stub.url, NULL, &request, &answer, error), HTTP_FAILED);
    assert_memory_equal(error, stub.url, strlen(stub.url));
    assert_non_null(strstr(error, "connect"));
    http_client_fini_answer(&answer);
    memset(path, '/', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    assert_int_equal(ask_at(stub.url, NULL, &far, &answer, error), HTTP_FAILED);
    http_client_fini_answer(&answer);
}

static void a_certificate_is_verified(void **state)
{
    const char *const answers[] = {OK, OK, OK, OK, NULL};
    const struct http_request request = {.method = "GET", .path = "/x"};
    char error[HTTP_CLIENT_ERROR_BYTES], missing[120];
    struct http_answer answer;
    struct tls_error wrong;
    struct http_stub stub;
    struct place place;
    struct tls *tls;
    (void)state;

    place_init(&place);
    assert_int_equal(tls_create(&tls, place.first, place.first, &wrong), 0);
    http_stub_start(&stub, answers, tls_context(tls));
    assert_int_equal(ask_at(stub.url, NULL, &request, &answer, error), HTTP_FAILED);
    assert_non_null(strstr(error, "certificate"));
    http_client_fini_answer(&answer);
    assert_int_equal(ask_at(stub.url, place.second, &request, &answer, error), HTTP_FAILED);
    assert_non_null(strstr(error, "certificate"));
    http_client_fini_answer(&answer);
    assert_int_equal(ask_at(stub.url, place.first, &request, &answer, error), HTTP_DONE);
    http_client_fini_answer(&answer);
    snprintf(missing, sizeof missing, "%s/none.pem", place.directory);
    assert_int_equal(ask_at(stub.url, missing, &request, &answer, error), HTTP_FAILED);
    assert_non_null(strstr(error, missing));
    http_client_fini_answer(&answer);
    free(http_stub_stop(&stub));
    tls_destroy(tls);
    place_fini(&place);
}

static void shown_text_fits_its_buffer(void **state)
{
    char line[8];
    (void)state;

    http_client_show(line, sizeof line, "a\tb\xff\x7f");
    assert_string_equal(line, "a?b??");
    http_client_show(line, sizeof line, "123456\xc3\xa9");
    assert_string_equal(line, "123456");
    http_client_show(line, sizeof line, "12345\xc3\xa9");
    assert_string_equal(line, "12345\xc3\xa9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_url_names_a_server),
        cmocka_unit_test(a_server_receives_the_request),
        cmocka_unit_test(bodies_go_in_pieces),
        cmocka_unit_test(refusals_are_one_line),
        cmocka_unit_test(a_redirect_gets_no_token),
        cmocka_unit_test(answers_have_a_limit),
        cmocka_unit_test(a_silent_server_is_left),
        cmocka_unit_test(an_unreachable_server_is_named),
        cmocka_unit_test(a_certificate_is_verified),
        cmocka_unit_test(shown_text_fits_its_buffer),
    };
    setenv("no_proxy", "*", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
