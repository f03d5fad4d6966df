/* test_transport.c - byte streams over socketpairs: pieces, full buffers, ends, and the
 * detection of encodings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <netinet/in.h>
#include <time.h>

#include "tls_pair.h"

enum { MUCH = 1 << 20 };

struct fixture {
    struct place place;
    struct tls *tls;
};

static int setup(void **state)
{
    static struct fixture fixture;
    struct tls_error error;
    place_init(&fixture.place);
    assert_int_equal(tls_create(&fixture.tls, fixture.place.first, fixture.place.first, &error), 0);
    *state = &fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;
    tls_destroy(fixture->tls);
    place_fini(&fixture->place);
    return 0;
}

static char pattern(size_t at)
{
    return (char)(at * 31 + (at >> 8));
}

/* ----------------------------------------------------------------------------------- plain */

static void test_plain(void **state)
{
    char bytes[64];
    struct pair pair;
    (void)state;

    pair_init(&pair, NULL);
    assert_int_equal(transport_read(&pair.server, bytes, sizeof bytes), TRANSPORT_WANT_READ);
    assert_int_equal(write(pair.fd, "hello", 5), 5);
    assert_int_equal(transport_read(&pair.server, bytes, 3), 3);
    assert_memory_equal(bytes, "hel", 3);
    assert_int_equal(transport_read(&pair.server, bytes, sizeof bytes), 2);
    assert_false(transport_pending(&pair.server));
    assert_null(pair.server.ssl);
    assert_int_equal(transport_write(&pair.server, "welcome", 7), 7);
    assert_int_equal(read(pair.fd, bytes, sizeof bytes), 7);
    close(pair.fd);
    pair.fd = -1;
    assert_int_equal(transport_read(&pair.server, bytes, sizeof bytes), TRANSPORT_END);
    assert_int_equal(transport_write(&pair.server, "x", 1), TRANSPORT_ERROR);
    assert_non_null(strstr(pair.server.why, "pipe"));
    pair_fini(&pair);
    assert_int_equal(pair.server.read_fd, -1);
    transport_close(&pair.server);
}

/* Two descriptors: both are closed, each is used for its own direction. */
static void test_pipes(void **state)
{
    int in[2], out[2];
    char byte;
    struct transport transport;
    (void)state;

    assert_int_equal(pipe2(in, O_NONBLOCK), 0);
    assert_int_equal(pipe2(out, O_NONBLOCK), 0);
    transport_init_plain(&transport, in[0], out[1]);
    assert_int_equal(write(in[1], "\x16", 1), 1);
    assert_int_equal(transport_read(&transport, &byte, 1), 1); /* no TLS on pipes */
    assert_int_equal(byte, 0x16);
    assert_int_equal(transport_write(&transport, "y", 1), 1);
    assert_int_equal(read(out[0], &byte, 1), 1);
    transport_close(&transport);
    assert_int_equal(read(out[0], &byte, 1), 0);
    assert_int_equal(write(in[1], "z", 1), -1);
    assert_int_equal(errno, EPIPE);
    close(in[1]);
    close(out[0]);
}

static int64_t wall_usec(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* A late reader is told when the bytes arrived: the last of them, if one read takes several
 * messages. The kernel begins to report this a moment after the request. */
static void test_the_kernel_says_when_it_came(void **state)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    struct transport transport;
    char bytes[64];
    int64_t sent = 0, read_at = 0;
    (void)state;

    int listener = socket(AF_INET, SOCK_STREAM, 0), fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, size), 0);
    transport_init_accepted(&transport, accept4(listener, NULL, NULL, SOCK_NONBLOCK), NULL);
    for (int i = 0; i < 50 && (i < 2 || transport.arrived_usec == 0); i++) {
        sent = wall_usec();
        assert_int_equal(write(fd, "ping\n", 5), 5);
        usleep(20000);
        read_at = wall_usec();
        assert_int_equal(transport_read(&transport, bytes, sizeof bytes), 5);
    }
    assert_in_range(transport.arrived_usec, sent, read_at);
    assert_true(read_at - sent >= 20000);
    assert_true(transport.arrived_usec < read_at - 10000);
    transport_close(&transport);
    close(fd);
    close(listener);
}

static void test_partial_plain(void **state)
{
    static char bytes[MUCH];
    struct pair pair;
    size_t sent = 0;
    ssize_t status;
    (void)state;

    pair_init(&pair, NULL);
    assert_int_equal(write(pair.fd, "h", 1), 1);
    assert_int_equal(transport_read(&pair.server, bytes, 1), 1);
    while ((status = transport_write(&pair.server, bytes + sent, sizeof bytes - sent)) > 0)
        sent += (size_t)status;
    assert_int_equal(status, TRANSPORT_WANT_WRITE);
    assert_in_range(sent, 1, sizeof bytes - 1);
    while (read(pair.fd, bytes, sizeof bytes) > 0)
        ;
    assert_true(transport_write(&pair.server, bytes, sizeof bytes) > 0);
    pair_fini(&pair);
}

