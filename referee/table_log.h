/* table_log.h - events in and out of a table's log. Private to table.c, table_message.c,
 * table_hint.c and their tests. */
#ifndef AVONDALE_TABLE_LOG_H
#define AVONDALE_TABLE_LOG_H

#include "table.h"

#include <assert.h>
#include <string.h>

static inline void table_event_pack(const struct event *event, struct table_event *packed)
{
    *packed = (struct table_event){.kind = event->kind,
                                   .phase = event->phase,
                                   .seat = event->seat,
                                   .hand = event->hand,
                                   .ok = event->ok,
                                   .to = event->to,
                                   .seen_by = event->seen_by,
                                   .count = event->count};
    if (event->kind == EVENT_ACTION) {
        assert(!event->cards);
        packed->action = event->action;
    } else if (event->kind == EVENT_CONTRACT) {
        assert(!event->cards && event->action.count == 0);
        packed->contract = event->contract;
    } else {
        assert(event->action.count == 0);
        memcpy(packed->cards, &event->cards, sizeof packed->cards);
    }
}

static inline void table_event_unpack(const struct table_event *packed, struct event *event)
{
    *event = (struct event){.kind = packed->kind,
                            .phase = packed->phase,
                            .seat = packed->seat,
                            .hand = packed->hand,
                            .ok = packed->ok,
                            .to = packed->to,
                            .seen_by = packed->seen_by,
                            .count = packed->count};
    if (packed->kind == EVENT_ACTION)
        event->action = packed->action;
    else if (packed->kind == EVENT_CONTRACT)
        event->contract = packed->contract;
    else
        memcpy(&event->cards, packed->cards, sizeof packed->cards);
}

#endif
