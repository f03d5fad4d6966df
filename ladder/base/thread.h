/* thread.h - threads without signals, because the main thread handles them. The referee uses them,
 * too.
 *
 * All other threads have a lower priority than game loops: a bot's clock runs while its loop waits
 * for a processor, but no clock runs while a result is stored or a page is written. Pages have a
 * lower priority than results, because a bot's next game waits for its result; beside a reader of
 * the same priority the writer took four milliseconds longer. If game loops use a whole processor,
 * pages still get a thirtieth. They never interrupt a loop when they wake up, and their turns are
 * short where Linux grants that (6.12 or newer). */
#ifndef AVONDALE_THREAD_H
#define AVONDALE_THREAD_H

#include <pthread.h>
#include <stdint.h>

enum {
    THREAD_NICE_TABLES = 0,
    THREAD_NICE_BEHIND = 10, /* bots wait for these: results, other nodes */
    THREAD_NICE_PAGES = 15,  /* people wait for these */
    THREAD_NICE_IDLE = 19,   /* no bot or person waits for these */
};

/* Starts `main(context)` with that nice value, 0 to 19, on top of the process's own (if the system
 * has one for each thread, as Linux has). Returns 0, or an errno, with no thread started. */
int thread_start(pthread_t *thread, void *(*main)(void *context), void *context, int niceness);

/* For long work of a thread behind the loops, often: every 100 microseconds it leaves its processor
 * to a loop that waits for it. Without that Linux looks at its next tick, up to 4 ms later.
 * *since_usec, 0 at first, is when the thread did so last. */
void thread_give_way(int64_t *since_usec);

#endif
