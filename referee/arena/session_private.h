/* session_private.h - the functions of session.c for this room. */
#ifndef AVONDALE_SESSION_PRIVATE_H
#define AVONDALE_SESSION_PRIVATE_H

#include "arena/connection_private.h"
#include "arena/session.h"

/* Closes the peer without logging: the caller has logged the reason. */
void session_close_silently(struct peer *peer, enum fault fault);
/* Takes the games of an earlier connection that is closed, and their seats: the peer gets the state
 * of each. */
void session_take_games(struct peer *peer, struct peer *old);

/* Those of arena->functions. */
void session_on_failed(struct peer *peer, enum fault fault, const char *reason);
void session_on_out_of_memory(struct peer *peer);
void session_on_written(struct peer *peer);
void session_take_message(struct peer *peer, const struct message *message, usec_t now);
void session_take_bad(struct peer *peer, const struct message *message, int error, usec_t now);

#endif
