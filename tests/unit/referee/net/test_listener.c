/* test_listener.c - how connections come in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <event2/event.h>
#include <unistd.h>

#include "dial.h"
#include "net/listener.h"

static int entered;

static void on_enter(void *context, int fd, const struct endpoint *from)
{
    (void)context;
    assert_true(endpoint_is_local(from));
    entered++;
    close(fd);
}

/* Many come at once: a turn of the loop takes some of them, and the next turns the others. */
static void some_in_a_turn(void **state)
{
    enum { COMING = 5 * LISTENER_ENTER_MAX };
    struct endpoint at = {.kind = ENDPOINT_IP4, .ip = {127, 0, 0, 1}};
    char error[ENDPOINT_ERROR_BYTES];
    struct event_base *base = event_base_new();
    struct listener listener;
    int fds[COMING];
    (void)state;

    assert_int_equal(listener_open(&listener, base, &at, on_enter, NULL, error), 0);
    for (int i = 0; i < COMING; i++)
        fds[i] = dial_port(listener.socket.at.port);
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
