/* table_chat.h - table chat: from seats and spectators to the seats, the record and the spectators.
 * On the table's thread.
 *
 * During a hand no seat may read spectators' lines, because spectators may know the cards of a
 * friend. So those lines are held until the hand is over, in every game. */
#ifndef AVONDALE_TABLE_CHAT_H
#define AVONDALE_TABLE_CHAT_H

#include "arena/arena.h"

struct live_said;

/* A line of a seat. Returns WIRE_ERROR_NONE after delivering it, or the error to refuse it with. */
enum wire_error table_chat_say(struct arena_table *table, seat_t seat, struct slice say,
                               usec_t now);

/* Spectators' lines, before the result is recorded: they go into the record, after the latest step,
 * and wait for table_chat_pass_on. Takes the lines over. */
void table_chat_hear(struct arena_table *table, struct live_said *lines);
/* Publishes what has happened since for spectators, and takes their lines. */
void table_chat_look(struct arena_table *table, usec_t now);
/* No hand is in progress: the seats get the held lines. */
void table_chat_pass_on(struct arena_table *table);
/* The table is being freed. */
void table_chat_forget(struct arena_table *table);

#endif
