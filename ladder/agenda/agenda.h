/* agenda.h - carries the calendar out in a store: starts events that are due, begins and ends
 * seasons, freezes tables. Inside the ladder; used by one thread of the daemon.
 *
 * Its whole state is in the store, and each step is one transaction. So a daemon that is killed
 * between two steps continues with the next one, and of several nodes exactly one takes each step.
 * An event that was due while no daemon ran starts late, once; its next start is the first one
 * after now. Time is an argument, in milliseconds since 1970. Functions block. */
#ifndef AVONDALE_AGENDA_H
#define AVONDALE_AGENDA_H

#include "base/values.h"
#include "calendar/event.h"
#include "store/store_calendar.h"

struct agenda;

enum {
    AGENDA_LATE_MSEC = 60000,  /* a start after this delay is logged as late */
    AGENDA_SETTLE_MSEC = 5000, /* that results of a season that is over take to be stored */
};

struct agenda_config {
    const char *url;  /* of a store that this process has open */
    const char *node; /* "": a daemon that serves alone */
    const char *key;  /* the file of the key that signs; made when it is needed first */
    /* Gets a line about each start, end and failure (`bad`). */
    void (*say)(void *context, bool bad, const char *line);
    void *context;
};

/* The texts of `config` stay the caller's. Returns 0, or -1 with *error. */
LADDER_MUST_CHECK int agenda_create(struct agenda **agenda, const struct agenda_config *config,
                                    struct ladder_error *error);
void agenda_destroy(struct agenda *agenda); /* NULL is fine */

/* Adds an event, or replaces the one of that name; an equal one stays unchanged. `file`: the text
 * of a tournament's file, else "". The first start is the first one after now. Returns 0, or -1
 * with *error. */
LADDER_MUST_CHECK int agenda_put(struct store *store, const char *name,
                                 const struct event_plan *event, const char *file, int64_t now_msec,
                                 struct ladder_error *error);
/* The same in a transaction of its own. */
LADDER_MUST_CHECK int agenda_keep(struct agenda *agenda, const char *name,
                                  const struct event_plan *event, const char *file,
                                  int64_t now_msec, struct ladder_error *error);

/* Starts events that are due, and ends seasons that are over. `room`: how many tournaments may
 * start. Returns 0, or -1 if the store failed; then `say` got a line, and the next call tries
 * again.
 */
int agenda_turn(struct agenda *agenda, int64_t now_msec, int room);
/* Lists up to `max` running tournaments that this node plays, oldest first, and takes over those of
 * nodes without a lease. Returns their number, or -1. `file` is NULL. */
int agenda_runs(struct agenda *agenda, struct calendar_run *runs, int max);
/* Returns the file of a run, which the caller frees, or NULL if the store failed. */
char *agenda_file(struct agenda *agenda, const char *run);
/* Freezes the table of a tournament whose output is in that directory. Returns 0, also if it is
 * frozen already; 1 if the output is not that of a finished tournament; or -1 if the store failed,
 * and the caller tries again. */
int agenda_freeze(struct agenda *agenda, const char *run, const char *directory, int64_t now_msec);
/* Calls a run off that cannot be played. Returns 0, or -1 if the store failed, and the caller tries
 * again. */
int agenda_call_off(struct agenda *agenda, const char *name, const char *why, int64_t now_msec);

#endif
