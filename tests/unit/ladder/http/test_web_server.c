/* test_web_server.c - the pages over real sockets: their answers, refused requests, clients that
 * leave early. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "await.h"
#include "web_fixture.h"

static void test_headers(void **state)
{
    const struct fixture *fixture = *state;
    const char *const paths[] = {"/",       "/static/style.css", "/static/table.js",
                                 "/games",  "/api/v1/standings", "/api/v1/nothing",
                                 "/health", "/nothing",          "/game/none"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        (void)ask(fixture, "GET", paths[i]);
        assert_non_null(strstr(reply,
                               "\r\nContent-Security-Policy: default-src 'none'; style-src 'self'; "
                               "img-src 'self'; script-src 'self'; connect-src 'self'; "));
        assert_null(strstr(reply, "unsafe-inline"));
        assert_null(strstr(reply, "Access-Control"));
        assert_non_null(strstr(reply, "\r\nX-Content-Type-Options: nosniff\r\n"));
        assert_non_null(strstr(reply, "\r\nReferrer-Policy: same-origin\r\n"));
        assert_non_null(strstr(reply, "\r\nCache-Control: no-cache\r\n"));
        assert_non_null(strstr(reply, "\r\nContent-Type: "));
    }
    assert_int_equal(ask(fixture, "GET", "/health"), 200);
    assert_string_equal(body(), "ok\n");
}

static void test_exact_paths(void **state)
{
    const struct fixture *fixture = *state;
    const char *const paths[] = {"/index.html",
                                 "//",
                                 "/static/style.css/",
                                 "/STATIC/STYLE.CSS",
                                 "/game/",
                                 "/game",
                                 "/game/..",
                                 "/game/../../etc/passwd",
                                 "/game/%2e%2e%2fx",
                                 "/game/a/b",
                                 "/game/g-1%00",
                                 "/api/v1/standings.bak",
                                 "/api/v1/bots//results",
                                 "/api/v1/games/g-1/",
                                 "/static/about.html",
                                 "/static/openapi.json",
                                 "/static/..",
                                 "/bot/nobody",
                                 "/bot/%61nn",
                                 "/rules/none",
                                 "/..",
                                 "/?x"};
    for (size_t i = 0; i + 1 < sizeof paths / sizeof paths[0]; i++)
        assert_int_equal(ask(fixture, "GET", paths[i]), 404);
    assert_int_equal(ask(fixture, "GET", "/?x"), 200);
    /* No page may show an address. */
    assert_int_equal(ask(fixture, "GET", "/<script>"), 404);
    assert_null(strstr(body(), "<script"));
}

static void test_methods(void **state)
{
    const struct fixture *fixture = *state;
    const char *const methods[] = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        assert_int_equal(ask(fixture, methods[i], "/"), 405);
        assert_non_null(strstr(reply, "\r\nAllow: GET, HEAD\r\n"));
    }
    /* /api gives the same as data, and supports OPTIONS: a browser sends it before a page of
     * another site may read. */
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        bool options = strcmp(methods[i], "OPTIONS") == 0;
        assert_int_equal(ask(fixture, methods[i], "/api/v1/standings"), options ? 204 : 405);
        assert_non_null(strstr(reply, "\r\nAllow: GET, HEAD, OPTIONS\r\n"));
        assert_true(options == !strstr(reply, "\r\nContent-Type: application/json\r\n"));
        assert_int_equal(ask(fixture, methods[i], "/api/v1/nothing"), 404);
        assert_non_null(strstr(reply, "\r\nContent-Type: application/json\r\n"));
        assert_memory_equal(body(), "{\"error\":", 9);
    }
    assert_int_equal(ask(fixture, "OPTIONS", "/api/v1/tables/g-1/chat"), 204);
    assert_non_null(strstr(reply, "\r\nAllow: GET, HEAD, OPTIONS, POST\r\n"));
    assert_null(strstr(reply, "Access-Control")); /* the operator allows no other sites */
    assert_int_equal(ask(fixture, "GET", "/static/style.css"), 200);
    char length[64];
    snprintf(length, sizeof length, "\r\nContent-Length: %zu\r\n", strlen(body()));
    assert_int_equal(ask(fixture, "HEAD", "/static/style.css"), 200);
    assert_non_null(strstr(reply, length));
    assert_string_equal(body(), "");
    assert_int_equal(ask(fixture, "HEAD", "/game/none"), 404);
    assert_string_equal(body(), "");
}

