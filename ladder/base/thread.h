/* thread.h - threads that take no signals, which are the main thread's business. Lent to the
 * referee, too.
 *
 * Those that are not of the tables stand behind them when a processor is wanted by both: a bot's
 * clock runs meanwhile, nobody's does while a result is stored or a page is written. Pages stand
 * behind results in turn: the next game of a bot waits for the result of this one, and beside a
 * reader of its own rank the writer of results, which has a millisecond to do, came to its end four
 * milliseconds later. Where tables take all of a processor they leave a thirtieth to pages. */
#ifndef AVONDALE_THREAD_H
#define AVONDALE_THREAD_H

#include <pthread.h>

enum {
    THREAD_NICE_TABLES = 0,
    THREAD_NICE_BEHIND = 10, /* what bots wait for: results, other nodes */
    THREAD_NICE_PAGES = 15,  /* what people wait for */
    THREAD_NICE_IDLE = 19,   /* what nobody waits for */
};

/* Starts `main(context)` with that nice value, 0 to 19, on top of the process's own (where the
 * system has one for each thread, as Linux has). 0, or an errno; then nothing runs. */
int thread_start(pthread_t *thread, void *(*main)(void *context), void *context, int niceness);

#endif
