/* lobby_member.h - one connected bot as the lobby sees it: what it seeks, and what it waits for. */
#ifndef AVONDALE_LOBBY_MEMBER_H
#define AVONDALE_LOBBY_MEMBER_H

#include "arena/peer.h"
#include "lobby/lobby.h"
#include "table/table_options.h"

struct lobby_member;

struct peer *lobby_member_peer(const struct lobby_member *member);
int lobby_member_number(const struct lobby_member *member); /* in the lobby */
const struct table_options *lobby_member_options(const struct lobby_member *member);
/* Bits of the sought rulesets whose buy-in the bot cannot pay. */
uint32_t lobby_member_poor(const struct lobby_member *member);
/* Returns true if the bot is available: not sent to another node, and no complete table by
 * invitation waits for it. */
bool lobby_member_may_go(const struct lobby_member *member);
/* The bot has sent a lobby message, so it may be invited. */
bool lobby_member_speaks(const struct lobby_member *member);

/* The bot seeks a game. `want` is without ratings; `games` is the most at once. */
void lobby_member_seek(struct lobby_member *member, const struct lobby_seek *want,
                       const struct table_options *options);
/* The bot is a house bot: it seeks no game and cannot be invited, because it has its seat. */
void lobby_member_set_house(struct lobby_member *member);
/* The bot was sent to another node, and is not seated meanwhile; or it is back. */
void lobby_member_set_leaving(struct lobby_member *member, bool leaving);
/* Returns true if the bot is due to be sent the reason of its waiting, and notes that it was: once
 * for a wait that began at `since`, and again when the reason changes, at least `pause` after the
 * last time. */
bool lobby_member_tell(struct lobby_member *member, enum lobby_why why, usec_t since, usec_t now,
                       usec_t pause);

#endif
