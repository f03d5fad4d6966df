/* lobby_messages.h - the messages of the lobby: seeks, challenges, tables by invitation. */
#ifndef AVONDALE_LOBBY_MESSAGES_H
#define AVONDALE_LOBBY_MESSAGES_H

#include "seating/seating.h"

/* Takes a message of the lobby. Returns false if it is none. */
bool lobby_messages_take(struct seating *seating, struct lobby_member *member,
                         const struct message *message);
/* Sends it the numbers of waiting bots, the listed tables, and why it waits itself. */
void lobby_messages_tell_waiting(const struct seating *seating, const struct lobby_member *member);
/* Starts the tables by invitation that can start, ends the lapsed ones. */
void lobby_messages_look(struct seating *seating, usec_t now);
/* Sits a house bot down. A table that is closed is fine. */
void lobby_messages_sit(struct seating *seating, struct lobby_member *member, const char *code,
                        int seat);
/* Ends the table of that code, if there is one. */
void lobby_messages_end(struct seating *seating, const char *code, const char *why);
/* Its tables by invitation continue without it, or end. */
void lobby_messages_gone(struct seating *seating, struct lobby_member *member);

#endif
