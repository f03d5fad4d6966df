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
/* What became of deliveries since the start, and how many wait now, those being sent included. */
struct webhook_counts {
    int64_t delivered; /* accepted */
    int64_t failed;    /* tries that were not accepted */
    int64_t given_up;  /* after the last try, or because they waited too long */
    int64_t waiting;
};
/* From any thread. NULL: there are no webhooks; all are 0. */
struct webhook_counts webhook_thread_counts(const struct webhook_thread *thread);
/* Ends requests under way; the next start repeats them. NULL is fine. */
void webhook_thread_stop(struct webhook_thread *thread);

#endif
