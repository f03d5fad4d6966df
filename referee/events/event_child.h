/* event_child.h - a process `avondale tournament` that plays one run of the calendar.
 *
 * It ends with the thread that started it. It writes to DIRECTORY/RUN, and its messages go to
 * DIRECTORY/RUN.log. It holds a lock on DIRECTORY/RUN.lock as long as it lives, so that no run is
 * played by two processes at once. */
#ifndef AVONDALE_EVENT_CHILD_H
#define AVONDALE_EVENT_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

enum { EVENT_CHILD_PATH_MAX = 320, EVENT_CHILD_WHY_BYTES = 160 };

struct event_child {
    pid_t pid; /* 0: no process */
    char output[EVENT_CHILD_PATH_MAX];
};

struct event_child_order {
    const char *directory, *run;
    const char *file;  /* the text of the tournament */
    const char *store; /* its workers play the games; NULL: this machine does */
};

/* Starts a process, which continues a tournament that was begun. Returns 0; EVENT_CHILD_BUSY if
 * another process plays the run; or -1 with a line in `why`. */
enum { EVENT_CHILD_BUSY = 1 };
int event_child_start(struct event_child *child, const struct event_child_order *order,
                      char why[EVENT_CHILD_WHY_BYTES]);
/* Whether the process has ended. Then `why` is the last line of its log, or its signal, and *status
 * its exit status, or -1 after a signal. */
bool event_child_ended(struct event_child *child, int *status, char why[EVENT_CHILD_WHY_BYTES]);
/* Asks the process to stop; a later one can continue the tournament. */
void event_child_stop(const struct event_child *child);
/* Waits until the process has ended; kills it after `msec` milliseconds. */
void event_child_wait(struct event_child *child, int msec);

#endif
