/* test_listener.c - how connections come in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <unistd.h>

#include "dial.h"
#include "net/listener.h"

static int entered;

static void on_enter(void *context, int fd, const struct sockaddr_in *from)
{
    (void)context;
    (void)from;
    entered++;
    close(fd);
}

/* Many come at once: a turn of the loop takes some of them, and the next turns the others. */
static void some_in_a_turn(void **state)
{
    enum { COMING = 5 * LISTENER_ENTER_MAX };
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct event_base *base = event_base_new();
    struct listener listener;
    socklen_t size = sizeof address;
    int fds[COMING];
    (void)state;

    assert_int_equal(listener_open(&listener, base, &address, on_enter, NULL), 0);
    assert_int_equal(
        getsockname(evconnlistener_get_fd(listener.evconn), (struct sockaddr *)&address, &size), 0);
    for (int i = 0; i < COMING; i++)
        fds[i] = dial_port(ntohs(address.sin_port));
    for (int i = 0; i < 1000 && entered < COMING; i++) {
        int before = entered;
        event_base_loop(base, EVLOOP_ONCE | EVLOOP_NONBLOCK);
        assert_in_range(entered - before, 0, LISTENER_ENTER_MAX);
    }
    assert_int_equal(entered, COMING);
    for (int i = 0; i < COMING; i++)
        close(fds[i]);
    listener_close(&listener);
    event_base_free(base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(some_in_a_turn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
