/* carried.h - seats whose bots another node carries: who is to blame when one falls silent.
 *
 * Such a seat is doubted from the moment at which its connection ends or its time is up: no time of
 * its runs out, the others play on until it is its turn. When its carrier is seen to have lived after
 * that moment, the clock goes on as if nobody had doubted. When the carrier is gone, the game is held
 * for the bot: it goes on, with all of its time, over any new connection of its name, and is void
 * after arena->hold_usec, unrated. While nothing is known it is held for CARRIED_UNKNOWN_MSEC at
 * least. On the thread of the arena. */
#ifndef AVONDALE_CARRIED_H
#define AVONDALE_CARRIED_H

#include "arena/arena.h"
#include "cluster/carrier.h"

enum { CARRIED_UNKNOWN_MSEC = 15000 }; /* a lease takes ten seconds to run out */

/* ---------------------------------------------------------------------- for arena.c and session.c */
/* The seat's connection was lost, and its table told so. */
void carried_is_lost(struct arena_table *table, seat_t seat, usec_t now);
/* It has a new one, and its table is about to be told so. */
void carried_is_back(struct arena_table *table, seat_t seat, usec_t now);
/* The table's timer fired. True: nobody's time is up, somebody is doubted or the game is void. */
bool carried_is_due(struct arena_table *table, usec_t now);
usec_t carried_lapse(const struct arena_table *table); /* when it is held no more */

/* --------------------------------------------------------------------------------- for node.c */
/* What is known now of one carrier; `before` as in carrier_look. */
void carried_judge(struct arena *arena, uint32_t carrier, enum carrier_verdict verdict,
                   usec_t before);
/* In the hall: a lost connection with games, of a name that has no other such one. NULL. */
struct peer *carried_held(struct arena *hall, const char *name);
/* The peer goes on with such games of its name. False: there are none, or it is not free. */
bool carried_return(struct arena *hall, struct peer *peer);

#endif
