/* test_web_tls.c - the pages over TLS: the same answers, the same limits, a new certificate
 * while they run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>

#include "await.h"
#include "dial.h"
#include "ladder_temp.h"
#include "tls_pair.h"

struct fixture {
    struct temp temp;
    struct place place;
    struct tls *tls;
    struct ladder *ladder;
    struct web *web;
    SSL_CTX *client;
};

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct ladder_error error;
    struct tls_error tls_error;
    signal(SIGPIPE, SIG_IGN);
    temp_init(&fixture->temp);
    place_init(&fixture->place);
    if (tls_create(&fixture->tls, fixture->place.first, fixture->place.first, &tls_error) ||
        writer_open(&fixture->ladder, fixture->temp.url, true, &error))
        return -1;
    struct web_config config = {.at =
                                    &(struct endpoint){.kind = ENDPOINT_IP4, .ip = {127, 0, 0, 1}},
                                .at_count = 1,
                                .store = fixture->temp.url};
    if (web_server_create(&fixture->web, &config, fixture->ladder, &error))
        return -1;
    web_server_use_tls(fixture->web, tls_context(fixture->tls));
    fixture->client = SSL_CTX_new(TLS_client_method());
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;
    SSL_CTX_free(fixture->client);
    web_server_destroy(fixture->web);
    tls_destroy(fixture->tls);
    writer_close(fixture->ladder);
    place_fini(&fixture->place);
    temp_fini(&fixture->temp);
    free(fixture);
    return 0;
}

static int dial(const struct fixture *fixture)
{
    return dial_port(web_server_port(fixture->web));
}

static SSL *connect_tls(const struct fixture *fixture)
{
    SSL *ssl = SSL_new(fixture->client);
    assert_int_equal(SSL_set_fd(ssl, dial(fixture)), 1);
    SSL_set_connect_state(ssl);
    struct await limit = await_begin(10);
    while (SSL_do_handshake(ssl) != 1)
        assert_true(await_step(&limit));
    return ssl;
}

static void hang_up(SSL *ssl)
{
    close(SSL_get_fd(ssl));
    SSL_free(ssl);
}

static char reply[1 << 20];

/* Sends in records of `piece` bytes, then listens until the end or `until`. Whether that
 * came. */
static bool talk(SSL *ssl, const char *request, size_t piece, const char *until)
{
    size_t size = strlen(request), got = 0;
    bool ended = false;
    for (size_t sent = 0; sent < size; sent += piece) {
        size_t some = size - sent < piece ? size - sent : piece;
        assert_int_equal(SSL_write(ssl, request + sent, (int)some), some);
    }
    struct await limit = await_begin(10);
    while (!ended && !(until && strstr(reply, until))) {
        int more = SSL_read(ssl, reply + got, (int)(sizeof reply - 1 - got));
        ended = more <= 0 && SSL_get_error(ssl, more) != SSL_ERROR_WANT_READ;
        got += more > 0 ? (size_t)more : 0;
        reply[got] = 0;
        if (more <= 0 && !ended && !await_step(&limit))
            break;
    }
    return until ? strstr(reply, until) != NULL : ended;
}

static int ask(const struct fixture *fixture, const char *path)
{
    char request[300];
    SSL *ssl = connect_tls(fixture);
    reply[0] = 0;
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
             path);
    assert_true(talk(ssl, request, strlen(request), NULL));
    hang_up(ssl);
    assert_memory_equal(reply, "HTTP/1.1 ", 9);
    return atoi(reply + 9);
}

/* Requests that are refused in plain text are refused here, in whatever records they come. */
static void test_ambiguous_requests_are_refused(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const requests[] = {
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "GET / HTTP/1.1\r\nHost: x\r\nX: a\n\r\n",
    };
    for (size_t i = 0; i < 2; i++) {
        for (size_t piece = 1; piece < 100; piece += 33) {
            SSL *ssl = connect_tls(fixture);
            reply[0] = 0;
            assert_true(talk(ssl, requests[i], piece, NULL));
            hang_up(ssl);
            assert_memory_equal(reply, "HTTP/1.1 400 ", 13);
        }
    }
}

