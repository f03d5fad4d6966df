/* carried.h - passes what is known about the nodes that carry bots to the seats of these bots
 * (arena/carried_seat.h). On the thread of the arena. */
#ifndef AVONDALE_CARRIED_H
#define AVONDALE_CARRIED_H

#include "arena/arena.h"
#include "cluster/carrier.h"

/* The state of one carrier now; `before` as in carrier_look. */
void carried_judge(struct arena *arena, uint32_t carrier, enum carrier_verdict verdict,
                   usec_t before);
/* On the main loop: returns a lost connection with games, if it is the only one of that name; else
 * NULL. */
struct peer *carried_held(struct arena *hall, const char *name);
/* The peer continues such games of its name. Returns false if there are none, or if it is not free.
 */
bool carried_return(struct arena *hall, struct peer *peer);

#endif
