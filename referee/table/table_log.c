/* table_log.c - makes room in the log of a table. */
#include "table/table_log_private.h"

/* The position of a place after the events between `from` and `to` are removed. */
static struct table_place place_without(struct table_place place, struct table_place from,
                                        struct table_place to)
{
    if (place.byte >= to.byte) {
        place.byte = (uint16_t)(place.byte - (to.byte - from.byte));
        place.event = (uint16_t)(place.event - (to.event - from.event));
        return place;
    }
    return place.byte > from.byte ? from : place;
}

void table_log_drop_middle(struct table *table)
{
    enum { KEEP_EVENTS = 16, DROP_TO = TABLE_LOG_FULL * 3 / 4 };
    struct table_hot *hot = &table->hot;
    struct table_place from = {0};

    assert(hot->log_end.byte >= TABLE_LOG_FULL);
    while (from.event < KEEP_EVENTS)
        from = table_log_next(table, from);
    struct table_place to = from;
    while (to.byte < DROP_TO)
        to = table_log_next(table, to);
    for (int seat = 0; seat < hot->players; seat++) {
        if (hot->here[seat] && hot->cursor[seat].byte < to.byte)
            return; /* a seat is reading it: next time */
    }
    for (int seat = 0; seat < hot->players; seat++) {
        struct table_place *cursor = &hot->cursor[seat];
        *cursor = place_without(*cursor, from, to);
    }
    hot->public_cursor = place_without(hot->public_cursor, from, to);
    hot->log_serial += hot->log_end.event;
    memmove(table->log + from.byte, table->log + to.byte, hot->log_end.byte - to.byte);
    hot->log_end = place_without(hot->log_end, from, to);
}
