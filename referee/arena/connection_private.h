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
/* Closes the connection of a peer that is not yet closed, and nothing else. */
void connection_disconnect(struct peer *peer);
void connection_link(struct arena *arena, struct peer *peer); /* into the arena's list */
void connection_unlink(struct peer *peer);
/* Marks the peer as closed; the arena frees it when nothing uses it. */
void connection_set_closed(struct peer *peer);
/* Adds the peer with its descriptors, which are on no loop now, to its arena's loop. Returns 0, or
 * -1 if out of memory. */
int connection_add_events(struct peer *peer);
void connection_remove_events(struct peer *peer); /* after peer_turn_forget */
/* Calls arena->functions when the peer can be written to, or after `wait`. Each returns 0, or -1 if
 * out of memory. */
int connection_await_writable(struct peer *peer);
int connection_await_deadline(struct peer *peer, usec_t wait);
/* Takes descriptors, events and output of `from`, which has none afterwards. */
void connection_move(struct peer *to, struct peer *from);
/* Replaces the transport; the old one is the caller's. */
struct transport connection_swap_transport(struct peer *peer, struct transport transport);

/* Says bye, and closes the peer with that fault. */
void connection_dismiss(struct peer *peer, enum fault fault, const char *why);
/* Sends the reason of the refusal, and closes the peer. */
void connection_refuse(struct peer *peer, enum wire_error error);
/* Out of memory for a peer is our failure: its games are void. */
void connection_fail_for_memory(struct peer *peer);
void connection_note_no_memory(struct peer *peer); /* why it is about to be lost */
/* Where to write messages in their encoding: `size` bytes of room, FRAME_BYTES_MAX at least; then
 * call connection_put with the bytes used, 0 or more. Returns NULL if the peer is closed, or will
 * be when the arena settles. */
char *connection_room(struct peer *peer, enum encoding *encoding, size_t *size);
void connection_put(struct peer *peer, size_t size);
void connection_send_bytes(struct peer *peer, const char *bytes, size_t size); /* whole messages */
void connection_flush(struct peer *peer); /* writes pending output; may close the peer */
/* Writes pending output of all peers, and frees none. A call from within does nothing. */
void connection_flush_all(struct arena *arena);
/* Frees the closed peers that have no game, no owner, and are reserved for none. */
void connection_free_closed(struct arena *arena);
void connection_free_spare(struct arena *arena); /* the arena ends */

#endif
