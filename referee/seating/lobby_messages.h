/* lobby_messages.h - the messages of the lobby: seeks, challenges, tables by invitation. */
#ifndef AVONDALE_LOBBY_MESSAGES_H
#define AVONDALE_LOBBY_MESSAGES_H

#include "seating/seating.h"

/* Handles a message of the lobby. Returns false if it is another message. */
bool lobby_messages_take(struct seating *seating, struct lobby_member *member,
                         const struct message *message);
/* Starts the tables by invitation that can start, and ends those that have lapsed. */
void lobby_messages_look(struct seating *seating, usec_t now);
/* Seats a house bot. Does nothing if its table is closed. */
void lobby_messages_sit(struct seating *seating, struct lobby_member *member, const char *code,
                        int seat);
/* Ends the table with that code, if there is one. */
void lobby_messages_end(struct seating *seating, const char *code, const char *why);
/* The bot is gone: its tables by invitation continue without it, or end. */
void lobby_messages_gone(struct seating *seating, struct lobby_member *member);

#endif
