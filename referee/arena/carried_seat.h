/* carried_seat.h - seats whose bots another node carries: who is to blame when one falls silent.
 *
 * Such a seat is doubted from the moment at which its connection ends or its time is up: no time of
 * its runs out, the others play on until it is its turn. When its carrier is seen to have lived
 * after that moment, the clock goes on as if nobody had doubted. When the carrier is gone, the game
 * is held for the bot: it goes on, with all of its time, over any new connection of its name, and
 * is void after arena->hold_usec, unrated. While nothing is known it is held for
 * CARRIED_UNKNOWN_MSEC at least. On the thread of the arena. */
#ifndef AVONDALE_CARRIED_SEAT_H
#define AVONDALE_CARRIED_SEAT_H

#include "arena/arena.h"

/* The seat's connection was lost, and its table told so. */
void carried_seat_is_lost(struct arena_table *table, seat_t seat, usec_t now);
/* It has a new one, and its table is about to be told so. */
void carried_seat_is_back(struct arena_table *table, seat_t seat, usec_t now);
/* The table's timer fired. True: nobody's time is up, somebody is doubted or the game is void. */
bool carried_seat_is_due(struct arena_table *table, usec_t now);
/* The seat is doubted no more: it is to blame, or not. */
void carried_seat_judge(struct arena_table *table, seat_t seat, bool blame, usec_t now);
/* Makes a game void that was held for too long. Returns whether it was. */
bool carried_seat_end_held(struct arena_table *table, usec_t now);

#endif