/* ------------------------------------------------------------------------------------- TLS */

static void shaken(struct pair *pair, const struct fixture *fixture)
{
    pair_init(pair, fixture->tls);
    pair_client(pair);
    assert_int_equal(pair_shake(pair), 0);
}

static void test_tls(void **state)
{
    char bytes[64];
    struct pair pair;

    shaken(&pair, *state);
    assert_int_equal(SSL_version(pair.client), TLS1_3_VERSION);
    assert_int_equal(transport_read(&pair.server, bytes, sizeof bytes), TRANSPORT_WANT_READ);
    assert_int_equal(SSL_write(pair.client, "hello", 5), 5);
    assert_int_equal(transport_read(&pair.server, bytes, 3), 3);
    assert_true(transport_pending(&pair.server)); /* the socket's buffer is empty */
    assert_int_equal(transport_read(&pair.server, bytes + 3, 10), 2);
    assert_memory_equal(bytes, "hello", 5);
    assert_false(transport_pending(&pair.server));
    assert_int_equal(transport_write(&pair.server, "welcome", 7), 7);
    assert_int_equal(SSL_read(pair.client, bytes, sizeof bytes), 7);
    assert_memory_equal(bytes, "welcome", 7);
    pair_fini(&pair);
}

/* Several records at once: read ahead from the descriptor, and all of them reported. */
static void test_records(void **state)
{
    char bytes[300];
    struct pair pair;
    size_t got = 0;
    int calls = 0;

    shaken(&pair, *state);
    for (int i = 0; i < 3; i++)
        assert_int_equal(SSL_write(pair.client, "0123456789", 10), 10);
    do {
        ssize_t status = transport_read(&pair.server, bytes + got, sizeof bytes - got);
        assert_true(status > 0);
        got += (size_t)status;
        calls++;
    } while (transport_pending(&pair.server));
    assert_int_equal(got, 30);
    assert_in_range(calls, 1, 3);
    pair_fini(&pair);
}

/* A full socket: each write continues where the last one ended, from an address that moves. */
static void test_partial_tls(void **state)
{
    static char bytes[MUCH], copy[MUCH], received[MUCH];
    struct pair pair;
    size_t sent = 0, got = 0;
    bool waited = false;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = pattern(i);
    shaken(&pair, *state);
    for (int turn = 0; got < sizeof bytes && turn < 100000; turn++) {
        char *from = turn % 2 ? copy : bytes;
        size_t size = sizeof bytes - sent;
        if (size > 0) {
            memcpy(copy + sent, bytes + sent, size);
            ssize_t status = transport_write(&pair.server, from + sent, size);
            assert_true(status > 0 || status == TRANSPORT_WANT_WRITE);
            waited = waited || status == TRANSPORT_WANT_WRITE;
            sent += status > 0 ? (size_t)status : 0;
        }
        int more = SSL_read(pair.client, received + got, 5000);
        got += more > 0 ? (size_t)more : 0;
    }
    assert_true(waited);
    assert_int_equal(got, sizeof bytes);
    assert_memory_equal(received, bytes, sizeof bytes);
    pair_fini(&pair);
}

/* The client's side over memory, so that its bytes can be passed on in pieces. */
static void pump(struct pair *pair, BIO *from_client, BIO *to_client, size_t piece)
{
    char bytes[4096];
    int size = BIO_read(from_client, bytes, (int)(piece < sizeof bytes ? piece : sizeof bytes));
    if (size > 0)
        assert_int_equal(write(pair->fd, bytes, (size_t)size), size);
    ssize_t got = read(pair->fd, bytes, sizeof bytes);
    if (got > 0)
        assert_int_equal(BIO_write(to_client, bytes, (int)got), got);
}

static void test_handshake_in_pieces(void **state)
{
    const struct fixture *fixture = *state;
    char bytes[16];
    struct pair pair;
    int turns = 0;
    ssize_t got = TRANSPORT_WANT_READ;

    pair_init(&pair, fixture->tls);
    pair_client(&pair);
    BIO *out = BIO_new(BIO_s_mem()), *in = BIO_new(BIO_s_mem());
    SSL_set_bio(pair.client, in, out);
    while (got == TRANSPORT_WANT_READ && turns++ < 3000) {
        if (SSL_do_handshake(pair.client) == 1 && SSL_get_shutdown(pair.client) == 0 &&
            BIO_pending(out) == 0)
            assert_int_equal(SSL_write(pair.client, "hello", 5), 5);
        pump(&pair, out, in, 1);
        got = transport_read(&pair.server, bytes, sizeof bytes);
    }
    assert_int_equal(got, 5);
    assert_memory_equal(bytes, "hello", 5);
    assert_in_range(turns, 200, 3000); /* one byte for each */
    pair_fini(&pair);
}

