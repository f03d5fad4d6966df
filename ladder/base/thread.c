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

int thread_start(pthread_t *thread, void *(*main)(void *context), void *context, int niceness)
{
    struct start *start = malloc(sizeof *start);
    sigset_t all, before;

    if (!start)
        return ENOMEM;
    *start = (struct start){.main = main, .context = context, .niceness = niceness};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int status = pthread_create(thread, NULL, begin, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (status)
        free(start);
    return status;
}
