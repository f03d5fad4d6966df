/* thread.h - threads that take no signals, which are the main thread's business. Lent to the referee, too.
 *
 * Those that are not of the tables stand behind them when a processor is wanted by both: a bot's clock runs
 * meanwhile, nobody's does while a result is stored or a page is written. */
#ifndef AVONDALE_THREAD_H
#define AVONDALE_THREAD_H

#include <pthread.h>

enum {
    THREAD_NICE_TABLES = 0,
    THREAD_NICE_BEHIND = 10, /* what bots or people wait for: results, pages, other nodes */
    THREAD_NICE_IDLE = 15,   /* what nobody waits for */
};

/* Starts `main(context)` with that nice value, 0 to 19, on top of the process's own (where the
 * system has one for each thread, as Linux has). 0, or an errno; then nothing runs. */
int thread_start(pthread_t *thread, void *(*main)(void *context), void *context, int niceness);

#endif
