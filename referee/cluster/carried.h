/* carried.h - what is known of the nodes that carry bots, told to the seats of those bots
 * (arena/carried_seat.h). On the thread of the arena. */
#ifndef AVONDALE_CARRIED_H
#define AVONDALE_CARRIED_H

#include "arena/arena.h"
#include "cluster/carrier.h"

/* What is known now of one carrier; `before` as in carrier_look. */
void carried_judge(struct arena *arena, uint32_t carrier, enum carrier_verdict verdict,
                   usec_t before);
/* In the hall: a lost connection with games, of a name that has no other such one. NULL. */
struct peer *carried_held(struct arena *hall, const char *name);
/* The peer goes on with such games of its name. False: there are none, or it is not free. */
bool carried_return(struct arena *hall, struct peer *peer);

#endif
