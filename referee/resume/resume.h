/* resume.h - games that were cut off when an earlier daemon died: waits for their bots, continues
 * the games whose bots are all back, and voids the others.
 *
 * The rule. A game continues exactly where it stopped as soon as every one of its seats is taken by
 * a bot of the same name: over a connection that names the session it had, or over any other one
 * where that name has one seat at the table only. Until then its bots are kept for it. After the
 * budget, and when the daemon closes, a game that still waits is void, and its result names who
 * stayed away. A game that was over already gets its result at once; one that has its result is let
 * go; one whose journal is not sound is void.
 */
#ifndef AVONDALE_RESUME_H
#define AVONDALE_RESUME_H

#include "protocol.h" /* struct slice */

struct resume;
struct config;
struct ladder;
struct peer;
struct seating;

/* Opens the journal, where there is one to be, and the ladder: games that were cut off and may go
 * on stay open there. *resume is NULL without a journal. 0, or an exit status after a line on
 * standard error; the games in the file are as before then. */
int resume_open(struct resume **resume, struct ladder **ladder, const struct config *config);
/* After the ladder's last completion. NULL is fine. */
void resume_close(struct resume *resume);

/* The loop is about to run and the arena's callbacks are set: seating knows the journal from now
 * on, and games wait for `budget_sec`. NULL is fine. 0, or -1: out of memory. */
int resume_begin(struct resume *resume, struct seating *seating, int budget_sec);
/* No more games: the waiting ones are void. */
void resume_stop(struct resume *resume);

/* Those take NULL. True: the session is that of a game that waits, and the peer's from now on. */
bool resume_session(struct resume *resume, struct peer *peer, struct slice session);
void resume_ready(struct resume *resume, struct peer *peer); /* free for a game */
/* The names that games wait for, from 0 on, some perhaps twice. Returns NULL behind the last. */
const char *resume_awaits(const struct resume *resume, int index);
void resume_gone(struct resume *resume, struct peer *peer);

#endif
