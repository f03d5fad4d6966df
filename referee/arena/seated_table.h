/* seated_table.h - a table at which peers sit: feeds it, carries its effects out, arms its timer.
 */
#ifndef AVONDALE_SEATED_TABLE_H
#define AVONDALE_SEATED_TABLE_H

#include "arena/arena.h"

#include <event2/event.h>

enum { CARRIED_UNKNOWN_MSEC = 15000 }; /* a lease takes ten seconds to run out */

/* A table without seats taken, in the arena's list; `config` has all that table_init needs, and is
 * as before afterwards. `set` counts it. `encodings`: those of its seats. `on_timer` is called with
 * the table when its timer fires. Returns NULL if out of memory. */
struct arena_table *seated_table_create(struct arena *arena, struct table_config *config,
                                        struct fair_set *set, void *owner,
                                        const bool encodings[ENCODING_COUNT],
                                        event_callback_fn on_timer);
/* The peer takes the seat; the game's number on its connection is `slot`, from 0, if it is free. */
void seated_table_seat(struct arena_table *table, seat_t seat, struct peer *peer, int slot);
/* The peer has the game already, from an earlier connection. */
void seated_table_return(struct arena_table *table, seat_t seat, struct peer *peer);
/* Which of its set's contributors sits there; -1: none. */
void seated_table_set_contributor(struct arena_table *table, seat_t seat, int contributor);
/* Hands the record over to the caller. The table has none afterwards. */
struct record *seated_table_take_record(struct arena_table *table);
/* Frees the closed tables of the arena. */
void seated_table_free_closed(struct arena *arena);

/* Feeds a table one input, and carries out the effects. */
void seated_table_feed(struct arena_table *table, struct table_input *input, usec_t now);
/* Stops a running game; `why` (63 bytes at most, not copied) is in its result. */
void seated_table_void(struct arena_table *table, const char *why);
/* Its timer fires at `deadline` at the latest. */
void seated_table_arm(struct arena_table *table, usec_t deadline, usec_t now);
void seated_table_disarm(struct arena_table *table); /* its timer has fired */
/* The arena frees it when it settles. */
void seated_table_close(struct arena_table *table);
/* Closes it without messages and without a result; its owner hears no more of it. */
void seated_table_abandon(struct arena_table *table, usec_t now);
/* A table that is over before the mix does not delay the others of its set. */
void seated_table_leave_set(struct arena_table *table, usec_t now);
/* Its game is not over. */
bool seated_table_under_way(const struct arena_table *table);
bool seated_table_connected(const struct arena_table *table, seat_t seat);
/* When the first doubted seat (carried_seat.h) is no longer held; USEC_NEVER: none. */
usec_t seated_table_lapse_of(const struct arena_table *table, seat_t seat);
usec_t seated_table_lapse(const struct arena_table *table);

/* ---------------------------------------------------------------------------------- questions */

struct arena_table *seated_table_next(const struct arena_table *table); /* arena_first_table */
struct arena *seated_table_arena(const struct arena_table *table);
const struct table *seated_table_table(const struct arena_table *table);
const struct fair_set *seated_table_set(const struct arena_table *table);
struct peer *seated_table_peer(const struct arena_table *table, seat_t seat); /* NULL: absent */
int seated_table_slot(const struct arena_table *table, seat_t seat); /* of its games, from 0 */
/* Why the arena voided it; NULL: it did not. */
const char *seated_table_void_why(const struct arena_table *table);
/* The game that arena_start was given. */
void *seated_table_owner(const struct arena_table *table);
void seated_table_set_owner(struct arena_table *table, void *owner);
/* What the arena's owner notes of the game; NULL at first. `unlog` frees it. */
void *seated_table_log(const struct arena_table *table);
void seated_table_set_log(struct arena_table *table, void *log);

#endif
