/* thread.c - see thread.h. */
#include "base/thread.h"
#include "base/clock.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

struct start {
    void *(*main)(void *context);
    void *context;
    int niceness;
};

/* The first form of the kernel's struct sched_attr, which not every C library has. */
struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t niceness;
    uint32_t priority;
    uint64_t turn_nsec, deadline_nsec, period_nsec;
};
enum { TURN_NSEC = 100000, WAY_USEC = 100 };

/* SCHED_BATCH: it never interrupts a loop when it wakes up. With short turns (Linux 6.12 or newer)
 * a loop that wakes up interrupts it sooner. */
static void go_behind(int niceness)
{
    errno = 0;
    int own = getpriority(PRIO_PROCESS, 0);
    const struct attributes attributes = {.size = sizeof attributes,
                                          .policy = SCHED_BATCH,
                                          .niceness = own + niceness > 19 ? 19 : own + niceness,
                                          .turn_nsec = TURN_NSEC};

    if (errno == 0 && syscall(SYS_sched_setattr, 0, &attributes, 0) == 0)
        return;
    (void)sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0});
    if (nice(niceness) == -1)
        errno = 0; /* then it runs as the others do */
}

static void *begin(void *argument)
{
    struct start start = *(struct start *)argument;

    free(argument);
    if (start.niceness > 0)
        go_behind(start.niceness);
    return start.main(start.context);
}

/* Signals are for the main thread, except those that a thread's own access raises: if such a signal
 * is blocked the kernel ends the process and calls no handler. The journal handles SIGBUS. */
static void fill_signals(sigset_t *signals)
{
    static const int own[] = {SIGBUS, SIGSEGV, SIGFPE, SIGILL, SIGTRAP, SIGSYS};

    sigfillset(signals);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(signals, own[i]);
}

int thread_start(pthread_t *thread, void *(*main)(void *context), void *context, int niceness)
{
    struct start *start = malloc(sizeof *start);
    sigset_t blocked, before;

    if (!start)
        return ENOMEM;
    *start = (struct start){.main = main, .context = context, .niceness = niceness};
    fill_signals(&blocked);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    int status = pthread_create(thread, NULL, begin, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (status)
        free(start);
    return status;
}

void thread_give_way(int64_t *since_usec)
{
    if (clock_now_usec() - *since_usec < WAY_USEC)
        return;
    sched_yield();
    *since_usec = clock_now_usec();
}
