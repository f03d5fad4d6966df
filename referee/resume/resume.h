/* resume.h - games that were cut off when an earlier daemon died: waits for their bots, lets those
 * games go on whose bots are all back, voids the others.
 *
 * The rule. A game goes on exactly where it stopped as soon as every one of its seats is taken by a
 * bot of the same name: over a connection that names the session it had, or over any other one
 * where that name has one seat at the table only. Until then its bots are kept for it. After the
 * budget, and when the daemon closes, a game that still waits is void, and its result names who
 * stayed away. A game that was over already gets its result at once; one that has its result is let
 * go; one whose journal is not sound is void.
 */
#ifndef AVONDALE_COMEBACK_H
#define AVONDALE_COMEBACK_H

#include "protocol.h" /* struct slice */

struct comeback;
struct config;
struct ladder;
struct peer;
struct seating;

/* Opens the journal, where there is one to be, and the ladder: games that were cut off and may go
 * on stay open there. *comeback is NULL without a journal. 0, or an exit status after a line on
 * standard error; the games in the file are as before then. */
int comeback_open(struct comeback **comeback, struct ladder **ladder, const struct config *config);
/* After the ladder's last completion. NULL is fine. */
void comeback_close(struct comeback *comeback);

/* The loop is about to run and the arena's callbacks are set: seating knows the journal from now
 * on, and games wait for `budget_sec`. NULL is fine. 0, or -1: out of memory. */
int comeback_begin(struct comeback *comeback, struct seating *seating, int budget_sec);
/* No more games: those that wait are void. */
void comeback_stop(struct comeback *comeback);

/* Those take NULL. True: the session is that of a game that waits, and the peer's from now on. */
bool comeback_session(struct comeback *comeback, struct peer *peer, struct slice session);
void comeback_ready(struct comeback *comeback, struct peer *peer); /* free for a game */
/* The names that games wait for, from 0 on, some perhaps twice; NULL: there are no more. */
const char *comeback_awaits(const struct comeback *comeback, int index);
void comeback_gone(struct comeback *comeback, struct peer *peer);

#endif
