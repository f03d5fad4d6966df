/* resume.h - games that were interrupted when an earlier daemon died: waits for their bots,
 * continues the games whose bots are all back, and voids the others.
 *
 * The rule. A game continues exactly where it stopped as soon as each of its seats is taken by a
 * bot of the same name: over a connection that names the session it had, or over any connection if
 * that name has only one seat at the table. Until then its bots are reserved for it. After the
 * budget, and when the daemon closes, a game that still waits is void, and its result names the
 * absent bots. A finished game gets its result at once; one whose result is stored is released; one
 * whose journal is not sound is void. */
#ifndef AVONDALE_RESUME_H
#define AVONDALE_RESUME_H

#include "protocol.h" /* struct slice */

struct resume;
struct config;
struct ladder;
struct peer;
struct seating;

/* Opens the journal, if there is one, and the ladder: interrupted games that may continue stay open
 * there. *resume is NULL without a journal. Returns 0, or an exit status after a line on standard
 * error, with the games in the file unchanged. */
int resume_open(struct resume **resume, struct ladder **ladder, const struct config *config);
/* After the ladder's last completion. NULL is fine. */
void resume_close(struct resume *resume);

/* The loop is about to run and the arena's callbacks are set: seating uses the journal from now on,
 * and games wait for `budget_sec`. NULL is fine. Returns 0, or -1 if out of memory. */
int resume_begin(struct resume *resume, struct seating *seating, int budget_sec);
/* No more games: voids the waiting ones. */
void resume_stop(struct resume *resume);

/* These accept NULL. Returns true if the session is that of a waiting game; it is then the peer's.
 */
bool resume_session(struct resume *resume, struct peer *peer, struct slice session);
void resume_ready(struct resume *resume, struct peer *peer); /* free for a game */
/* The names that games wait for, from 0 on; some may come twice. Returns NULL after the last. */
const char *resume_awaits(const struct resume *resume, int index);
void resume_gone(struct resume *resume, struct peer *peer);

#endif
