/* lobby_chat.h - chat at a table by invitation while it has no game: before `game`, and after
 * `over` for LOBBY_CHAT_AFTER_SECONDS, among the bots that sit there.
 *
 * A bot that plays another game meanwhile may neither write nor read: chat must not carry anything
 * into a rated game. chat_rules.h has the rules for the lines. */
#ifndef AVONDALE_LOBBY_CHAT_H
#define AVONDALE_LOBBY_CHAT_H

#include "seating/seating.h"

enum {
    LOBBY_CHAT_AFTER_SECONDS = 120,
    LOBBY_CHAT_TABLES = 256 /* tables kept; the oldest is dropped */
};

/* Handles a `chat` with the code of a table. */
void lobby_chat_take(struct seating *seating, struct lobby_member *member,
                     const struct message *message);
/* The game of this table begins. Returns its number, for lobby_chat_open, or 0 if out of memory. */
long lobby_chat_keep(struct seating *seating, const struct invitation *invitation);
/* That game is over, and its seats have the result. 0 is fine. */
void lobby_chat_open(struct seating *seating, long number, usec_t now);
/* The connection is lost, or the bot has left. */
void lobby_chat_gone(struct seating *seating, const struct lobby_member *member);
void lobby_chat_fini(struct seating *seating);

#endif
