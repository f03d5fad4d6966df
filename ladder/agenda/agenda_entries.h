/* agenda_entries.h - who plays a tournament of the calendar; inside the ladder only. */
#ifndef AVONDALE_AGENDA_ENTRIES_H
#define AVONDALE_AGENDA_ENTRIES_H

#include "base/values.h"
#include "calendar/event.h"
#include "store/store_calendar.h"

/* Why a bot that was to play does not. */
enum agenda_left {
    AGENDA_LEFT_PROGRAM, /* no program: it only connects, or its version is not active */
    AGENDA_LEFT_BARRED,  /* stopped or banned */
    AGENDA_LEFT_RULESET, /* its program does not play the ruleset, as its manifest says */
    AGENDA_LEFT_OWNER,   /* its owner has enough others that play */
    AGENDA_LEFT_ROOM,    /* a tournament has no more entries */
    AGENDA_LEFTS
};

enum { AGENDA_LEFT_NAMED = 3, AGENDA_LEFT_BYTES = 200 };

struct agenda_entries {
    char *file; /* of the run, on the heap */
    int count;  /* entries that play */
    struct {
        int count;
        char names[AGENDA_LEFT_NAMED][LADDER_NAME_MAX + 1]; /* the first ones */
    } left[AGENDA_LEFTS];
};

/* Makes the file of a run: the event's file with the entries that play, at most EVENT_BEST_MAX.
 * Called within a transaction. Returns 0, and the caller frees entries->file; or -1 with *error. */
LADDER_MUST_CHECK int agenda_entries_make(struct store *store, const struct calendar_event *row,
                                          const struct event_plan *event, const char *run,
                                          struct agenda_entries *entries,
                                          struct ladder_error *error);
/* Writes who was left out for that reason: "no program: zoe, yan, xi and 3 more". Returns whether
 * anybody was. */
bool agenda_entries_left(const struct agenda_entries *entries, enum agenda_left why,
                         char text[AGENDA_LEFT_BYTES]);

#endif
