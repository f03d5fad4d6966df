/* event_thread.h - the thread of the calendar: starts events that are due, each half second. Owns a
 * connection to the store, and the processes that play tournaments. */
#ifndef AVONDALE_EVENT_THREAD_H
#define AVONDALE_EVENT_THREAD_H

#include "ladder.h"

struct event_thread;

enum { EVENT_THREAD_AT_ONCE = 4 /* tournaments that one daemon plays */ };

struct event_thread_config {
    const char *store, *node, *key;
    const char *directory; /* where tournaments write; "": this daemon plays none */
    bool workers;          /* workers of the store play, instead of this machine */
    const char *events;    /* lines of the configuration, as event_parse_line takes them */
};

/* The texts stay the caller's. Returns 0, or an exit status after a line on standard error. */
int event_thread_start(struct event_thread **thread, const struct event_thread_config *config);
/* Stops the processes; the next start continues their tournaments. NULL is fine. */
void event_thread_stop(struct event_thread *thread);

#endif
