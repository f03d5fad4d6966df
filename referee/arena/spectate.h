/* spectate.h - publishes a running game for spectators.
 *
 * Runs on the thread of the table. All that leaves here comes from the table's public events and
 * from the view of SEAT_PUBLIC: hidden hands are numbers of cards. Nothing reveals faults, retries,
 * connections or times, except that the end of a game names the seat that forfeited. openapi.json
 * describes the result as State; live.h says when spectators get it. */
#ifndef AVONDALE_SPECTATE_H
#define AVONDALE_SPECTATE_H

#include "arena/arena.h"

struct live;
struct spectacle;

/* From now on spectators can watch the game, unless memory is out. */
void spectate_begin(struct arena_table *table, struct live *live);
/* Publishes what has happened since; cheap without spectators. Call it before a table is dealt to
 * again, because its events go with the next deal. Returns the lines that spectators have written
 * since, for table_chat_hear; NULL: none, or the game is over. */
struct live_said *spectate_look(struct arena_table *table, usec_t now);
/* A seat's line in UTF-8; spectators get it with the next events. */
void spectate_chat(struct arena_table *table, seat_t seat, struct slice text);
/* A hand is over; call it after spectate_look. */
void spectate_hand_over(struct arena_table *table, usec_t now);
void spectate_end(struct arena_table *table, usec_t now);

#endif
