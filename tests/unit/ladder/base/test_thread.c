/* test_thread.c - a new thread has a lower priority than its starter, and blocks signals; long work
 * leaves its processor to others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sched.h>
#include <signal.h>
#include <sys/resource.h>

#include "ladder.h"

struct seen {
    int priority, policy;
    sigset_t blocked;
};

static void *look(void *context)
{
    struct seen *seen = context;
    seen->priority = getpriority(PRIO_PROCESS, 0);
    seen->policy = sched_getscheduler(0);
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
        assert_int_equal(seen.policy, levels[i] > 0 ? SCHED_BATCH : SCHED_OTHER);
        assert_true(sigismember(&seen.blocked, SIGTERM));
        assert_true(sigismember(&seen.blocked, SIGHUP));
        /* The thread that starts it is unchanged. */
        pthread_sigmask(SIG_SETMASK, NULL, &blocked);
        assert_false(sigismember(&blocked, SIGTERM));
        assert_int_equal(getpriority(PRIO_PROCESS, 0), own);
    }
}

static void way_is_given_now_and_then(void **state)
{
    int64_t since = 0;
    (void)state;
    int64_t began = clock_now_usec();
    thread_give_way(&since);
    int64_t first = since;
    assert_true(first >= began);
    int ways = 0;
    while (clock_now_usec() - began < 20000) {
        int64_t before = since;
        thread_give_way(&since);
        assert_true(since == before || since >= before + 100);
        ways += since != before;
    }
    assert_in_range(ways, 1, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(way_is_given_now_and_then),
        cmocka_unit_test(a_thread_has_lower_priority_and_takes_no_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
