/* test_websocket.c - frames over a socketpair: a stream of messages in any pieces, bounded
 * buffers, and a close for protocol errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/transport.h"
#include "net/websocket.h"

struct pair {
    struct transport server;
    int fd; /* the client's end */
};

static void pair_init(struct pair *pair)
{
    int fds[2], small = 4096;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds), 0);
    setsockopt(fds[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    pair->fd = fds[1];
    assert_int_equal(websocket_open(&pair->server, fds[0], NULL), 0);
}

static void pair_fini(struct pair *pair)
{
    transport_close(&pair->server);
    assert_int_equal(pair->server.read_fd, -1);
    transport_close(&pair->server); /* a second call is harmless */
    close(pair->fd);
}

/* Makes a masked frame of less than 64 KiB. Returns its size. */
static size_t frame(uint8_t *to, int first, const void *payload, size_t size)
{
    static const uint8_t mask[4] = {1, 2, 3, 4};
    size_t at = 0;

    to[at++] = (uint8_t)first;
    to[at++] = (uint8_t)(0x80 | (size < 126 ? size : 126));
    if (size >= 126) {
        to[at++] = (uint8_t)(size >> 8);
        to[at++] = (uint8_t)size;
    }
    memcpy(to + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < size; i++)
        to[at + i] = ((const uint8_t *)payload)[i] ^ mask[i % 4];
    return at + size;
}

static void put(const struct pair *pair, int first, const void *payload, size_t size)
{
    static uint8_t bytes[70000];
    size_t count = frame(bytes, first, payload, size);
    assert_int_equal(send(pair->fd, bytes, count, 0), count);
}

/* Reads everything available, in reads of `size` bytes; *last is how they ended. */
static size_t drain(struct pair *pair, char *to, size_t size, ssize_t *last)
{
    size_t got = 0;
    for (;;) {
        *last = transport_read(&pair->server, to + got, size);
        if (*last > 0)
            got += (size_t)*last;
        else if (*last != TRANSPORT_WANT_READ || !pair->server.unread)
            return got;
    }
}

/* Messages and pings in pieces of any size become lines, whatever the reader's buffer. */
static void test_any_pieces(void **state)
{
    static uint8_t bytes[4096];
    static const char expected[] = "hello v=1\nact g=1 a=pass\nact g=1 a=6S\n";
    size_t size = 0;
    (void)state;

    size += frame(bytes + size, 0x01, "hel", 3);
    size += frame(bytes + size, 0x89, "ping", 4);
    size += frame(bytes + size, 0x00, "lo v", 4);
    size += frame(bytes + size, 0x80, "=1", 2);
    size += frame(bytes + size, 0x81, "", 0);
    size += frame(bytes + size, 0x81, "act g=1 a=pass\n", 15);
    size += frame(bytes + size, 0x01, "act g=1 a=6S", 12);
    size += frame(bytes + size, 0x80, "", 0);
    for (size_t piece = 1; piece <= size; piece += piece < 40 ? 1 : 37) {
        struct pair pair;
        char text[200] = "";
        size_t got = 0;
        ssize_t last = 0;
        pair_init(&pair);
        for (size_t at = 0; at < size; at += piece) {
            size_t some = size - at < piece ? size - at : piece;
            assert_int_equal(send(pair.fd, bytes + at, some, 0), some);
            got += drain(&pair, text + got, 1 + piece % 7, &last);
            assert_int_equal(last, TRANSPORT_WANT_READ);
        }
        text[got] = 0;
        assert_string_equal(text, expected);
        uint8_t pong[6];
        assert_int_equal(recv(pair.fd, pong, sizeof pong, 0), 6);
        assert_memory_equal(pong, "\x8a\x04ping", 6);
        pair_fini(&pair);
    }
}

/* Parses the received frames. Returns the bytes of their messages, which have `opcode`, with
 * line feeds at their ends if they are text. */
static size_t unframe(const uint8_t *bytes, size_t size, int opcode, uint8_t *to)
{
    size_t at = 0, got = 0;
    bool inside = false;

    while (at < size) {
        uint8_t first = bytes[at++];
        size_t count = bytes[at++];
        assert_int_equal(first & 0x0f, inside ? 0 : opcode);
        if (count == 126) {
            count = (size_t)bytes[at] << 8 | bytes[at + 1];
            at += 2;
        }
        assert_true(count < 127 || count > 125);
        memcpy(to + got, bytes + at, count);
        at += count;
        got += count;
        inside = !(first & 0x80);
        if (opcode == 1 && !inside)
            to[got++] = '\n';
    }
    assert_int_equal(at, size);
    assert_false(inside);
    return got;
}

/* Writes all, as the arena does, while the client reads a little whenever the buffer is full. */
static void test_slow_reader(void **state)
{
    enum { LINES = 900, BYTES_MAX = 1 << 20 };
    static uint8_t sent[BYTES_MAX], came[BYTES_MAX], back[BYTES_MAX];
    size_t size = 0, got = 0, done = 0;
    struct pair pair;
    char text[64];
    ssize_t last;
    int waits = 0;
    (void)state;

    for (int line = 0; line < LINES; line++) {
        size_t length = (size_t)(line * 37 % 500 + (line % 100 ? 0 : 6000));
        memset(sent + size, 'a' + line % 26, length);
        size += length;
        sent[size++] = '\n';
    }
    pair_init(&pair);
    put(&pair, 0x81, "hello", 5);
    assert_int_equal(drain(&pair, text, sizeof text, &last), 6);
    while (done < size) {
        ssize_t count = transport_write(&pair.server, sent + done, size - done);
        if (count == TRANSPORT_WANT_WRITE) {
            ssize_t more = recv(pair.fd, came + got, 1000, 0);
            assert_true(more > 0);
            got += (size_t)more;
            waits++;
            continue;
        }
        assert_true(count > 0);
        done += (size_t)count;
    }
    for (ssize_t more; (more = recv(pair.fd, came + got, 4096, 0)) > 0;)
        got += (size_t)more;
    assert_true(waits > 10);
    assert_int_equal(unframe(came, got, 1, back), size);
    assert_memory_equal(back, sent, size);
    pair_fini(&pair);
}

static void test_binary(void **state)
{
    static const uint8_t map[] = {0x82, 0xa1, 't', 0xa4, 'p', 'i', 'n', 'g', 0xa1, 'n', 0x0a};
    uint8_t came[200], back[200];
    struct pair pair;
    char bytes[64];
    ssize_t last;
    (void)state;

    pair_init(&pair);
    put(&pair, 0x82, map, sizeof map);
    assert_int_equal(drain(&pair, bytes, sizeof bytes, &last), sizeof map);
    assert_memory_equal(bytes, map, sizeof map);
    assert_int_equal(transport_write(&pair.server, map, 4),
                     4); /* as if from another node: in pieces */
    assert_int_equal(transport_write(&pair.server, map + 4, sizeof map - 4), sizeof map - 4);
    assert_int_equal(transport_write(&pair.server, map, sizeof map), sizeof map);
    ssize_t got = recv(pair.fd, came, sizeof came, 0);
    assert_int_equal(unframe(came, (size_t)got, 2, back), 2 * sizeof map);
    assert_memory_equal(back + sizeof map, map, sizeof map);
    pair_fini(&pair);
}

/* The code of the close frame that follows these bytes; 0: no code. */
static int code_after(const void *bytes, size_t size)
{
    struct pair pair;
    char text[100];
    uint8_t came[200];
    ssize_t last;

    pair_init(&pair);
    assert_int_equal(send(pair.fd, bytes, size, 0), size);
    (void)drain(&pair, text, sizeof text / 2, &last);
    assert_true(last == TRANSPORT_ERROR || last == TRANSPORT_END);
    /* It stays closed, and no message can be sent. */
    assert_true(transport_read(&pair.server, text, 1) <= 0);
    assert_int_equal(transport_write(&pair.server, "x\n", 2), TRANSPORT_ERROR);
    transport_close(&pair.server);
    ssize_t got = recv(pair.fd, came, sizeof came, 0);
    assert_true(got >= 2);
    assert_int_equal(came[0], 0x88);
    pair_fini(&pair);
    return came[1] >= 2 ? came[2] << 8 | came[3] : 0;
}

static void test_refused(void **state)
{
    uint8_t bytes[200];
    (void)state;
    assert_int_equal(code_after("\x81\x05hello", 7), 1002);                /* not masked */
    assert_int_equal(code_after(bytes, frame(bytes, 0x80, "x", 1)), 1002); /* continues nothing */
    assert_int_equal(code_after(bytes, frame(bytes, 0xc1, "x", 1)), 1002); /* a reserved bit */
    assert_int_equal(code_after(bytes, frame(bytes, 0x81, "\xff", 1)), 1007);
    assert_int_equal(code_after(bytes, frame(bytes, 0x82, "text", 4)), 1003);
    assert_int_equal(code_after(bytes, frame(bytes, 0x81, "\xde\xaf", 2)), 1003);
    assert_int_equal(code_after("\x81\xff\x00\x00\x00\x00\x00\x01\x00\x01mask!", 15), 1009);
    assert_int_equal(code_after(bytes, frame(bytes, 0x88, "\x03\xe8", 2)), 1000);
}

/* A client that sends pings and reads no pongs is no longer read. */
static void test_flood_of_pings(void **state)
{
    uint8_t ping[200];
    size_t size = frame(ping, 0x89, "0123456789", 10), sent = 0, limit = 16 << 20;
    struct pair pair;
    char text[100];
    (void)state;

    pair_init(&pair);
    for (; sent < limit; sent += size) {
        ssize_t count = send(pair.fd, ping, size, 0);
        if (count < 0 && transport_read(&pair.server, text, sizeof text) == TRANSPORT_WANT_WRITE)
            break;
        assert_true(count < 0 || (size_t)count == size);
    }
    assert_true(sent < limit);
    assert_int_equal(transport_read(&pair.server, text, sizeof text), TRANSPORT_WANT_WRITE);
    pair_fini(&pair);
}

static void test_turned_away(void **state)
{
    int fds[2];
    char came[64] = "";
    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds), 0);
    websocket_turn_away(fds[0], NULL, "closing");
    assert_int_equal(recv(fds[1], came, sizeof came, 0), 11);
    assert_memory_equal(came,
                        "\x88\x09\x03\xf5"
                        "closing",
                        11);
    assert_int_equal(recv(fds[1], came, sizeof came, 0), 0);
    close(fds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_pieces),     cmocka_unit_test(test_slow_reader),
        cmocka_unit_test(test_binary),         cmocka_unit_test(test_refused),
        cmocka_unit_test(test_flood_of_pings), cmocka_unit_test(test_turned_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
