/* peer.h - one bot that is connected, or was and still has games, for the rooms above the arena.
 * Its fields are in peer_private.h. On the thread of its arena. */
#ifndef AVONDALE_PEER_H
#define AVONDALE_PEER_H

#include "ladder.h"
#include "protocol.h"
#include "table/time_control.h" /* usec_t */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct arena_table;
struct peer;

enum {
    PEER_GAMES_MAX = 64,
    PEER_OUT_BYTES_MAX = 256 * 1024, /* a reader slower than that is closed */
    PEER_IN_BYTES = 2 * FRAME_BYTES_MAX,
    SESSION_BYTES = 16,
};

enum peer_state {
    PEER_STATE_HANDSHAKE, /* has not said hello */
    PEER_STATE_READY,
    PEER_STATE_LEAVING, /* its game is on another loop: it follows there, and is not read here */
    PEER_STATE_CLOSED,
    PEER_STATE_COUNT
};

/* Asserts the invariants of a peer between two calls: its games, its buffers, and what its state
 * demands. */
void peer_check(const struct peer *peer);

enum peer_state peer_state(const struct peer *peer);
const char *peer_name(const struct peer *peer);    /* "" before its hello */
const char *peer_version(const struct peer *peer); /* as in its hello; "": none */
const char *peer_session(const struct peer *peer);
const char *peer_label(const struct peer *peer); /* for the log: address or command */
uint64_t peer_address(const struct peer *peer);  /* endpoint_key; 0: it has no address */
enum encoding peer_encoding(const struct peer *peer);
bool peer_has_tls(const struct peer *peer);
pid_t peer_pid(const struct peer *peer); /* pid of a child of ours, or 0; -1 after its end */

/* The fields of its hello. */
bool peer_is_eager(const struct peer *peer);
bool peer_promises_nonces(const struct peer *peer);
bool peer_knows_lobby(const struct peer *peer);
bool peer_follows(const struct peer *peer); /* follows `redirect` */

bool peer_is_quitting(const struct peer *peer);
bool peer_is_away(const struct peer *peer); /* its connection is with a game on another loop */
bool peer_lacked_memory(const struct peer *peer); /* it is lost by our fault, not its own */
int peer_games(const struct peer *peer);          /* running games */
/* The table of the game of that number on the connection, and the peer's seat there; 0: of its only
 * game. NULL: there is none. */
struct arena_table *peer_table(const struct peer *peer, int number, seat_t *seat);
int peer_games_max(const struct peer *peer);      /* games at once */
int peer_games_reserved(const struct peer *peer); /* games that are about to start */
int peer_games_left(const struct peer *peer);     /* games that it can begin now */
bool peer_is_idle(const struct peer *peer); /* ready, here, in no game and reserved for none */
usec_t peer_idle_since(const struct peer *peer);
size_t peer_bytes_unsent(const struct peer *peer); /* bytes that wait to be written */
size_t
peer_bytes_kept(const struct peer *peer); /* bytes that were read but are no whole message yet */
const char *peer_kept(const struct peer *peer);              /* those bytes; NULL: none */
uint32_t peer_messages(const struct peer *peer, usec_t now); /* messages in the current second */

/* A game is about to start with the peer: it is not freed meanwhile. */
void peer_reserve(struct peer *peer);
void peer_release(struct peer *peer);

/* A value of the arena's owner. A peer that has one is not freed. */
void *peer_owner(const struct peer *peer);
void peer_set_owner(struct peer *peer, void *owner);

/* carried_seat.h: the number of the node run that carries it; 0: none. */
uint32_t peer_carrier(const struct peer *peer);
void peer_set_carrier(struct peer *peer, uint32_t carrier);
/* The peer takes the session of a game of an earlier process. */
void peer_set_session(struct peer *peer, const char *session);

/* The next peer in its arena's list (arena_first_peer); NULL after the last. */
struct peer *peer_next(const struct peer *peer);
/* The next peer in the list of closed ones (arena_first_closed). */
struct peer *peer_next_closed(const struct peer *peer);

#endif
