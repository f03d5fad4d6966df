/* store_calendar.h - what a store keeps of the calendar; inside the ladder only.
 *
 * Rows beside the log: events, who signed up for them, and their runs. A run is one start of an
 * event: its row is the claim, so an event starts once at a time, whichever node is first. As in
 * store.h: between store_begin and store_commit; 0 or a count, STORE_NONE and STORE_THERE as said,
 * STORE_FAILED. What texts say is calendar/event.h's to know. */
#ifndef AVONDALE_STORE_CALENDAR_H
#define AVONDALE_STORE_CALENDAR_H

#include "store/store.h"

enum {
    CALENDAR_NAME_MAX =
        18, /* of the event: its runs append 14, and their names have the form of season names */
    CALENDAR_SPEC_MAX = 400,
    CALENDAR_WHY_MAX = 200,
    CALENDAR_FILE_MAX = 128 * 1024, /* bytes of the file of a tournament */
};

struct calendar_event {
    char name[CALENDAR_NAME_MAX + 1];
    char spec[CALENDAR_SPEC_MAX + 1];
    int64_t due_msec; /* its next start; 0: none */
    char *file;       /* of a tournament, else ""; heap; NULL in lists */
};

enum calendar_state { CALENDAR_RUNNING, CALENDAR_OVER, CALENDAR_OFF, CALENDAR_STATES };
/* Of a row: a number that is no state is CALENDAR_OFF. */
static inline enum calendar_state calendar_state_of(int64_t number)
{
    return number == CALENDAR_RUNNING ? CALENDAR_RUNNING
           : number == CALENDAR_OVER  ? CALENDAR_OVER
                                      : CALENDAR_OFF;
}

struct calendar_run {
    char name[LADDER_NAME_MAX + 1];
    char event[CALENDAR_NAME_MAX + 1];
    char spec[CALENDAR_SPEC_MAX + 1]; /* of the event as it was then */
    int64_t due_msec;                 /* when it was to start */
    int64_t started_msec, ended_msec; /* ended_msec 0: it runs */
    int64_t until_msec;               /* when a season ends; 0: a tournament */
    enum calendar_state state;
    char node[LADDER_NAME_MAX + 1]; /* who plays it; "": a daemon that serves alone */
    char why[CALENDAR_WHY_MAX + 1]; /* why it is off, or late; "" */
    char *file;                     /* what is played, else ""; heap; NULL in lists */
};

struct calendar_entry {
    char bot[LADDER_NAME_MAX + 1];
    int64_t wall_msec;
};

/* ---- events */
/* Adds an event, or replaces the spec, file and due of an existing one. */
LADDER_MUST_CHECK int store_calendar_put(struct store *store, const struct calendar_event *event);
/* Removes an event and its sign-ups; its runs stay. Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int store_calendar_drop(struct store *store, const char *name);
/* Returns STORE_NONE if there is none. `file` is the caller's to free. */
LADDER_MUST_CHECK int store_calendar_find(struct store *store, const char *name,
                                          struct calendar_event *event);
/* Reads up to `max` after a name, in order ("" is the first). Returns their number. */
LADDER_MUST_CHECK int store_calendar_page(struct store *store, const char *after,
                                          struct calendar_event *events, int max);
/* Reads up to `max` with a start until then, the earliest first. Returns their number. */
LADDER_MUST_CHECK int store_calendar_due(struct store *store, int64_t until_msec,
                                         struct calendar_event *events, int max);
LADDER_MUST_CHECK int store_calendar_set_due(struct store *store, const char *name,
                                             int64_t due_msec);

/* ---- runs */
/* Claims a start. Returns STORE_THERE, with nothing written, if it was claimed before. */
LADDER_MUST_CHECK int store_calendar_run_add(struct store *store, const struct calendar_run *run);
/* Returns STORE_NONE, with nothing changed, if it does not run. */
LADDER_MUST_CHECK int store_calendar_run_end(struct store *store, const char *name,
                                             enum calendar_state state, int64_t ended_msec,
                                             const char *why);
/* This node plays it from now on. */
LADDER_MUST_CHECK int store_calendar_run_take(struct store *store, const char *name,
                                              const char *node);
/* Returns STORE_NONE if there is none. `file` is the caller's to free. */
LADDER_MUST_CHECK int store_calendar_run_find(struct store *store, const char *name,
                                              struct calendar_run *run);
/* Up to `max` that run, of this node and of nodes that are gone, the oldest first: their number.
 */
LADDER_MUST_CHECK int store_calendar_runs_open(struct store *store, const char *node,
                                               struct calendar_run *runs, int max);
/* Up to `max` of an event ("": of all), the newest start first: their number. */
LADDER_MUST_CHECK int store_calendar_runs(struct store *store, const char *event,
                                          struct calendar_run *runs, int max);

/* ---- who signed up */
/* Returns STORE_THERE if the bot is signed up already. */
LADDER_MUST_CHECK int store_calendar_entry_add(struct store *store, const char *event,
                                               const char *bot, int64_t wall_msec);
/* Returns STORE_NONE if the bot is not signed up. */
LADDER_MUST_CHECK int store_calendar_entry_drop(struct store *store, const char *event,
                                                const char *bot);
/* Up to `max` after the name of a bot, in their order: their number. */
LADDER_MUST_CHECK int store_calendar_entries(struct store *store, const char *event,
                                             const char *after, struct calendar_entry *entries,
                                             int max);

#endif
