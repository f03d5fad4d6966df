/* lobby_choice.h - what lobby.c and lobby_choice.c share and nobody else needs. */
#ifndef AVONDALE_LOBBY_CHOICE_H
#define AVONDALE_LOBBY_CHOICE_H

#include "lobby/lobby.h"

/* Which of those who wait choose in a round, and from whom: those who have waited for the length of
 * a game, from all; everybody, from those near; those whose window is open, from all who are left.
 */
enum lobby_round { LOBBY_ROUND_PATIENCE, LOBBY_ROUND_NEAR, LOBBY_ROUND_FAR, LOBBY_ROUND_COUNT };

/* During a pass. False: no game around that seeker now; lobby->next is when there may be one. */
bool lobby_choose(struct lobby *lobby, int number, enum lobby_round round, usec_t now,
                  struct lobby_game *game);
/* Whether there is a game of ruleset `r` around one who waits, its share of the day aside or not.
 * Seats nobody. */
bool lobby_could(struct lobby *lobby, int number, int r, bool share, usec_t now);
/* Whether it waits alone, or with all who are to sit on its side. */
bool lobby_is_unit(struct lobby *lobby, int number, int r);
/* Links the orders by rating and counts who seeks what: before any of the above. */
void lobby_begin_pass(struct lobby *lobby, usec_t now);
/* Until when it is kept for another one, and not to play this ruleset; 0: it is not. */
usec_t lobby_kept(const struct lobby *lobby, int number, int r, usec_t now);
usec_t lobby_game_length(const struct lobby_queue *queue); /* as it was lately */
struct meeting_owner *lobby_owner(struct lobby *lobby, const struct lobby_seeker *seeker);

#endif
