/* event_cache.h - the encoded events of a table. An event that is public as a whole is encoded
 * once, for the first seat, and copied for the others: most messages are of this kind.
 *
 * Bytes of hidden cards cannot leak from here: the cache holds only events of which the public sees
 * everything (table_message_public_run). */
#ifndef AVONDALE_EVENT_CACHE_H
#define AVONDALE_EVENT_CACHE_H

#include "table/table.h"

/* About eight events happen in a round of the table; all seats have the older ones. */
enum { EVENT_CACHE_SLOTS = 8, EVENT_CACHE_BYTES = 58 };

struct event_cache_slot {
    uint32_t number;    /* number as of table_message_public_run; 0: empty */
    uint8_t game, size; /* `g`; bytes */
    char bytes[EVENT_CACHE_BYTES];
};
_Static_assert(sizeof(struct event_cache_slot) == 64, "a line of a processor's cache");

/* For one table and one encoding; all zero at first. Flat, without pointers. */
struct event_cache {
    struct event_cache_slot slots[EVENT_CACHE_SLOTS];
};

/* Writes a seat's messages to `out` as table_message_write does, until none is left or less than
 * FRAME_BYTES_MAX of `size` bytes is free; `size` is at least that. `cache`: of this encoding;
 * NULL: nothing is cached. `game_number`: 1 .. 255. Returns the size of the output; `more`: there
 * may be more messages. */
size_t event_cache_write(struct event_cache *cache, struct table *table, seat_t seat,
                         int64_t game_number, usec_t now, enum encoding encoding, char *out,
                         size_t size, bool *more);

#endif
