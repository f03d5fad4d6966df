/* agenda.h - what the calendar does to a store: starts what is due, begins and ends seasons,
 * freezes tables; inside the ladder, and of one thread of the daemon.
 *
 * All that it knows is in the store, and each step is one transaction: a daemon that is killed
 * between two of them goes on where it was, and of several nodes one takes each step. An event that
 * was due while nobody looked starts late, once: then its next time is the first one from now on.
 * Time is an argument, in milliseconds since 1970. Functions block. */
#ifndef AVONDALE_AGENDA_H
#define AVONDALE_AGENDA_H

#include "base/values.h"
#include "calendar/event.h"
#include "store/store_calendar.h"

struct agenda;

enum {
    AGENDA_LATE_MSEC = 60000,  /* later than this is said to be late */
    AGENDA_SETTLE_MSEC = 5000, /* that results of a season that is over take to be stored */
};

struct agenda_config {
    const char *url;  /* of a store that this process has open */
    const char *node; /* "": a daemon that serves alone */
    const char *key;  /* the file of the key that signs; made when it is needed first */
    /* Told a line about each start, end and failure (`bad`). */
    void (*say)(void *context, bool bad, const char *line);
    void *context;
};

/* The texts of `config` stay the caller's. Returns 0, or -1 with *error. */
LADDER_MUST_CHECK int agenda_create(struct agenda **agenda, const struct agenda_config *config,
                                    struct ladder_error *error);
void agenda_destroy(struct agenda *agenda); /* NULL is fine */

/* Adds an event, or changes the one of that name; one that is there with the same words and the
 * same file stays as it is. `file`: the text of a tournament, else "". Its first start is the first
 * after now. Returns 0, or -1 with *error. */
LADDER_MUST_CHECK int agenda_put(struct store *store, const char *name,
                                 const struct event_plan *event, const char *file, int64_t now_msec,
                                 struct ladder_error *error);
/* The same in a transaction of its own. */
LADDER_MUST_CHECK int agenda_keep(struct agenda *agenda, const char *name,
                                  const struct event_plan *event, const char *file,
                                  int64_t now_msec, struct ladder_error *error);

/* Starts what is due, and ends the seasons that are over. `room`: how many tournaments may start.
 * Returns 0, or -1 where the store failed; then `say` was told, and the next call tries again. */
int agenda_turn(struct agenda *agenda, int64_t now_msec, int room);
/* Up to `max` tournaments that run and are this node's to play, the oldest first; those of nodes
 * that are gone are taken over. Returns their number, or -1. `file` is NULL. */
int agenda_runs(struct agenda *agenda, struct calendar_run *runs, int max);
/* The file of a run, to be freed by the caller. Returns NULL if the store failed. */
char *agenda_file(struct agenda *agenda, const char *run);
/* Freezes the table of a tournament whose output lies in that directory. Returns 0, also if it has
 * one already; 1 if the output is not that of a tournament that has ended; or -1: to be tried
 * again. */
int agenda_freeze(struct agenda *agenda, const char *run, const char *directory, int64_t now_msec);
/* It cannot be played. Returns 0, or -1: to be tried again. */
int agenda_call_off(struct agenda *agenda, const char *run, const char *why, int64_t now_msec);

#endif
