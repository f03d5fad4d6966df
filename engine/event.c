/* event.c - what happened in a game, as events for its seats. */
#include "event.h"

#include <assert.h>
#include <string.h>

const char *event_name(enum event_kind kind)
{
    static const char *const names[] = {"deal",     "cards", "up",      "action", "drawn",
                                        "contract", "kitty", "partner", "show",   "trick",
                                        "claim",    "hand",  "over"};
    assert(kind < EVENT_KIND_COUNT);
    return names[kind];
}

struct event *event_append(struct events *events, enum event_kind kind, seat_t seat)
{
    assert(events->count < EVENTS_MAX);
    struct event *event = &events->items[events->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->seat = event->hand = seat;
    event->to = event->seen_by = TO_ALL;
    return event;
}
