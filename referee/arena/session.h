/* session.h - peers by name, and what happens to a session as a whole. */
#ifndef AVONDALE_SESSION_H
#define AVONDALE_SESSION_H

#include "arena/arena.h"

struct transport;

/* The peers of a name, ignoring case, the latest first: the first, and the one after another; NULL
 * after the last. Closed ones are included until they are freed. */
struct peer *session_find(const struct arena *arena, const char *name);
struct peer *session_find_next(const struct peer *peer);

/* In `accept`: the answer needs a moment. Until session_decide the peer is not read; the time for
 * its hello continues. */
void session_defer(struct peer *peer);
/* The deferred peer of that name and session. Returns NULL if it is gone. */
struct peer *session_find_deferred(const struct arena *arena, const char *name,
                                   const char *session);
/* Refuses a deferred peer, or (WIRE_ERROR_NONE) welcomes it, with `token` unless it is NULL. */
void session_decide(struct peer *peer, enum wire_error refused, const char *token);

/* Gives the games of an earlier connection that is closed, and their seats, to a peer that is free
 * for a game, on the main loop. Returns false if it is not free. */
bool session_adopt(struct peer *peer, struct peer *old);
/* Gives the stream of a peer without a game to the caller, without unwritten output; kept bytes of
 * input stay the peer's. The peer is closed, and its arena calls `failed`. Returns false, with
 * nothing changed, if that is not possible now. */
bool session_give_stream(struct peer *peer, struct transport *transport);

#endif
