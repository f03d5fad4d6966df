/* thread.c - see thread.h. */
#include "base/thread.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct start {
    void *(*main)(void *context);
    void *context;
    int niceness;
};

static void *begin(void *argument)
{
    struct start start = *(struct start *)argument;

    free(argument);
    if (start.niceness > 0 && nice(start.niceness) == -1)
        errno = 0; /* then it runs as the others do */
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
