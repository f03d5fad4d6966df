/* thread.h - threads that take no signals, since the main thread handles them. The referee uses
 * them, too.
 *
 * All other threads have a lower priority than game loops: a bot's clock runs while its loop waits
 * for a processor, but no clock runs while a result is stored or a page is written. Pages have a
 * lower priority than results: the next game of a bot waits for the result of this one, and beside
 * a reader of the same priority the writer needed four milliseconds more for its one. If game loops
 * take all of a processor, pages still get a thirtieth. */
#ifndef AVONDALE_THREAD_H
#define AVONDALE_THREAD_H

#include <pthread.h>

enum {
    THREAD_NICE_TABLES = 0,
    THREAD_NICE_BEHIND = 10, /* what bots wait for: results, other nodes */
    THREAD_NICE_PAGES = 15,  /* what people wait for */
    THREAD_NICE_IDLE = 19,   /* work that no bot or person waits for */
};

/* Starts `main(context)` with that nice value, 0 to 19, on top of the process's own (where the
 * system has one for each thread, as Linux has). 0, or an errno; then nothing runs. */
int thread_start(pthread_t *thread, void *(*main)(void *context), void *context, int niceness);

#endif