/* It stops in the middle: the server only waits, then its end is an end. */
static void test_half_a_handshake(void **state)
{
    const struct fixture *fixture = *state;
    char bytes[600];
    struct pair pair;

    for (int cut = 1; cut < 200; cut += 22) {
        pair_init(&pair, fixture->tls);
        pair_client(&pair);
        BIO *out = BIO_new(BIO_s_mem());
        SSL_set_bio(pair.client, BIO_new(BIO_s_mem()), out);
        assert_int_equal(SSL_do_handshake(pair.client), -1);
        assert_true(BIO_read(out, bytes, sizeof bytes) > cut);
        assert_int_equal(write(pair.fd, bytes, (size_t)cut), cut);
        assert_int_equal(transport_read(&pair.server, bytes, 16), TRANSPORT_WANT_READ);
        assert_int_equal(transport_read(&pair.server, bytes, 16), TRANSPORT_WANT_READ);
        close(pair.fd);
        pair.fd = -1;
        ssize_t status = transport_read(&pair.server, bytes, 16);
        assert_true(status == TRANSPORT_END || status == TRANSPORT_ERROR);
        pair_fini(&pair);
    }
}

/* Begins like TLS, but is not TLS. */
static void test_garbage(void **state)
{
    const struct fixture *fixture = *state;
    char bytes[16];
    struct pair pair;

    pair_init(&pair, fixture->tls);
    assert_int_equal(write(pair.fd, "\x16hello v=1 name=ann\n", 20), 20);
    assert_int_equal(transport_read(&pair.server, bytes, sizeof bytes), TRANSPORT_ERROR);
    assert_true(strlen(pair.server.why) > 0);
    assert_int_equal(transport_read(&pair.server, bytes, sizeof bytes), TRANSPORT_ERROR);
    assert_int_equal(transport_write(&pair.server, "x", 1), TRANSPORT_ERROR);
    pair_fini(&pair);
}

/* A plain line inside an encrypted session. */
static void test_plain_into_tls(void **state)
{
    char bytes[16];
    struct pair pair;

    shaken(&pair, *state);
    assert_int_equal(write(pair.fd, "act n=1 a=pass\n", 15), 15);
    assert_int_equal(transport_read(&pair.server, bytes, sizeof bytes), TRANSPORT_ERROR);
    pair_fini(&pair);
}

/* A plain stream is accepted on the same port, whatever certificate there is. */
static void test_plain_beside_tls(void **state)
{
    const struct fixture *fixture = *state;
    char bytes[16];
    struct pair pair;

    pair_init(&pair, fixture->tls);
    assert_int_equal(transport_write(&pair.server, "x", 1), TRANSPORT_WANT_READ);
    assert_int_equal(write(pair.fd, "hello", 5), 5);
    assert_int_equal(transport_read(&pair.server, bytes, sizeof bytes), 5);
    assert_null(pair.server.ssl);
    assert_int_equal(transport_write(&pair.server, "x", 1), 1);
    pair_fini(&pair);
}

/* TLS where none is configured: the client receives a TLS alert, and the end is an end. */
static void test_no_certificate(void **state)
{
    char byte;
    struct pair pair;
    (void)state;

    pair_init(&pair, NULL);
    pair_client(&pair);
    assert_int_equal(SSL_do_handshake(pair.client), -1);
    assert_int_equal(transport_read(&pair.server, &byte, 1), TRANSPORT_ERROR);
    assert_non_null(strstr(pair.server.why, "no certificate"));
    transport_close(&pair.server);
    ERR_clear_error();
    assert_int_equal(SSL_do_handshake(pair.client), -1);
    assert_int_equal(ERR_GET_REASON(ERR_peek_error()), SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE);
    pair_fini(&pair);
}

static void test_ends(void **state)
{
    char byte;
    struct pair pair;

    shaken(&pair, *state); /* with a close notify */
    SSL_shutdown(pair.client);
    assert_int_equal(transport_read(&pair.server, &byte, 1), TRANSPORT_END);
    pair_fini(&pair);
    shaken(&pair, *state); /* without one: a process that was killed */
    close(pair.fd);
    pair.fd = -1;
    ssize_t status = transport_read(&pair.server, &byte, 1);
    assert_true(status == TRANSPORT_END || status == TRANSPORT_ERROR);
    pair_fini(&pair);
    shaken(&pair, *state); /* our end sends one */
    transport_close(&pair.server);
    assert_int_equal(SSL_read(pair.client, &byte, 1), 0);
    assert_int_equal(SSL_get_error(pair.client, 0), SSL_ERROR_ZERO_RETURN);
    pair_fini(&pair);
}