static int open_files(void)
{
    DIR *directory = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

/* Waits until no more than `most` files are open. Returns their number, which is more if that takes
 * over ten seconds. */
static int await_files(int most)
{
    int count = open_files();
    struct await limit = await_begin(10);
    while (count > most && await_step(&limit))
        count = open_files();
    return count;
}

static void test_pages(void **state)
{
    const struct fixture *fixture = *state;
    char *record = malloc(300001);
    struct ladder_result result = duel("g-1", "ann", "bob", 2);

    memset(record, 'r', 300000);
    record[300000] = 0;
    result.record = record;
    assert_int_equal(writer_queue_submit(fixture->ladder, &result, NULL, NULL), 0);
    writer_queue_wait(fixture->ladder);
    assert_int_equal(ask(fixture, "/"), 200);
    assert_non_null(strstr(reply, "Content-Security-Policy"));
    assert_int_equal(ask(fixture, "/nothing"), 404);
    assert_int_equal(ask(fixture, "/api/v1/games/g-1/record"), 200);
    assert_string_equal(strstr(reply, "\r\n\r\n") + 4, record);
    free(record);
}

/* One byte a record, and several requests in one connection. */
static void test_pieces(void **state)
{
    const struct fixture *fixture = *state;
    SSL *ssl = connect_tls(fixture);
    for (int i = 0; i < 5; i++) {
        reply[0] = 0;
        assert_true(talk(ssl, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n", i ? 7 : 1, "ok\n"));
    }
    hang_up(ssl);
}

static void test_nothing_leaks(void **state)
{
    const struct fixture *fixture = *state;
    int none = open_files();
    assert_int_equal(ask(fixture, "/health"), 200);
    int before = await_files(none);
    for (int i = 0; i < 40; i++)
        assert_int_equal(ask(fixture, "/health"), 200);
    for (int i = 0; i < 20; i++) {
        int fd = dial(fixture); /* half a handshake, or none */
        if (i % 2)
            assert_int_equal(write(fd, "\x16\x03\x01\x02", 4), 4);
        close(fd);
    }
    SSL *ssl = connect_tls(fixture);
    hang_up(ssl);
    /* A closed connection is freed when the next one comes. */
    assert_int_equal(ask(fixture, "/health"), 200);
    assert_in_range(await_files(before + 1), before - 2, before + 1);
}

static void test_plain_is_refused(void **state)
{
    const struct fixture *fixture = *state;
    const char request[] = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    char bytes[200] = "";
    ssize_t got = -1;
    int fd = dial(fixture);

    assert_int_equal(write(fd, request, sizeof request - 1), sizeof request - 1);
    struct await limit = await_begin(10);
    while (got != 0) {
        got = recv(fd, bytes, sizeof bytes - 1, 0);
        if (got > 0)
            assert_null(strstr(bytes, "HTTP"));
        if (got < 0 && errno != EAGAIN)
            break;
        if (got < 0 && !await_step(&limit))
            break;
    }
    assert_true(got == 0 || errno == ECONNRESET);
    close(fd);
    assert_int_equal(ask(fixture, "/health"), 200);
}

static int still_open(const int *fds, int count)
{
    char byte;
    int open_count = 0;
    for (int i = 0; i < count; i++)
        open_count += recv(fds[i], &byte, 1, 0) < 0 && errno == EAGAIN;
    return open_count;
}

/* Silent connections count like any other: 48 of one address, and 8 in the places reserved for a
 * monitor. */
static void test_connection_limit(void **state)
{
    const struct fixture *fixture = *state;
    enum { CLIENTS = 100, LIMIT = 56 };
    int fds[CLIENTS], before = open_files();
    for (int i = 0; i < CLIENTS; i++)
        fds[i] = dial(fixture);
    struct await limit = await_begin(10);
    while (still_open(fds, CLIENTS) > LIMIT && await_step(&limit))
        ;
    assert_int_equal(still_open(fds, CLIENTS), LIMIT);
    for (int i = 0; i < CLIENTS; i++)
        close(fds[i]);
    assert_in_range(await_files(before), 0, before);
    assert_int_equal(ask(fixture, "/health"), 200);
}

static void shows(SSL *ssl, const char *file)
{
    FILE *in = fopen(file, "r");
    X509 *mine = PEM_read_X509(in, NULL, NULL, NULL), *seen = SSL_get1_peer_certificate(ssl);
    fclose(in);
    assert_int_equal(X509_cmp(mine, seen), 0);
    X509_free(mine);
    X509_free(seen);
}

static void test_new_certificate(void **state)
{
    struct fixture *fixture = *state;
    struct tls_error error;
    struct tls *second;
    SSL *before = connect_tls(fixture), *after;

    assert_int_equal(tls_create(&second, fixture->place.second, fixture->place.second, &error), 0);
    web_server_use_tls(fixture->web, tls_context(second));
    tls_destroy(second);
    after = connect_tls(fixture);
    shows(before, fixture->place.first);
    shows(after, fixture->place.second);
    reply[0] = 0;
    assert_true(talk(before, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n", 99, "ok\n"));
    reply[0] = 0;
    assert_true(talk(after, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n", 99, "ok\n"));
    hang_up(before);
    hang_up(after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ambiguous_requests_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pieces, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nothing_leaks, setup, teardown),
        cmocka_unit_test_setup_teardown(test_plain_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_connection_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_new_certificate, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
