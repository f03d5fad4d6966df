/* lobby_waiting.h - `waiting`: how many wait for each ruleset, the listed tables, and why a bot
 * itself waits. */
#ifndef AVONDALE_LOBBY_WAITING_H
#define AVONDALE_LOBBY_WAITING_H

#include "seating/seating.h"

/* Makes it, but for the reason. It always fits into a message: it has the latest listed tables. */
void lobby_waiting_fill(const struct seating *seating, struct message *out);
/* Sends it to the bot, with the reason. */
void lobby_waiting_tell(const struct seating *seating, const struct lobby_member *member);

#endif
