/* peer_private.h - the state of a peer, for the files of this room. One file writes each field
 * (tests/lint/writers):
 *   peer.c          state, name to session, what its hello asked for, its games, owner, carrier
 *   connection.c    its descriptors and events, what it is sent, its place in the arena's lists
 *   peer_turn.c     what is read of it, and when
 *   game_transfer.c away, away_seat
 * The parts that are values of another file (share, called, rate) are written by the functions of
 * that file. */
#ifndef AVONDALE_PEER_PRIVATE_H
#define AVONDALE_PEER_PRIVATE_H

#include "arena/peer.h"
#include "arena/rate_limit.h"
#include "arena/roster.h"
#include "arena/share.h"
#include "net/transport.h"
#include "table/table.h"

struct event;
struct arena;
struct arena_table;

struct seat_of_peer {
    struct arena_table *table; /* NULL: free */
    seat_t seat;
};

/* One connected bot. It exists while it has games, connected or not. Fields of the path of a
 * decision come first. */
struct peer {
    enum peer_state state;
    enum encoding encoding;
    bool dirty, broken, quitting;
    bool no_memory; /* it is lost by our failure */
    bool lingers;   /* its last message says why it is closed; the socket stays until it was read */
    bool unwritable; /* write side failed: closed after its input is read */
    bool more;       /* `kept` holds complete messages, deferred until other peers were served */
    bool read_waits, /* a read waits until the socket is writable */
        write_waits; /* a write waits until it is readable */
    bool unheard;    /* read_event is off the loop until the peer's turn */
    int game_count, game_slots;
    struct seat_of_peer *games; /* game_slots of them, from its hello on; g is index + 1 */
    struct seat_of_peer only;   /* where there is one slot */
    struct arena *arena;
    struct peer *next_dirty;
    char *out; /* NULL: no output */
    size_t out_size, out_sent, out_capacity;
    struct transport transport;
    char *kept; /* `have` bytes of an incomplete message; NULL: none */
    size_t have;
    usec_t read_at;             /* when the bytes in `kept` became readable */
    struct rate_limit rate;     /* of its messages */
    struct share_peer share;    /* its turn among the others */
    struct roster_entry called; /* in the arena's roster, from its hello on */
    size_t owed; /* bytes that had arrived when its decision was due, and are still to be read */
    usec_t owed_due;

    struct peer *next, **link, *next_closed; /* link: what points to it in the arena's list */
    /* `deadline`: for its hello; later for its next turn, if it sent much. It and write_event are
     * NULL until they are needed. */
    struct event *read_event, *write_event, *deadline;
    pid_t pid; /* pid of a child of ours, or 0; -1 after its end */
    char name[NAME_MAX_BYTES + 1];
    char version[NAME_MAX_BYTES + 1]; /* as in its hello; "": none */
    char session[2 * SESSION_BYTES + 1];
    char label[48];   /* for the log: address or command */
    uint64_t address; /* endpoint_key of where it came from; 0: it has no address */
    bool eager, nonce, lobby;
    bool follows;   /* follows `redirect` */
    bool deferred;  /* its hello was read, the answer comes later; it is not read meanwhile */
    bool needs_tls; /* without TLS it gets no further than its hello */
    int games_max;
    int reserved;        /* games that are about to start with it */
    int64_t last_number; /* numbers of requests in games that it has left */
    usec_t idle_since;
    void *owner;      /* the owner's own */
    uint32_t carrier; /* carried_seat.h: the number of the node run that carries it; 0: none */
    /* its connection is with a game on another loop (game_transfer_private.h); NULL: it is here */
    struct game_transfer *away;
    seat_t away_seat;
};

/* Makes a peer of that arena, in no list yet; `pid`: of a child, or 0; `address`: endpoint_key, or
 * 0. Returns NULL if out of memory. */
struct peer *peer_create(struct arena *arena, pid_t pid, const char *label, uint64_t address);
void peer_set_arena(struct peer *peer, struct arena *arena); /* it is in no list of another */
void peer_destroy(struct peer *peer);                        /* its connection is closed */
void peer_child_ended(struct peer *peer);

/* The only function that changes the state: asserts the transition and logs it. */
void peer_set_state(struct peer *peer, enum peer_state state);

/* From its hello, whose name and version are valid. */
void peer_set_name(struct peer *peer, struct slice name);
void peer_set_version(struct peer *peer, struct slice version);
void peer_set_wishes(struct peer *peer, const struct message *hello);
void peer_set_deferred(struct peer *peer, bool deferred);
void peer_quit(struct peer *peer);         /* it takes no further game */
void peer_make_session(struct peer *peer); /* a new, unpredictable one */
/* Takes the session of `old`, which has none afterwards, and its carrier. */
void peer_take_session(struct peer *peer, struct peer *old);
void peer_end_session(struct peer *peer);
/* Copies name, session, label and wishes of the same bot. */
void peer_copy_identity(struct peer *to, const struct peer *from);
/* Copies what goes with its connection to another loop, and comes back with it. */
void peer_move(struct peer *to, const struct peer *from);

/* Makes room for games: `slots` from 1. Returns 0, or -1 if out of memory. */
int peer_make_slots(struct peer *peer, int slots);
/* Adds a game: in that slot if it is free, else in the first free one. Returns the slot. */
int peer_take_slot(struct peer *peer, struct arena_table *table, seat_t seat, int wanted);
/* Its game in that slot is over; `number`: of the game's latest request. */
void peer_leave_slot(struct peer *peer, int slot, int64_t number);
/* Takes the games of an earlier connection, which has none afterwards. A game keeps its number,
 * even if the new connection asked for fewer games at once. */
void peer_take_slots(struct peer *peer, struct peer *old);
/* Counts a game on another loop, which has no slot here. */
void peer_begin_away(struct peer *peer);
void peer_end_away(struct peer *peer);
/* The arena ends: clears what keeps the peer from being freed. */
void peer_abandon(struct peer *peer);

#endif
