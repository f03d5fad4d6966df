/* session.h - what the files that handle a peer share: connection.c, peer_turn.c, session.c,
 * arena.c. */
#ifndef AVONDALE_PEER_H
#define AVONDALE_PEER_H

#include "arena/arena.h"

void peer_free(struct peer *peer);
void peer_free_games(struct peer *peer); /* the slots */
/* It has said hello. */
void peer_end_handshake(struct peer *peer, enum peer_state state);
/* Ends the connection of a peer that is not yet closed, and nothing else. */
void peer_disconnect(struct peer *peer);
/* Its games, none yet: `slots` from 1. 0 or -1. */
int peer_make_games(struct peer *peer, int slots);
void peer_link(struct arena *arena, struct peer *peer); /* into the arena's list */
void peer_unlink(struct peer *peer);
void peer_set_closed(
    struct peer *peer); /* not yet closed; the arena frees it when nobody needs it */
/* Puts it and its descriptors, which are on no loop now, on that of its arena. 0 or -1. */
int peer_watch(struct peer *peer);
void peer_unwatch(struct peer *peer);
/* Tells when it can be written to. 0; -1: out of memory. */
int peer_await_writable(struct peer *peer);
/* Says bye, and closes it with that fault. */
void peer_end(struct peer *peer, enum fault fault, const char *why);
/* Closes it without a word, as somebody else has said why. */
void peer_vanish(struct peer *peer, enum fault fault);
/* What we cannot keep for it is our fault: its games are void, and decided for nobody. */
void peer_fail_for_memory(struct peer *peer);
void peer_mark_dirty(struct peer *peer); /* there is something to write */
/* Where messages may be written, with their encoding: `size` bytes of room, FRAME_BYTES_MAX at
 * least, to be followed by peer_put with what was used of it, 0 or more. NULL: it is closed, or
 * will be when the arena settles. */
char *peer_room(struct peer *peer, enum encoding *encoding, size_t *size);
void peer_put(struct peer *peer, size_t size);
void peer_send_bytes(struct peer *peer, const char *bytes, size_t size); /* whole messages */
/* The games of an earlier connection that is closed, and their seats: it is told where each stands.
 */
void peer_take_games(struct peer *peer, struct peer *old);
/* The same for a peer that is free for a game, in the hall. False: it is not free. */
bool peer_adopt(struct peer *peer, struct peer *old);
/* The functions of arena->functions that are the session's. */
void peer_on_failed(struct peer *peer, enum fault fault, const char *reason);
void peer_on_out_of_memory(struct peer *peer);
void peer_on_written(struct peer *peer);
/* A message, or one that cannot be read: `error`; readable from `now` on. */
void peer_take_message(struct peer *peer, const struct message *message, usec_t now);
void peer_take_bad(struct peer *peer, const struct message *message, int error, usec_t now);
void peer_take_kept(struct peer *peer); /* what it has said and nobody has looked at */
/* Looks at what it said by `due`, the deadline that has passed at `now`. True: all of that is
 * heard; false: to be called again in a moment, as it sent more than is heard at once. */
bool peer_hear_out(struct peer *peer, usec_t due, usec_t now);
/* Callbacks of the loop, with the peer; of turn_event, with the arena (peer_turn.c). */
void peer_on_readable(int fd, short what, void *context);
void peer_on_writable(int fd, short what, void *context);
void peer_on_deadline(int fd, short what, void *context);
void peer_on_turn(int fd, short what, void *context);
int peer_await_deadline(struct peer *peer, usec_t wait); /* 0 or -1 */
void peer_flush(struct peer *peer);                      /* writes what is due; may fail the peer */

/* Gives the stream of a peer without a game to who asks, nothing of it unwritten; `kept` bytes of
 * input stay the peer's. The peer is closed and calls `failed` as ever. False: not now, and nothing
 * has changed. */
bool peer_give_away(struct peer *peer, struct transport *transport);

/* Something happens on the loop at `now`: the first of it after the loop has looked for what is
 * readable begins a turn. */
void arena_begin_turn(struct arena *arena, usec_t now);
/* The loop will look next, or has: libevent's clock, which tells when, goes in steps of some
 * milliseconds. */
void arena_end_turn(struct arena *arena, usec_t now);
/* Writes what is due, and frees nobody. */
void arena_flush(struct arena *arena);

/* Looks whether the host or this process stood still: then games are voided, not decided. */
void arena_check_time(struct arena *arena, usec_t now);

#endif
