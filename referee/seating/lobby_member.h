/* lobby_member.h - one connected bot as the lobby sees it: what it wants, and what holds it up. */
#ifndef AVONDALE_LOBBY_MEMBER_H
#define AVONDALE_LOBBY_MEMBER_H

#include "arena/peer.h"
#include "lobby/lobby.h"
#include "table/table_options.h"

struct lobby_member;

struct peer *lobby_member_peer(const struct lobby_member *member);
int lobby_member_number(const struct lobby_member *member); /* in the lobby */
const struct table_options *lobby_member_options(const struct lobby_member *member);
/* The rulesets among those that it seeks whose buy-in it cannot pay, as bits. */
uint32_t lobby_member_poor(const struct lobby_member *member);
/* Returns true if nothing keeps it here: it was not sent to another node, and no complete table by
 * invitation waits for it. */
bool lobby_member_may_go(const struct lobby_member *member);
/* It sent a message of the lobby: an invitation reaches it. */
bool lobby_member_speaks(const struct lobby_member *member);

/* It seeks a game. `want` is without ratings; `games` is the most at once. */
void lobby_member_seek(struct lobby_member *member, const struct lobby_seek *want,
                       const struct table_options *options);
/* It is a house bot: it seeks no game and is not invited, as it has its seat. */
void lobby_member_set_house(struct lobby_member *member);
/* It was sent to another node, and is not seated meanwhile; or it is back. */
void lobby_member_set_leaving(struct lobby_member *member, bool leaving);
/* Returns true if it is due to hear why it waits, and notes that it has: once for a wait that
 * began at `since`, and again when the reason changes, `pause` after the last time at the
 * earliest. */
bool lobby_member_tell(struct lobby_member *member, enum lobby_why why, usec_t since, usec_t now,
                       usec_t pause);

#endif
