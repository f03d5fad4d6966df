/* session.h - peers by their names, and what happens to a session as a whole. */
#ifndef AVONDALE_SESSION_H
#define AVONDALE_SESSION_H

#include "arena/arena.h"

struct transport;

/* The peers of a name, whatever the case, the latest first: the first, and the one after another;
 * NULL: there are no more. Closed ones are among them until they are freed. */
struct peer *session_find(const struct arena *arena, const char *name);
struct peer *session_find_next(const struct peer *peer);

/* In `accept`: the answer needs a moment. Until session_decide nothing more of the peer is read;
 * the time for its hello goes on. */
void session_defer(struct peer *peer);
/* The deferred peer of that name and session. Returns NULL if it is gone. */
struct peer *session_find_deferred(const struct arena *arena, const char *name,
                                   const char *session);
/* Refuses a deferred peer, or (WIRE_ERROR_NONE) welcomes it, with `token` where it is not NULL. */
void session_decide(struct peer *peer, enum wire_error refused, const char *token);

/* The games of an earlier connection that is closed, and their seats, for a peer that is free for a
 * game, in the hall. Returns false if it is not free. */
bool session_adopt(struct peer *peer, struct peer *old);
/* Gives the stream of a peer without a game to the caller, nothing of it unwritten; bytes of input
 * that are kept stay the peer's. The peer is closed, and its arena calls `failed`. Returns false if
 * that is not possible now; then nothing has changed. */
bool session_give_stream(struct peer *peer, struct transport *transport);

#endif
