/* talk.h - what is said at a table: to the others, into the record, to those who look on. On the table's thread. */
#ifndef AVONDALE_TALK_H
#define AVONDALE_TALK_H

#include "arena.h"

/* A seat wants to say something. -1: it is said; else the enum wire_error that refuses it. */
int talk_say(struct arena_table *table, seat_t seat, struct slice say, usec_t now);

#endif
