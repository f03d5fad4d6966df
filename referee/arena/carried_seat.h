/* carried_seat.h - seats whose bots another node carries: who is to blame when one falls silent.
 *
 * Such a seat is doubted from the moment when its connection ends or its time is up: its time does
 * not run out, and the others play on until it is its turn. If its carrier is seen alive after that
 * moment, the clock runs as if there had been no doubt. If the carrier is gone, the game is held
 * for the bot: it continues, with its full time, over any new connection of its name, and is void
 * after arena->hold_usec, unrated. While nothing is known it is held for CARRIED_UNKNOWN_MSEC at
 * least. On the thread of the arena. */
#ifndef AVONDALE_CARRIED_SEAT_H
#define AVONDALE_CARRIED_SEAT_H

#include "arena/arena.h"

void carried_seat_begin(struct arena_table *table, seat_t seat); /* its peer has sat down */
/* The seat's connection was lost; its table has had that input. */
void carried_seat_is_lost(struct arena_table *table, seat_t seat, usec_t now);
/* It has a new one; the caller feeds its table afterwards. */
void carried_seat_is_back(struct arena_table *table, seat_t seat, usec_t now);
/* The table's timer fired. Returns true if no time is up, because a seat is doubted or the game is
 * void. */
bool carried_seat_is_due(struct arena_table *table, usec_t now);
/* The carrier was alive at `before`: seats of the arena doubted by then are to blame themselves. */
void carried_seat_carrier_lives(struct arena *arena, uint32_t carrier, usec_t before);
/* The carrier is gone: holds the games of its seats for their bots. */
void carried_seat_carrier_gone(struct arena *arena, uint32_t carrier);

#endif