static void test_json(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    assert_int_equal(ask(fixture, "GET", "/api/v1/standings"), 200);
    assert_non_null(strstr(reply, "\r\nContent-Type: application/json\r\n"));
    json_error_t error;
    json_t *value = json_loads(body(), 0, &error);
    const json_t *list = json_object_get(value, "standings"), *bot = json_array_get(list, 1);
    assert_int_equal(json_array_size(list), 2);
    assert_string_equal(json_string_value(json_object_get(bot, "name")), "bob");
    assert_true(json_is_null(json_object_get(bot, "rank")));
    assert_true(json_real_value(json_object_get(bot, "rating")) == 1480.0);
    assert_int_equal(json_integer_value(json_object_get(bot, "losses")), 1);
    json_decref(value);
}

static void test_record(void **state)
{
    const struct fixture *fixture = *state;
    char *record = malloc(300001);
    memset(record, 'r', 300000);
    record[300000] = '\0';
    submit(fixture, duel("g-1", "ann", "bob", 2), record);
    assert_int_equal(ask(fixture, "GET", "/api/v1/games/g-1/record"), 200);
    assert_non_null(strstr(reply, "\r\nContent-Type: application/json\r\n"));
    assert_string_equal(body(), record);
    assert_int_equal(ask(fixture, "GET", "/api/v1/games/g-2/record"), 404);
    /* It is no record: the page says so, and names the players of the game. */
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    assert_non_null(strstr(body(), "cannot be shown as a game"));
    assert_non_null(strstr(body(), "href=\"/bot/bob\""));
    free(record);
}

/* The client leaves between its request and the answer: nothing is written to it, and nothing
 * leaks. */
static void test_client_leaves(void **state)
{
    const struct fixture *fixture = *state;
    const char request[] = "GET /api/v1/games/g-1/record HTTP/1.1\r\nHost: x\r\n\r\n";
    submit(fixture, duel("g-1", "ann", "bob", 2), "record");
    for (int i = 0; i < 40; i++) {
        int fd = dial(fixture);
        assert_int_equal(send(fd, request, sizeof request - 1, MSG_NOSIGNAL), sizeof request - 1);
        struct linger reset = {.l_onoff = 1, .l_linger = 0};
        if (i % 2)
            setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        close(fd);
    }
    assert_int_equal(ask(fixture, "GET", "/api/v1/games/g-1/record"), 200);
    assert_string_equal(body(), "record");
    /* And once more, with the answer possibly outstanding during the shutdown. */
    int fd = dial(fixture);
    assert_int_equal(send(fd, request, sizeof request - 1, MSG_NOSIGNAL), sizeof request - 1);
    close(fd);
}

static void test_too_large(void **state)
{
    const struct fixture *fixture = *state;
    bool closed;
    char *request = malloc(40000);
    int bytes = snprintf(request, 40000, "GET / HTTP/1.1\r\nHost: x\r\nX: %020000d\r\n\r\n", 1);
    int fd = dial(fixture);
    (void)talk(fd, request, (size_t)bytes, reply, sizeof reply, NULL, &closed);
    assert_true(closed);
    assert_null(strstr(reply, " 200 "));
    close(fd);
    bytes = snprintf(request, 40000,
                     "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 30000\r\n\r\n%030000d", 1);
    fd = dial(fixture);
    (void)talk(fd, request, (size_t)bytes, reply, sizeof reply, NULL, &closed);
    assert_true(closed);
    assert_null(strstr(reply, " 200 "));
    close(fd);
    free(request);
    assert_int_equal(ask(fixture, "GET", "/health"), 200);
}

/* Broken requests: the server answers or closes the connection, and serves the next client. */
static void test_garbage(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const requests[] = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "FROB / HTTP/1.1\r\n\r\n",
        "GET http:// HTTP/1.1\r\n\r\n",
        "GET http://[::1/game HTTP/1.1\r\n\r\n",
        "GET * HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        bool closed;
        int fd = dial(fixture);
        (void)talk(fd, requests[i], strlen(requests[i]), reply, sizeof reply, "\r\n\r\n", &closed);
        assert_null(strstr(reply, " 500 "));
        close(fd);
        assert_int_equal(ask(fixture, "GET", "/health"), 200);
    }
}

static void test_keep_alive(void **state)
{
    const struct fixture *fixture = *state;
    const char request[] = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    bool closed;
    int fd = dial(fixture);
    for (int i = 0; i < 10; i++) {
        (void)talk(fd, request, sizeof request - 1, reply, sizeof reply, "ok\n", &closed);
        assert_false(closed);
        assert_non_null(strstr(reply, " 200 "));
    }
    close(fd);
}

