/* background.h - threads beside those of the tables. They take no signals, which are the main
 * thread's business, and stand behind the tables when a processor is wanted by both: a bot's clock
 * runs meanwhile, nobody's does while a result is stored or a page is written. */
#ifndef AVONDALE_BACKGROUND_H
#define AVONDALE_BACKGROUND_H

#include <pthread.h>

enum {
    BACKGROUND_NICE = 10,      /* what bots or people wait for: results, pages, other nodes */
    BACKGROUND_NICE_IDLE = 15, /* what nobody waits for */
};

/* Starts `main(context)` with that nice value, 0 to 19, on top of the process's own (where the
 * system has one for each thread, as Linux has). 0, or an errno; then nothing runs. */
int background_start(pthread_t *thread, void *(*main)(void *context), void *context, int niceness);

#endif
