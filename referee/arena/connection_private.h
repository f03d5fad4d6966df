/* connection_private.h - events, lists and buffers of connections, for the files of this room. */
#ifndef AVONDALE_CONNECTION_PRIVATE_H
#define AVONDALE_CONNECTION_PRIVATE_H

#include "arena/arena_private.h"
#include "arena/connection.h"
#include "arena/peer_private.h"

/* Frees a peer that is in no list. */
void connection_free(struct peer *peer);
/* It has said hello. */
void connection_end_handshake(struct peer *peer, enum peer_state state);
/* Ends the connection of a peer that is not yet closed, and nothing else. */
void connection_disconnect(struct peer *peer);
void connection_link(struct arena *arena, struct peer *peer); /* into the arena's list */
void connection_unlink(struct peer *peer);
/* Not yet closed; the arena frees it when nobody needs it. */
void connection_set_closed(struct peer *peer);
/* Puts it and its descriptors, which are on no loop now, on that of its arena. Returns 0, or -1 if
 * out of memory. */
int connection_add_events(struct peer *peer);
void connection_remove_events(struct peer *peer); /* after peer_turn_forget */
/* Calls arena->functions when it can be written to, or after `wait`. Return 0, or -1 if out of
 * memory. */
int connection_await_writable(struct peer *peer);
int connection_await_deadline(struct peer *peer, usec_t wait);
/* Descriptors, events and output of `from`, which has none any more. */
void connection_move(struct peer *to, struct peer *from);
/* Another transport in the place of the one that it had, which is the caller's from now on. */
struct transport connection_swap_transport(struct peer *peer, struct transport transport);

/* Says bye, and closes it with that fault. */
void connection_dismiss(struct peer *peer, enum fault fault, const char *why);
/* Says why it is refused, and closes it. */
void connection_refuse(struct peer *peer, enum wire_error error);
/* No memory for a peer is our failure: its games are void. */
void connection_fail_for_memory(struct peer *peer);
void connection_note_no_memory(struct peer *peer); /* why it is about to be lost */
/* Where messages may be written, with their encoding: `size` bytes of room, FRAME_BYTES_MAX at
 * least, to be followed by connection_put with what was used of it, 0 or more. Returns NULL if it
 * is closed, or will be when the arena settles. */
char *connection_room(struct peer *peer, enum encoding *encoding, size_t *size);
void connection_put(struct peer *peer, size_t size);
void connection_send_bytes(struct peer *peer, const char *bytes, size_t size); /* whole messages */
void connection_flush(struct peer *peer); /* writes what is due; may fail the peer */
/* Writes what is due of all peers, and frees nobody. */
void connection_flush_all(struct arena *arena);

#endif