/* Connections over the limit are closed at once; those within it are served, and places become
 * free again. */
static void test_connection_limit(void **state)
{
    const struct fixture *fixture = *state;
    enum { CLIENTS = 150, SHARE = 48, LIMIT = SHARE + 8 }; /* of one address; reserved ones */
    const char request[] = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    int fds[CLIENTS], open_count = CLIENTS;
    char byte;
    for (int i = 0; i < CLIENTS; i++)
        fds[i] = dial(fixture);
    struct await limit = await_begin(10);
    while (open_count > LIMIT && await_step(&limit)) {
        open_count = 0;
        for (int i = 0; i < CLIENTS; i++)
            open_count += recv(fds[i], &byte, 1, MSG_PEEK) < 0 && errno == EAGAIN;
    }
    assert_int_equal(open_count, LIMIT);
    for (int i = 0; i < CLIENTS; i++) {
        bool closed;
        if (recv(fds[i], &byte, 1, MSG_PEEK) >= 0 || errno != EAGAIN)
            continue;
        (void)talk(fds[i], request, sizeof request - 1, reply, sizeof reply, "ok\n", &closed);
        assert_false(closed);
        open_count--;
    }
    assert_int_equal(open_count, 0);
    for (int i = 0; i < CLIENTS; i++)
        close(fds[i]);
    for (int i = 0; i < LIMIT; i++)
        assert_int_equal(ask(fixture, "GET", "/health"), 200);
}

/* Seventy slow requests of an address: its own monitor and all other clients are served. */
static void test_an_address_does_not_shut_out_others(void **state)
{
    const struct fixture *fixture = *state;
    enum { SLOW = 70 };
    const char start[] = "GET / HTTP/1.1\r\nX-Slow: ";
    struct sockaddr_in other = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000002)};
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fds[SLOW];
    bool closed;

    for (int i = 0; i < SLOW; i++) {
        fds[i] = dial(fixture);
        (void)send(fds[i], start, sizeof start - 1, MSG_NOSIGNAL);
    }
    struct await limit = await_begin(10);
    while (ask(fixture, "GET", "/") != 503 && await_step(&limit)) /* until all places are taken */
        ;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(ask(fixture, "GET", "/healthz"), 200);
        (void)ask(fixture, "GET", "/readyz");
        assert_int_equal(ask(fixture, "GET", "/"), 503);
    }
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&other, sizeof other), 0);
    to.sin_port = htons((uint16_t)web_server_port(fixture->web));
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    const char request[] = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    (void)talk(fd, request, sizeof request - 1, reply, sizeof reply, "</html>", &closed);
    assert_non_null(strstr(reply, "200 OK"));
    close(fd);
    for (int i = 0; i < SLOW; i++)
        close(fds[i]);
}

static void test_port_taken(void **state)
{
    const struct fixture *fixture = *state;
    struct web *other = NULL;
    struct ladder_error error;
    struct endpoint at = {.kind = ENDPOINT_IP4,
                          .ip = {127, 0, 0, 1},
                          .port = (uint16_t)web_server_port(fixture->web)};
    struct web_config config = {.at = &at, .at_count = 1, .store = fixture->temp.url};
    assert_int_equal(web_server_create(&other, &config, fixture->ladder, &error), -1);
    assert_null(other);
    assert_non_null(strstr(error.text, "127.0.0.1"));
    assert_int_equal(endpoint_parse("unix:pages", &at), 0); /* this library does not support it */
    assert_int_equal(web_server_create(&other, &config, fixture->ladder, &error), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_headers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_exact_paths, setup, teardown),
        cmocka_unit_test_setup_teardown(test_methods, setup, teardown),
        cmocka_unit_test_setup_teardown(test_json, setup, teardown),
        cmocka_unit_test_setup_teardown(test_record, setup, teardown),
        cmocka_unit_test_setup_teardown(test_client_leaves, setup, teardown),
        cmocka_unit_test_setup_teardown(test_too_large, setup, teardown),
        cmocka_unit_test_setup_teardown(test_garbage, setup, teardown),
        cmocka_unit_test_setup_teardown(test_keep_alive, setup, teardown),
        cmocka_unit_test_setup_teardown(test_connection_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_address_does_not_shut_out_others, setup, teardown),
        cmocka_unit_test_setup_teardown(test_port_taken, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
