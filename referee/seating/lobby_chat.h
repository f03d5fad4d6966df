/* lobby_chat.h - chat at a table by invitation while no game is under way there: before `game`, and
 * after `over` for LOBBY_CHAT_AFTER_SECONDS, among those who sit there.
 *
 * Who plays a game elsewhere meanwhile neither speaks nor is told anything: chat must not carry
 * anything into a rated game. The rules of what may be said are those of chat_rules.h. */
#ifndef AVONDALE_LOBBY_CHAT_H
#define AVONDALE_LOBBY_CHAT_H

#include "seating/seating.h"

enum { LOBBY_CHAT_AFTER_SECONDS = 120, LOBBY_CHAT_TABLES = 256 /* the oldest is forgotten */ };

/* A `chat` with the code of a table. */
void lobby_chat_take(struct seating *seating, struct lobby_member *member,
                     const struct message *message);
/* The game of this table begins. Returns its number, for lobby_chat_open, or 0: out of memory. */
long lobby_chat_keep(struct seating *seating, const struct invitation *invitation);
/* That game is over, and its seats are told. 0 is fine. */
void lobby_chat_open(struct seating *seating, long number, usec_t now);
/* The connection is gone, or left. */
void lobby_chat_gone(struct seating *seating, const struct lobby_member *member);
void lobby_chat_fini(struct seating *seating);

#endif
