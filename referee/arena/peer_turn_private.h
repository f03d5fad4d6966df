/* peer_turn_private.h - the functions of peer_turn.c for this room. */
#ifndef AVONDALE_PEER_TURN_PRIVATE_H
#define AVONDALE_PEER_TURN_PRIVATE_H

#include "arena/connection_private.h"

/* Something happens on the loop at `now`: the first event after a poll begins a turn. */
void peer_turn_begin(struct arena *arena, usec_t now);
/* The loop will poll next, or has polled: libevent's clock, which tells, has steps of some
 * milliseconds. */
void peer_turn_end(struct arena *arena, usec_t now);
/* The arena has settled: the callback that runs is over, for the accounts of time. */
void peer_turn_settled(struct arena *arena);
/* Reads the kept messages. */
void peer_turn_take_kept(struct peer *peer);
/* Reads what the peer sent by `due`, the deadline that has passed at `now`. Returns whether all of
 * that is read; else the caller calls again in a moment, because it is more than is read at once.
 */
bool peer_turn_hear_out(struct peer *peer, usec_t due, usec_t now);
/* The peer leaves the queue: its events are about to be removed. */
void peer_turn_forget(struct peer *peer);
/* Takes the unread input of `from`. */
void peer_turn_move(struct peer *to, struct peer *from);

/* Callbacks of the loop with the peer; for turn_event with the arena. */
void peer_turn_on_readable(int fd, short what, void *context);
void peer_turn_on_writable(int fd, short what, void *context);
void peer_turn_on_deadline(int fd, short what, void *context);
/* Its hello was answered: reads it again. */
void peer_turn_resume(struct peer *peer);
void peer_turn_on_event(int fd, short what, void *context);

#endif
