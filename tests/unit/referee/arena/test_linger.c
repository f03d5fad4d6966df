/* test_linger.c - the last messages of a connection, over socket pairs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <event2/event.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "arena/linger.h"

struct pair {
    struct transport transport;
    int other;
};

static struct pair open_pair(void)
{
    struct pair pair;
    int fds[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds), 0);
    transport_init_plain(&pair.transport, fds[0], fds[0]);
    pair.other = fds[1];
    return pair;
}

static int setup(void **state)
{
    signal(SIGPIPE, SIG_IGN);
    *state = event_base_new();
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    event_base_free(*state);
    return 0;
}

static void turn(struct event_base *base)
{
    event_base_loop(base, EVLOOP_NONBLOCK);
}

/* Reads all available bytes, and returns them; *ended: the stream has ended. */
static size_t read_all(int fd, int *ended)
{
    static char bytes[65536];
    size_t total = 0;
    ssize_t got;

    while ((got = recv(fd, bytes, sizeof bytes, 0)) > 0)
        total += (size_t)got;
    *ended = got == 0;
    return total;
}

/* The other side's data is unread, and it still receives the reason, whatever its size. */
static void test_all_output_is_sent(void **state)
{
    enum { SIZE = 1 << 20 };
    struct event_base *base = *state;
    struct lingers lingers = {0};
    struct pair pair = open_pair();
    char *out = malloc(SIZE);
    size_t total = 0;
    int ended = 0;

    memset(out, 'x', SIZE);
    assert_int_equal(send(pair.other, "unread", 6, 0), 6);
    linger_begin(&lingers, base, &pair.transport, out, SIZE, 100);
    assert_int_equal(pair.transport.read_fd, -1);
    assert_int_equal(lingers.count, 1);
    for (int i = 0; i < 1000 && !ended; i++) {
        total += read_all(pair.other, &ended);
        if (i < 20)
            send(pair.other, "more", 4, MSG_NOSIGNAL);
        turn(base);
    }
    assert_true(ended);
    assert_int_equal(total, SIZE - 100);
    assert_int_equal(lingers.count, 1); /* until the other side ends, too */
    close(pair.other);
    turn(base);
    assert_int_equal(lingers.count, 0);
}

static void test_an_endless_sender_is_closed(void **state)
{
    static const char bytes[65536];
    struct event_base *base = *state;
    struct lingers lingers = {0};
    struct pair pair = open_pair();
    size_t sent = 0;
    int ended;

    linger_begin(&lingers, base, &pair.transport, NULL, 0, 0);
    while (lingers.count > 0 && sent < 4 * (size_t)LINGER_BYTES_MAX) {
        ssize_t more = send(pair.other, bytes, sizeof bytes, MSG_NOSIGNAL);
        sent += more > 0 ? (size_t)more : 0;
        turn(base);
    }
    assert_int_equal(lingers.count, 0);
    assert_in_range(sent, LINGER_BYTES_MAX, 2 * (size_t)LINGER_BYTES_MAX);
    read_all(pair.other, &ended);
    close(pair.other);
}

static void test_lingering_connections_are_limited(void **state)
{
    enum { COUNT = LINGER_MAX + 10 };
    struct event_base *base = *state;
    struct lingers lingers = {0};
    struct pair pairs[COUNT];

    for (int i = 0; i < COUNT; i++) {
        char *out = malloc(4);
        memcpy(out, "bye\n", 4);
        pairs[i] = open_pair();
        linger_begin(&lingers, base, &pairs[i].transport, out, 4, 0);
    }
    assert_int_equal(lingers.count, LINGER_MAX);
    for (int i = 0; i < COUNT; i++) { /* the oldest are closed, after they got the reason */
        int ended;
        assert_int_equal(read_all(pairs[i].other, &ended), 4);
        assert_true(ended);
        ssize_t sent = send(pairs[i].other, "x", 1, MSG_NOSIGNAL);
        assert_int_equal(sent, i < 10 ? -1 : 1);
    }
    linger_end(&lingers);
    assert_int_equal(lingers.count, 0);
    assert_null(lingers.first);
    assert_null(lingers.last);
    for (int i = 0; i < COUNT; i++)
        close(pairs[i].other);
}

static void test_pipes_are_closed(void **state)
{
    struct event_base *base = *state;
    struct lingers lingers = {0};
    struct transport transport;
    int in[2], out[2];
    char byte;

    assert_int_equal(pipe(in) | pipe(out), 0);
    transport_init_plain(&transport, in[0], out[1]);
    linger_begin(&lingers, base, &transport, NULL, 0, 0);
    assert_int_equal(lingers.count, 0);
    assert_int_equal(read(out[0], &byte, 1), 0);
    close(in[1]);
    close(out[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_output_is_sent, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_endless_sender_is_closed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lingering_connections_are_limited, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pipes_are_closed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
