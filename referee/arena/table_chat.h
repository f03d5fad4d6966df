/* table_chat.h - what is said at a table: to the others, into the record, to those who look on, and
 * by them. On the table's thread.
 *
 * No seat may learn in a hand what those who look on say: they may know the cards of a friend. So
 * what they say is kept back until the hand is over, in every game. */
#ifndef AVONDALE_TALK_H
#define AVONDALE_TALK_H

#include "arena/arena.h"

struct live_said;

/* A seat wants to say something. -1: it is said; else the enum wire_error that refuses it. */
int talk_say(struct arena_table *table, seat_t seat, struct slice say, usec_t now);

/* What those who look on said, before the result is recorded: it goes to the record, after the step
 * recorded last, and waits for talk_pass_on. Takes the lines over. */
void talk_hear(struct arena_table *table, struct live_said *lines);
/* Shows spectators what has happened since, and hears what they have said. */
void talk_look(struct arena_table *table, usec_t now);
/* No hand is under way: the seats are told what they have waited for. */
void talk_pass_on(struct arena_table *table);
/* The table goes. */
void talk_forget(struct arena_table *table);

#endif
