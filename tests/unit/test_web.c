/* test_web.c - the pages over real sockets: what they say, what they refuse, who leaves early. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <jansson.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "ladder_temp.h"

struct fixture {
    struct temp temp;
    struct ladder *ladder;
    struct event_base *base;
    struct event *ladder_event;
    struct web *web;
};

static void on_ladder(evutil_socket_t fd, short what, void *argument)
{
    (void)fd;
    (void)what;
    ladder_dispatch(argument);
}

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct ladder_error error;
    temp_init(&fixture->temp);
    if (ladder_open(&fixture->ladder, fixture->temp.url, true, &error))
        return -1;
    fixture->base = event_base_new();
    fixture->ladder_event = event_new(fixture->base, ladder_fd(fixture->ladder),
                                      EV_READ | EV_PERSIST, on_ladder, fixture->ladder);
    event_add(fixture->ladder_event, NULL);
    if (web_create(&fixture->web, fixture->base, fixture->ladder, "127.0.0.1", 0, &error))
        return -1;
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;
    web_destroy(fixture->web);
    event_free(fixture->ladder_event);
    ladder_close(
        fixture->ladder); /* after the web: completions of requests that are gone still run */
    event_base_free(fixture->base);
    temp_fini(&fixture->temp);
    free(fixture);
    return 0;
}

static int dial(const struct fixture *fixture)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)web_port(fixture->web))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

/* Sends, then turns the loop until the server closed or `reply` holds `until`. Returns bytes
 * received; *closed says whether it ended. */
static size_t talk(const struct fixture *fixture, int fd, const char *request, size_t bytes,
                   char *reply, size_t size, const char *until, bool *closed)
{
    size_t sent = 0, got = 0;
    *closed = false;
    for (int turn = 0; turn < 3000; turn++) {
        if (sent < bytes) {
            ssize_t done = send(fd, request + sent, bytes - sent, MSG_NOSIGNAL);
            sent = done > 0 ? sent + (size_t)done : errno == EAGAIN ? sent : bytes;
        }
        event_base_loop(fixture->base, EVLOOP_NONBLOCK);
        ssize_t done = recv(fd, reply + got, size - 1 - got, 0);
        if (done == 0 || (done < 0 && errno != EAGAIN))
            *closed = true;
        got += done > 0 ? (size_t)done : 0;
        reply[got] = '\0';
        if (*closed || (until && strstr(reply, until)))
            break;
        if (done < 0)
            usleep(1000);
    }
    return got;
}

static char reply[1 << 20];

static int ask(const struct fixture *fixture, const char *method, const char *path)
{
    char request[1024];
    bool closed;
    int fd = dial(fixture);
    int bytes = snprintf(request, sizeof request,
                         "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", method, path);
    (void)talk(fixture, fd, request, (size_t)bytes, reply, sizeof reply, NULL, &closed);
    assert_true(closed);
    close(fd);
    assert_memory_equal(reply, "HTTP/1.1 ", 9);
    return atoi(reply + 9);
}

static const char *body(void)
{
    const char *end = strstr(reply, "\r\n\r\n");
    assert_non_null(end);
    return end + 4;
}

static void submit(const struct fixture *fixture, struct ladder_result result, const char *record)
{
    result.record = record;
    assert_int_equal(ladder_submit(fixture->ladder, &result, NULL, NULL), 0);
    ladder_wait(fixture->ladder);
    ladder_dispatch(fixture->ladder);
}

