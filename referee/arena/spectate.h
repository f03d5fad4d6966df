/* spectate.h - sends spectators what they may know of a running game.
 *
 * Runs on the thread of the table. Everything that leaves here comes from the table's public events
 * and from the view of SEAT_PUBLIC: hands that are hidden are numbers of cards. Nothing tells of
 * faults, retries, connections or times, but the end of a game who forfeited it. What is made of it
 * is in openapi.json, as State; live.h says when spectators get it.
 */
#ifndef AVONDALE_SPECTATE_H
#define AVONDALE_SPECTATE_H

#include "arena/arena.h"

struct live;
struct spectacle;

/* From now on the game can be looked at. Without memory it cannot. */
void spectate_begin(struct arena_table *table, struct live *live);
/* Hands over what has happened since; cheap without spectators. To be called before a table is
 * dealt to again: its events go with the next deal. Returns the lines that spectators have said
 * since, for table_chat_hear; NULL: none, or the game is over. */
struct live_said *spectate_look(struct arena_table *table, usec_t now);
/* A seat's line in UTF-8; spectators get it with the next events. */
void spectate_chat(struct arena_table *table, seat_t seat, struct slice text);
/* A hand is over; after spectate_look. */
void spectate_hand_over(struct arena_table *table, usec_t now);
void spectate_end(struct arena_table *table, usec_t now);

#endif
