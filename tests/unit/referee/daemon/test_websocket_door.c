/* test_websocket_door.c - a socket is passed from one thread to the loop of another, once, or is
 * closed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <event2/event.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/websocket_door.h"
#include "ladder.h"

static int entered_fd, entered;

static void on_enter(void *context, int fd, struct ssl_st *ssl, const struct endpoint *from)
{
    assert_ptr_equal(context, &entered);
    assert_null(ssl);
    assert_int_equal(from->kind, ENDPOINT_UNIX);
    entered_fd = fd;
    entered++;
}

static struct websocket_door *door;

static void *give(void *socket)
{
    websocket_door_take(door, socket);
    return NULL;
}

static void test_door(void **state)
{
    struct event_base *base = event_base_new();
    struct web_socket socket = {0};
    int fds[2];
    pthread_t thread;
    (void)state;

    door = websocket_door_create(base, on_enter, &entered);
    assert_non_null(door);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    socket.fd = fds[0];
    assert_int_equal(pthread_create(&thread, NULL, give, &socket), 0);
    pthread_join(thread, NULL);
    event_base_loop(base, EVLOOP_ONCE);
    assert_int_equal(entered, 1);
    assert_int_equal(entered_fd, fds[0]);
    /* The second one is in transit when the listener closes. */
    give(&socket);
    websocket_door_destroy(door);
    assert_int_equal(entered, 1);
    assert_int_equal(fcntl(fds[0], F_GETFD), -1);
    close(fds[1]);
    websocket_door_destroy(NULL);
    event_base_free(base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_door)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