static void test_standings_page(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/"), 200);
    assert_non_null(strstr(body(), "Nobody is on the ladder yet"));
    struct ladder_result result = duel("g-000001", "ann", "bob", 2);
    snprintf(result.ruleset, sizeof result.ruleset, "<script>alert('x')</script>&\"");
    snprintf(result.reason, sizeof result.reason, "\"><b>");
    submit(fixture, result, NULL);
    assert_int_equal(ask(fixture, "GET", "/"), 200);
    assert_null(strstr(body(), "<script"));
    assert_null(strstr(body(), "<b>"));
    assert_non_null(strstr(body(), "&lt;script&gt;alert(&#039;x&#039;)&lt;/script&gt;&amp;&quot;"));
    assert_non_null(strstr(body(), "href=\"/game/g-000001\""));
    assert_non_null(strstr(body(), "1520.0<span class=\"q\" title=\"provisional\">?</span>"));
    const char *ann = strstr(body(), "ann"), *bob = strstr(body(), "bob");
    assert_true(ann && bob && ann < bob);
}

static void test_headers(void **state)
{
    const struct fixture *fixture = *state;
    const char *const paths[] = {"/",       "/style.css", "/icon.svg", "/api/standings.json",
                                 "/health", "/nothing",   "/game/none"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        (void)ask(fixture, "GET", paths[i]);
        assert_non_null(strstr(reply,
                               "\r\nContent-Security-Policy: default-src 'none'; style-src 'self'; "
                               "img-src 'self'"));
        assert_non_null(strstr(reply, "\r\nX-Content-Type-Options: nosniff\r\n"));
        assert_non_null(strstr(reply, "\r\nReferrer-Policy: no-referrer\r\n"));
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
                                 "/style.css/",
                                 "/STYLE.CSS",
                                 "/game/",
                                 "/game",
                                 "/game/..",
                                 "/game/../../etc/passwd",
                                 "/game/%2e%2e%2fx",
                                 "/game/a/b",
                                 "/game/g-1%00",
                                 "/api/standings.json.bak",
                                 "/..",
                                 "/?x"};
    for (size_t i = 0; i + 1 < sizeof paths / sizeof paths[0]; i++)
        assert_int_equal(ask(fixture, "GET", paths[i]), 404);
    assert_int_equal(ask(fixture, "GET", "/?x"), 200);
    /* An address may be shown in no page. */
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
    assert_int_equal(ask(fixture, "GET", "/style.css"), 200);
    char length[64];
    snprintf(length, sizeof length, "\r\nContent-Length: %zu\r\n", strlen(body()));
    assert_int_equal(ask(fixture, "HEAD", "/style.css"), 200);
    assert_non_null(strstr(reply, length));
    assert_string_equal(body(), "");
    assert_int_equal(ask(fixture, "HEAD", "/game/none"), 404);
    assert_string_equal(body(), "");
}

static void test_json(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    assert_int_equal(ask(fixture, "GET", "/api/standings.json"), 200);
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
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    assert_non_null(strstr(reply, "\r\nContent-Type: text/plain; charset=utf-8\r\n"));
    assert_string_equal(body(), record);
    assert_int_equal(ask(fixture, "GET", "/game/g-2"), 404);
    free(record);
}

/* The client leaves between its request and the answer: nobody writes to it, nothing is leaked. */
static void test_client_leaves(void **state)
{
    const struct fixture *fixture = *state;
    const char request[] = "GET /game/g-1 HTTP/1.1\r\nHost: x\r\n\r\n";
    submit(fixture, duel("g-1", "ann", "bob", 2), "record");
    event_del(fixture->ladder_event); /* no answer comes for now */
    for (int i = 0; i < 20; i++) {
        int fd = dial(fixture);
        assert_int_equal(send(fd, request, sizeof request - 1, MSG_NOSIGNAL), sizeof request - 1);
        for (int turn = 0; turn < 5; turn++)
            event_base_loop(fixture->base, EVLOOP_NONBLOCK);
        struct linger reset = {.l_onoff = 1, .l_linger = 0};
        if (i % 2)
            setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        close(fd);
        for (int turn = 0; turn < 5; turn++)
            event_base_loop(fixture->base, EVLOOP_NONBLOCK);
    }
    ladder_wait(fixture->ladder);
    event_add(fixture->ladder_event, NULL);
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    assert_string_equal(body(), "record");
    /* And once more, with the answer outstanding while everything is torn down. */
    event_del(fixture->ladder_event);
    int fd = dial(fixture);
    assert_int_equal(send(fd, request, sizeof request - 1, MSG_NOSIGNAL), sizeof request - 1);
    for (int turn = 0; turn < 5; turn++)
        event_base_loop(fixture->base, EVLOOP_NONBLOCK);
    close(fd);
}

