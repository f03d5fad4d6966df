/* lobby_messages.h - the messages of the lobby: seeks, challenges, tables by invitation. */
#ifndef AVONDALE_LOBBY_MESSAGES_H
#define AVONDALE_LOBBY_MESSAGES_H

#include "seating/seating.h"

/* Takes a message of the lobby. Returns false if it is none. */
bool lobby_messages_take(struct seating *seating, struct visitor *visitor,
                         const struct message *message);
/* Sends it the numbers of waiting bots, the listed tables, and why it waits itself. */
void lobby_messages_tell_waiting(const struct seating *seating, const struct visitor *visitor);
/* Starts the tables by invitation that can start, ends those that lapsed. */
void lobby_messages_look(struct seating *seating, usec_t now);
/* Its tables by invitation go on without it, or end. */
void lobby_messages_gone(struct seating *seating, struct visitor *visitor);

#endif
