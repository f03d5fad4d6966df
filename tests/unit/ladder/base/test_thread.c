/* test_thread.c - a new thread has a lower priority than its starter, and blocks signals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <sys/resource.h>

#include "ladder.h"

struct seen {
    int priority;
    sigset_t blocked;
};

static void *look(void *context)
{
    struct seen *seen = context;
    seen->priority = getpriority(PRIO_PROCESS, 0);
    pthread_sigmask(SIG_SETMASK, NULL, &seen->blocked);
    return NULL;
}

static void a_thread_has_lower_priority_and_takes_no_signals(void **state)
{
    const int levels[] = {THREAD_NICE_TABLES, THREAD_NICE_BEHIND, THREAD_NICE_PAGES,
                          THREAD_NICE_IDLE};
    (void)state;

    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        int own = getpriority(PRIO_PROCESS, 0);
        struct seen seen = {0};
        sigset_t blocked;
        pthread_t thread;

        assert_int_equal(thread_start(&thread, look, &seen, levels[i]), 0);
        pthread_join(thread, NULL);
        assert_int_equal(seen.priority, own + levels[i] > 19 ? 19 : own + levels[i]);
        assert_true(sigismember(&seen.blocked, SIGTERM));
        assert_true(sigismember(&seen.blocked, SIGHUP));
        /* The thread that starts it is unchanged. */
        pthread_sigmask(SIG_SETMASK, NULL, &blocked);
        assert_false(sigismember(&blocked, SIGTERM));
        assert_int_equal(getpriority(PRIO_PROCESS, 0), own);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_has_lower_priority_and_takes_no_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
