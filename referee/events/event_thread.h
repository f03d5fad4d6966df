/* event_thread.h - the thread of the calendar: looks each half second what is due, and has it
 * played. Owns a connection to the store, and the processes that play. */
#ifndef AVONDALE_EVENT_THREAD_H
#define AVONDALE_EVENT_THREAD_H

#include "ladder.h"

struct event_thread;

enum { EVENT_THREAD_AT_ONCE = 4 /* tournaments that one daemon plays */ };

struct event_thread_config {
    const char *store, *node, *key;
    const char *directory; /* for what tournaments write; "": this daemon plays none */
    bool workers;          /* those of the store play, instead of this machine */
    const char *events;    /* lines of the configuration, as event_parse_line takes them */
};

/* The texts stay the caller's. Returns 0, or an exit status after a line on standard error. */
int event_thread_start(struct event_thread **thread, const struct event_thread_config *config);
/* Stops the processes; what they played goes on with the next start. NULL is fine. */
void event_thread_stop(struct event_thread *thread);

#endif
