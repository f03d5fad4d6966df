/* event_cache.h - what a table tells its seats, as bytes. An event that everybody may know all of
 * is encoded once, for the first seat, and copied for the others: these are most of all messages.
 *
 * Bytes of hidden cards cannot come from here: what is kept are events of which the public sees
 * everything (table_message_public_run), whoever is told them. */
#ifndef AVONDALE_EVENT_CACHE_H
#define AVONDALE_EVENT_CACHE_H

#include "table/table.h"

/* A round of the table is about eight events; all seats have the older ones. */
enum { EVENT_CACHE_SLOTS = 8, EVENT_CACHE_BYTES = 58 };

struct event_cache_slot {
    uint32_t number;    /* table_message_public_run; 0: empty */
    uint8_t game, size; /* `g`; bytes */
    char bytes[EVENT_CACHE_BYTES];
};
_Static_assert(sizeof(struct event_cache_slot) == 64, "a line of a processor's cache");

/* Of one table in one encoding; all zero at first. Flat, no pointers. */
struct event_cache {
    struct event_cache_slot slots[EVENT_CACHE_SLOTS];
};

/* Writes what there is for a seat to `out`, messages as table_message_write writes them, until
 * there is nothing left or less than FRAME_BYTES_MAX of `size` bytes, which are at least that.
 * `cache`: of this encoding; NULL: nothing is kept. `game_number`: 1 .. 255. Returns the size of
 * what was written; `more`: there may be more. */
size_t event_cache_write(struct event_cache *cache, struct table *table, seat_t seat,
                         int64_t game_number, usec_t now, enum encoding encoding, char *out,
                         size_t size, bool *more);

#endif
