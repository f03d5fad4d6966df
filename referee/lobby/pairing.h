/* pairing.h - shared by lobby.c and pairing.c only. */
#ifndef AVONDALE_PAIRING_H
#define AVONDALE_PAIRING_H

#include "lobby/lobby.h"

/* Which waiting bots choose in a round, and from which: bots that have waited for the length of a
 * game, from all; all bots, from the near ones; bots whose window is open, from all that are left.
 */
enum pairing_round {
    PAIRING_ROUND_PATIENCE,
    PAIRING_ROUND_NEAR,
    PAIRING_ROUND_FAR,
    PAIRING_ROUND_COUNT
};

/* During a pass. Returns false if there is no game around that seeker now; lobby->next is when
 * there may be one. */
bool pairing_choose(struct lobby *lobby, int number, enum pairing_round round, usec_t now,
                    struct lobby_game *game);
/* Whether there is a game of ruleset `r` around a waiting bot, with or without regard to its share
 * of the day. Seats no bot. */
bool pairing_possible(struct lobby *lobby, int number, int r, bool share, usec_t now);
/* Whether it waits alone, or with all bots that are to sit on its side. */
bool pairing_is_unit(struct lobby *lobby, int number, int r);
/* Links the orders by rating and counts the seekers of each ruleset; call it before any of the
 * above. */
void lobby_begin_pass(struct lobby *lobby, usec_t now);
/* Until when it is reserved for another bot and may not play this ruleset; 0: it is not. */
usec_t pairing_kept_until(const struct lobby *lobby, int number, int r, usec_t now);
usec_t pairing_game_length(const struct lobby_queue *queue); /* as it was lately */
struct opponent_owner *pairing_owner(struct lobby *lobby, const struct lobby_seeker *seeker);

#endif
