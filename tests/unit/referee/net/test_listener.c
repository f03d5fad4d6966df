/* test_listener.c - how connections are accepted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <event2/event.h>
#include <sys/resource.h>
#include <sys/wait.h>
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

/* Many connect at once: a turn of the loop accepts some of them, and the next turns the others. */
static void accepts_in_a_turn_are_limited(void **state)
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

/* A descriptor from the start of the process takes the place of a connection. */
static void inherited_descriptors_reduce_the_limit(void **state)
{
    const struct rlimit few = {.rlim_cur = 64, .rlim_max = 64};
    (void)state;

    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (setrlimit(RLIMIT_NOFILE, &few))
            _exit(1);
        int room = listener_room(4096, 4, false);
        if (listener_room(4096, 4, true) != room - LISTENER_FILES_PAGES)
            _exit(5);
        if (room < 1 || room > 64 - LISTENER_FILES_SPARE - 3 * LISTENER_FILES_LOOP)
            _exit(2);
        if (dup(0) < 0 || dup(0) < 0)
            _exit(3);
        _exit(listener_room(4096, 4, false) == room - 2 && listener_room(5, 1, false) == 5 ? 0 : 4);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_in_a_turn_are_limited),
        cmocka_unit_test(inherited_descriptors_reduce_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
