/* event_cache.h - what a table tells its seats, as bytes. An event that everybody may know all of
 * is made into bytes once, when the first seat is told, and copied for the others: most of what is
 * told is that.
 *
 * Bytes of hidden cards cannot come from here: what is kept are events of which the public sees
 * everything (table_public_run), whoever is told them. */
#ifndef AVONDALE_TELLING_H
#define AVONDALE_TELLING_H

#include "table/table.h"

/* A round of the table is about eight events: what is older was told to all. */
enum { TELLING_SLOTS = 8, TELLING_BYTES = 58 };

struct telling_slot {
    uint32_t number;    /* table_public_run; 0: empty */
    uint8_t game, size; /* `g`; bytes */
    char bytes[TELLING_BYTES];
};
_Static_assert(sizeof(struct telling_slot) == 64, "a line of a processor's cache");

/* Of one table in one encoding; all zero at first. Flat, no pointers. */
struct telling {
    struct telling_slot slots[TELLING_SLOTS];
};

/* Writes what there is for a seat to `out`, messages as table_write writes them, until there is
 * nothing left or less than FRAME_BYTES_MAX of `size` bytes, which are at least that. `telling`: of
 * this encoding; NULL: nothing is kept. `game_number`: 1 .. 255. Returns the size of what was
 * written; `more`: there may be more. */
size_t telling_write(struct telling *telling, struct table *table, seat_t seat, int64_t game_number,
                     usec_t now, enum encoding encoding, char *out, size_t size, bool *more);

#endif