static void test_versions(void **state)
{
    const struct fixture *fixture = *state;
    struct pair pair;

    pair_init(&pair, fixture->tls);
    pair_client(&pair);
    SSL_set_security_level(pair.client, 0);
    SSL_set_max_proto_version(pair.client, TLS1_1_VERSION);
    assert_int_equal(pair_shake(&pair), TRANSPORT_ERROR);
    assert_string_equal(pair.server.why, "unsupported protocol");
    pair_fini(&pair);

    pair_init(&pair, fixture->tls);
    pair_client(&pair);
    SSL_set_max_proto_version(pair.client, TLS1_2_VERSION);
    assert_int_equal(pair_shake(&pair), 0);
    assert_null(SSL_get_current_compression(pair.client));
    assert_int_equal(SSL_renegotiate(pair.client),
                     1); /* it asks, is refused, and the session continues */
    assert_int_equal(SSL_do_handshake(pair.client), -1);
    char byte;
    assert_int_equal(transport_read(&pair.server, &byte, 1), TRANSPORT_WANT_READ);
    assert_int_equal(SSL_get_verify_result(pair.client), X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT);
    pair_fini(&pair);
}

/* New keys, requested again and again, are no data for a reader. */
static void test_key_updates(void **state)
{
    char bytes[16];
    struct pair pair;

    shaken(&pair, *state);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(SSL_key_update(pair.client, SSL_KEY_UPDATE_REQUESTED), 1);
        assert_int_equal(SSL_do_handshake(pair.client), 1);
        assert_int_equal(transport_read(&pair.server, bytes, sizeof bytes), TRANSPORT_WANT_READ);
    }
    assert_int_equal(SSL_write(pair.client, "still", 5), 5);
    assert_int_equal(transport_read(&pair.server, bytes, sizeof bytes), 5);
    assert_int_equal(transport_write(&pair.server, "here", 4), 4);
    assert_int_equal(SSL_read(pair.client, bytes, sizeof bytes), 4);
    pair_fini(&pair);
}

static void key_update(struct pair *pair)
{
    assert_int_equal(SSL_key_update(pair->client, SSL_KEY_UPDATE_NOT_REQUESTED), 1);
    assert_int_equal(SSL_do_handshake(pair->client), 1);
}

/* As a peer reads: again where a read ended at a handshake message. */
static ssize_t read_on(struct transport *transport, char *bytes, size_t size)
{
    ssize_t got;
    do {
        got = transport_read(transport, bytes, size);
    } while (transport->unread);
    return got;
}

/* A message that arrives with key updates in one packet is seen: its descriptor will not report it
 * again.
 * again. */
static void test_key_update_before_a_message(void **state)
{
    char bytes[16];
    struct pair pair;

    shaken(&pair, *state);
    for (int updates = 1; updates <= 4; updates++) {
        for (int i = 0; i < updates; i++)
            key_update(&pair);
        assert_int_equal(SSL_write(pair.client, "ping", 4), 4);
        assert_int_equal(read_on(&pair.server, bytes, sizeof bytes), 4);
        assert_int_equal(read_on(&pair.server, bytes, sizeof bytes), TRANSPORT_WANT_READ);
        assert_false(transport_pending(&pair.server));
    }
    pair_fini(&pair);
}

/* However many key updates arrive first. */
static void test_many_key_updates(void **state)
{
    char bytes[16];
    struct pair pair;

    shaken(&pair, *state);
    for (int i = 0; i < 150; i++)
        key_update(&pair);
    assert_int_equal(SSL_write(pair.client, "at last", 7), 7);
    assert_int_equal(read_on(&pair.server, bytes, sizeof bytes), 7);
    pair_fini(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_pipes),
        cmocka_unit_test(test_the_kernel_says_when_it_came),
        cmocka_unit_test(test_partial_plain),
        cmocka_unit_test(test_tls),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_partial_tls),
        cmocka_unit_test(test_handshake_in_pieces),
        cmocka_unit_test(test_half_a_handshake),
        cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_plain_into_tls),
        cmocka_unit_test(test_plain_beside_tls),
        cmocka_unit_test(test_no_certificate),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_key_updates),
        cmocka_unit_test(test_key_update_before_a_message),
        cmocka_unit_test(test_many_key_updates),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
