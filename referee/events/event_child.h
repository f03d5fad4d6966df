/* event_child.h - a process `avondale tournament` that plays one run of the calendar.
 *
 * It dies with the thread that started it. Its output lies in DIRECTORY/RUN, what it says in
 * DIRECTORY/RUN.log. A lock on DIRECTORY/RUN.lock is the process's for as long as it lives, so that
 * no run is played twice at once. */
#ifndef AVONDALE_EVENT_CHILD_H
#define AVONDALE_EVENT_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

enum { EVENT_CHILD_PATH_MAX = 320, EVENT_CHILD_WHY_BYTES = 160 };

struct event_child {
    pid_t pid; /* 0: there is none */
    char output[EVENT_CHILD_PATH_MAX];
};

struct event_child_order {
    const char *directory, *run;
    const char *file;  /* the text of the tournament */
    const char *store; /* whose workers play it; NULL: it is played here */
};

/* Starts it; where it was begun before it goes on. Returns 0; EVENT_CHILD_BUSY if a process plays
 * it; or -1 with a line in `why`. */
enum { EVENT_CHILD_BUSY = 1 };
int event_child_start(struct event_child *child, const struct event_child_order *order,
                      char why[EVENT_CHILD_WHY_BYTES]);
/* Whether it has ended; then `why` is the last line that it said, or its signal, and *status its
 * exit status, -1 of a signal. */
bool event_child_ended(struct event_child *child, int *status, char why[EVENT_CHILD_WHY_BYTES]);
/* Asks it to stop, which it does soon; then it can go on. */
void event_child_stop(const struct event_child *child);
/* Waits for its end, and kills it after so many milliseconds. */
void event_child_wait(struct event_child *child, int msec);

#endif