static void test_too_large(void **state)
{
    const struct fixture *fixture = *state;
    bool closed;
    char *request = malloc(40000);
    int bytes = snprintf(request, 40000, "GET / HTTP/1.1\r\nHost: x\r\nX: %020000d\r\n\r\n", 1);
    int fd = dial(fixture);
    (void)talk(fixture, fd, request, (size_t)bytes, reply, sizeof reply, NULL, &closed);
    assert_true(closed);
    assert_null(strstr(reply, " 200 "));
    close(fd);
    bytes = snprintf(request, 40000,
                     "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 30000\r\n\r\n%030000d", 1);
    fd = dial(fixture);
    (void)talk(fixture, fd, request, (size_t)bytes, reply, sizeof reply, NULL, &closed);
    assert_true(closed);
    assert_null(strstr(reply, " 200 "));
    close(fd);
    free(request);
    assert_int_equal(ask(fixture, "GET", "/health"), 200);
}

/* Broken requests: an answer or a closed connection, and the next client is served. */
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
        (void)talk(fixture, fd, requests[i], strlen(requests[i]), reply, sizeof reply, "\r\n\r\n",
                   &closed);
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
        (void)talk(fixture, fd, request, sizeof request - 1, reply, sizeof reply, "ok\n", &closed);
        assert_false(closed);
        assert_non_null(strstr(reply, " 200 "));
    }
    close(fd);
}

/* Beyond the limit connections are closed at once; those within it are served, and places come
 * back. */
static void test_connection_limit(void **state)
{
    const struct fixture *fixture = *state;
    enum { CLIENTS = 150, LIMIT = 64 };
    const char request[] = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    int fds[CLIENTS], open_count = 0;
    char byte;
    for (int i = 0; i < CLIENTS; i++) {
        fds[i] = dial(fixture);
        if (i % 3 == 0)
            event_base_loop(fixture->base, EVLOOP_NONBLOCK);
    }
    for (int turn = 0; turn < 300; turn++) {
        event_base_loop(fixture->base, EVLOOP_NONBLOCK);
        usleep(1000);
    }
    for (int i = 0; i < CLIENTS; i++)
        open_count += recv(fds[i], &byte, 1, 0) < 0 && errno == EAGAIN;
    assert_int_equal(open_count, LIMIT);
    for (int i = 0; i < LIMIT; i++) {
        bool closed;
        (void)talk(fixture, fds[i], request, sizeof request - 1, reply, sizeof reply, "ok\n",
                   &closed);
        assert_false(closed);
    }
    for (int i = 0; i < CLIENTS; i++)
        close(fds[i]);
    for (int turn = 0; turn < 100; turn++)
        event_base_loop(fixture->base, EVLOOP_NONBLOCK);
    for (int i = 0; i < LIMIT; i++)
        assert_int_equal(ask(fixture, "GET", "/health"), 200);
}

static void test_port_taken(void **state)
{
    const struct fixture *fixture = *state;
    struct web *other = NULL;
    struct ladder_error error;
    assert_int_equal(web_create(&other, fixture->base, fixture->ladder, "127.0.0.1",
                                web_port(fixture->web), &error),
                     -1);
    assert_null(other);
    assert_non_null(strstr(error.text, "127.0.0.1"));
    assert_int_equal(web_create(&other, fixture->base, fixture->ladder, "127.0.0.1", 70000, &error),
                     -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_standings_page, setup, teardown),
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
        cmocka_unit_test_setup_teardown(test_port_taken, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
