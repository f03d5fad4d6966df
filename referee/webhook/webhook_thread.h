/* webhook_thread.h - the thread that tells receivers of webhooks what has happened. Owns a
 * connection to the store; everything that is still to be told is there, so a restart loses
 * nothing, and of several nodes one tells it. A receiver has one request at a time, so one that
 * hangs delays no other. */
#ifndef AVONDALE_WEBHOOK_THREAD_H
#define AVONDALE_WEBHOOK_THREAD_H

#include "ladder.h"

struct webhook_thread;

struct webhook_thread_config {
    const char *store;
    const char *urls;        /* one a line, up to NEWS_QUEUE_RECEIVERS_MAX; "": there are none */
    const char *secret_file; /* webhook_sign_read */
    /* For tests; 0: as it is. Pauses between tries are divided by `hurry`. */
    int hurry, limit_msec;
};

/* Starts nothing if there are no URLs: *thread is NULL then. The texts are copied or read. Returns
 * 0, or an exit status after a line on standard error. */
int webhook_thread_start(struct webhook_thread **thread,
                         const struct webhook_thread_config *config);
/* Ends requests under way; the next start repeats them. NULL is fine. */
void webhook_thread_stop(struct webhook_thread *thread);

#endif
