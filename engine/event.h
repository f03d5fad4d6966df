/* event.h - a list of events, filled by the files of the phase machine. Private to the engine. */
#ifndef AVONDALE_EVENT_H
#define AVONDALE_EVENT_H

#include "engine.h"

/* Appends an event that all seats get; the caller narrows `to` and `seen_by` and fills in the rest.
 * Returns the event, which is in `events`. */
struct event *event_append(struct events *events, enum event_kind kind, seat_t seat);

/* event_append, but returns NULL if `events` is NULL: the caller wants no events. */
static inline struct event *event_put(struct events *events, enum event_kind kind, seat_t seat)
{
    return events ? event_append(events, kind, seat) : NULL;
}

#endif
