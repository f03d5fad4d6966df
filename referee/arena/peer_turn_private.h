/* peer_turn_private.h - what the files of this room call of peer_turn.c. */
#ifndef AVONDALE_PEER_TURN_PRIVATE_H
#define AVONDALE_PEER_TURN_PRIVATE_H

#include "arena/connection_private.h"

/* Something happens on the loop at `now`: the first event after the loop has looked for what is
 * readable begins a turn. */
void peer_turn_begin(struct arena *arena, usec_t now);
/* The loop will look next, or has: libevent's clock, which says when, goes in steps of some
 * milliseconds. */
void peer_turn_end(struct arena *arena, usec_t now);
/* Takes the messages that were kept. */
void peer_turn_take_kept(struct peer *peer);
/* Looks at what it sent by `due`, the deadline that has passed at `now`. Returns whether all of
 * that is heard; else it is to be called again in a moment, as more was sent than is heard at
 * once. */
bool peer_turn_hear_out(struct peer *peer, usec_t due, usec_t now);
/* It waits for no turn: its events are about to be removed. */
void peer_turn_forget(struct peer *peer);
/* What was read of `from`, which keeps nothing. */
void peer_turn_move(struct peer *to, struct peer *from);

/* Callbacks of the loop, with the peer; of turn_event, with the arena. */
void peer_turn_on_readable(int fd, short what, void *context);
void peer_turn_on_writable(int fd, short what, void *context);
void peer_turn_on_deadline(int fd, short what, void *context);
/* Its hello is decided: it is read again. */
void peer_turn_resume(struct peer *peer);
void peer_turn_on_event(int fd, short what, void *context);

#endif
