/* lobby_due.h - whom a pass tries while a crowd waits. Of the lobby's own files only.
 *
 * Of up to LOBBY_CROWD waiting bots each pass tries all. In a crowd a bot that found no game is
 * tried again when a bot near it comes, when its own window is wider, and when it has waited for
 * the length of a game. All else that may allow a game (the share of the day, a distant bot) is
 * found by a sweep over all who wait, which takes a hundredth of a processor. So a pass costs what
 * has changed. */
#ifndef AVONDALE_LOBBY_DUE_H
#define AVONDALE_LOBBY_DUE_H

#include "lobby/lobby.h"

/* `links`: two for each seeker. */
void lobby_due_init(struct lobby *lobby, int32_t *links, uint64_t seed);
/* At the start of a pass: whether it is a crowd; who is due by time. */
void lobby_due_begin(struct lobby *lobby, usec_t now);
/* A bot came or stands at the end of the line again: in a crowd it is due. */
void lobby_due_came(struct lobby *lobby, int number, usec_t now);
/* A bot came: the bots near it may sit with it now. A patient one of them looks at those near it.
 */
void lobby_due_near(struct lobby *lobby, int number, usec_t now);
/* It no longer waits, or is about to get another place in the line. */
void lobby_due_forget(struct lobby *lobby, int number);
/* The first in the line that is due in a round, or -1. */
int lobby_due_first(const struct lobby *lobby, enum lobby_due round);
/* It was tried in that round and found no game. */
void lobby_due_tried(struct lobby *lobby, int number, enum lobby_due round, usec_t now);
/* In how many of the rulesets that it seeks it has waited for the length of a game. */
int lobby_due_patience(const struct lobby *lobby, int number, usec_t now);
/* The number of rounds in which bots are due. */
int lobby_due_rounds(const struct lobby *lobby);
/* When the next one is due by time; USEC_NEVER: none. */
usec_t lobby_due_next(const struct lobby *lobby);

#endif
