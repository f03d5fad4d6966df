/* table_chat.h - table chat: to the other seats, into the record, to spectators, and
 * by them. On the table's thread.
 *
 * No seat may learn in a hand what spectators say: they may know the cards of a friend. So
 * what they say is kept back until the hand is over, in every game. */
#ifndef AVONDALE_TABLE_CHAT_H
#define AVONDALE_TABLE_CHAT_H

#include "arena/arena.h"

struct live_said;

/* A seat wants to say something. Returns WIRE_ERROR_NONE, and the line is delivered; or the error
 * that refuses it. */
enum wire_error table_chat_say(struct arena_table *table, seat_t seat, struct slice say,
                               usec_t now);

/* What spectators said, before the result is recorded: it goes to the record, after the step
 * recorded last, and waits for table_chat_pass_on. Takes the lines over. */
void table_chat_hear(struct arena_table *table, struct live_said *lines);
/* Shows spectators what has happened since, and hears what they have said. */
void table_chat_look(struct arena_table *table, usec_t now);
/* No hand is under way: the seats get the lines that were held back. */
void table_chat_pass_on(struct arena_table *table);
/* The table goes. */
void table_chat_forget(struct arena_table *table);

#endif
