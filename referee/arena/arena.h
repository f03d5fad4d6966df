/* arena.h - peers and tables on one event loop: reads and writes bytes, feeds tables, carries out
 * their effects. Owns peers and tables; who plays whom is decided by its owner (serve, match)
 * through the callbacks. One thread. Nothing is freed inside its own callback: arena_settle does
 * it. */
#ifndef AVONDALE_ARENA_H
#define AVONDALE_ARENA_H

#include "ladder.h"
#include "arena/fair_set.h"
#include "arena/linger.h"
#include "arena/rate_limit.h"
#include "arena/roster.h"
#include "arena/ruleset_pool.h"
#include "sandbox/sandbox.h"
#include "arena/share.h"
#include "table/table.h"
#include "table/event_cache.h"
#include "net/transport.h"

#include <stdatomic.h>
#include <sys/time.h>
#include <sys/types.h>

struct event_base;
struct event;
struct live;
struct live_said;
struct spectacle;

enum {
    PEER_IN_BYTES = 2 * FRAME_BYTES_MAX,
    PEER_OUT_BYTES_MAX = 256 * 1024, /* a reader slower than that is closed */
    PEER_GAMES_MAX = 64,
    SESSION_BYTES = 16,
    CHILD_GRACE_MSEC = 500, /* from the end of its stream to the end of its process group */
    BEAT_MSEC = 500,        /* how often the arena looks whether time has jumped */
    STALL_MSEC = 3000,      /* a loop that stood for so long decides no game */
};

enum peer_state {
    PEER_STATE_HANDSHAKE,
    PEER_STATE_READY,
    PEER_STATE_LEAVING, /* its game goes on on another loop: so will it, and is not read any more */
    PEER_STATE_CLOSED,
    PEER_STATE_COUNT
};

struct seat_of_peer {
    struct arena_table *table; /* NULL: free */
    seat_t seat;
};

/* One connected bot. Kept while it has games, connected or not. What a decision looks at comes
 * first. */
struct peer {
    enum peer_state state;
    enum encoding encoding;
    bool dirty, broken, quitting;
    bool no_memory;  /* why it is lost: nobody's fault but ours */
    bool lingers;    /* it was told why it is closed, and is to read that */
    bool unwritable; /* gone as soon as what it has still sent is read */
    bool more;       /* what is kept holds whole messages; their turn comes after the others' */
    bool read_waits, write_waits; /* reading waits for room to write, and the other way round */
    bool unheard;                 /* read_event is taken off the loop until its turn comes */
    int game_count, game_slots;
    struct seat_of_peer *games; /* game_slots of them, from its hello on; g is index + 1 */
    struct seat_of_peer only;   /* where there is one slot */
    struct arena *arena;
    struct peer *next_dirty;
    char *out; /* NULL while nothing is to be written */
    size_t out_size, out_sent, out_capacity;
    struct transport transport;
    char *kept; /* `have` bytes that are no whole message yet; NULL: none */
    size_t have;
    usec_t read_at;             /* when what is kept was readable */
    struct pace pace;           /* of its messages */
    struct share_peer share;    /* its turn among the others */
    struct roster_entry called; /* in the arena's roster, from its hello on */
    size_t owed; /* so many bytes had arrived when its decision was due, and are still to be looked
                    at */
    usec_t owed_due;

    struct peer *next, **link, *next_closed; /* link: what points to it in the arena's list */
    /* `deadline`: of its hello; then of its next turn, where it sent much. It and write_event are
     * NULL until they are needed. */
    struct event *read_event, *write_event, *deadline;
    pid_t pid; /* a child of ours, or 0; -1 when it has ended */
    char name[NAME_MAX_BYTES + 1];
    char version[NAME_MAX_BYTES + 1]; /* as it said; "": it did not */
    char session[2 * SESSION_BYTES + 1];
    char label[48]; /* for the log: address or command */
    bool eager, nonce, lobby;
    bool follows;   /* goes where `redirect` says */
    bool needs_tls; /* plain, it gets no further than its hello */
    int games_max;
    int reserved;        /* games that are about to start with it */
    int64_t last_number; /* of the requests in games that it has left */
    usec_t idle_since;
    void *owner;      /* the owner's own */
    uint32_t carrier; /* carried_seat.h: the run of a node that brings its bytes; 0: none does */
    /* its connection is with a game on another loop (game_transfer.h); NULL: it is here */
    struct party *away;
    seat_t away_seat;
};

/* Who sits down. */
struct arena_seat {
    struct peer *peer; /* NULL: nobody came */
    int contributor;   /* whose nonce of the set is its own; -1: it is not asked for one */
};

/* A seat whose bot another node carries, or did (carried_seat.h). */
struct carried_seat {
    uint32_t carrier; /* of its connection; 0: none */
    uint32_t doubted; /* the carrier that may be to blame, since doubted_at; 0: nobody doubts */
    usec_t doubted_at;
    bool failed;     /* it is: the game is held for the bot */
    int64_t cleared; /* it is not, for the request of this number */
};

/* What a decision looks at comes first, and what is large begins with a line of the cache. */
struct arena_table {
    struct arena *arena;
    struct record *record;
    struct spectacle *spectacle; /* spectate.c; NULL: nobody can look on */
    usec_t armed;                /* when the timer fires; USEC_NEVER */
    void *owner;
    uint8_t games[SEATS_MAX]; /* index in peer->games */
    bool closed, wants_mix;
    bool heard_all; /* the game is over: nothing more goes to the record or the seats */
    struct peer *peers[SEATS_MAX]; /* NULL: nobody came */
    struct arena_table *next, **link, *next_closed;
    struct fair_set *set;
    const struct ruleset *rules; /* of the arena's rulebook */
    struct event *timer;
    int contributors[SEATS_MAX]; /* by seat; -1: none */
    const char *void_why;        /* NULL: it is not */
    int doubts;                  /* seats that are doubted */
    struct carried_seat carried[SEATS_MAX];
    char void_text[64];      /* for void_why */
    struct chat chat;        /* table_chat.c */
    struct live_said *heard; /* table_chat.c: what the seats are told after the hand */
    void *memory; /* what is to be freed: it may begin before the line that this begins with */
    struct telling
        *told[ENCODING_COUNT]; /* of `tellings`; NULL: no seat had that encoding at the start */
    _Alignas(64) struct table table;
    _Alignas(64) struct telling tellings[];
};

/* What happens to a connection, told to those above it: connection.c and peer_turn.c call nobody
 * but these. */
struct connection_functions {
    /* of its events, with the peer */
    void (*readable)(int fd, short what, void *context);
    void (*writable)(int fd, short what, void *context);
    void (*deadline)(int fd, short what, void *context);
    /* a message, or one that cannot be read: `error`; readable from `now` on */
    void (*message)(struct peer *peer, const struct message *message, usec_t now);
    void (*garbage)(struct peer *peer, const struct message *message, int error, usec_t now);
    void (*written)(struct peer *peer); /* all of it, or as much as it takes: its clocks run */
    void (*failed)(struct peer *peer, enum fault fault, const char *reason);
    void (*out_of_memory)(struct peer *peer);
    void (*check_time)(struct arena *arena, usec_t now);
    void (*settle)(struct arena *arena); /* at the end of a callback from the loop */
};

struct arena {
    struct event_base *base;
    const struct connection_functions *functions; /* arena_init's */
    struct peer *peers, *dirty,
        *closed_peers;      /* all; that have something to write; that are gone */
    struct child *children; /* child.c */
    struct bot_log *logs;   /* child.c */
    struct event *child_event, *beat_event;
    struct event *turn_event; /* of those that wait for their turn: peer_turn.c */
    struct share share;
    struct roster roster; /* its peers that have said hello */
    bool turn_armed;
    /* When the loop last looked for what is readable, by its own clock; when the first and the last
     * thing of this turn happened; how long the turn before it took. */
    struct timeval polled;
    usec_t turn_began, done, stood;
    usec_t wall_usec;    /* the wall clock, above the loop's, in this turn */
    bool done_now;       /* `done` is the moment at which the callback that runs ends */
    usec_t beat, asleep; /* when the loop was last seen alive; how long the host has slept */
    struct arena_table *tables, *closed_tables;
    struct rulebook rulebook; /* of its tables */
    bool sweep;               /* something of what is closed is dead */
    struct lingers lingers;   /* connections that it has ended */
    char *spare_out;          /* session.c: a buffer that is nobody's now; or NULL */
    int peer_count, handshake_count, table_count;
    atomic_long decisions, faults; /* written by its own thread, read by any */
    bool elsewhere; /* not the hall: its bots are those of parties (game_transfer.h) */
    usec_t handshake_usec;
    usec_t hold_usec; /* a game waits so long for a bot whose node is gone */
    uint32_t messages_per_second;
    bool record_ms, settling;
    struct live *live; /* where those who look on are told of its games; NULL: nowhere; not owned */
    /* Scratch, so that several arenas may run on as many threads: what was read last, the message
     * in it that is being taken, and the one in the making. One each, as nobody is read while
     * another's bytes are looked at. */
    char bytes_in[PEER_IN_BYTES];
    struct message message_in, message_out;
    struct tls *tls; /* for sockets; NULL: TLS is turned away; not owned */
    void *owner;
    /* A peer said hello with a valid name: 0, or the wire error that refuses it (then it is
     * closed). */
    int (*accept)(struct arena *arena, struct peer *peer, struct slice token, struct slice ticket);
    /* It names a session of an earlier process: true if it may go on with it. Optional. */
    bool (*returns)(struct arena *arena, struct peer *peer, struct slice session);
    /* A hello with a session that is none here: true if the owner took the peer's stream over.
     * Optional. */
    bool (*session)(struct arena *arena, struct peer *peer, struct slice token,
                    struct slice session);
    void (*ready)(struct arena *arena, struct peer *peer);  /* free for a game */
    void (*failed)(struct arena *arena, struct peer *peer); /* gone before it was ready, or idle */
    void (*start_failed)(struct arena *arena, const char *why); /* a child bot; optional */
    /* A message that is not about a game: true if it was one for the owner. Optional. */
    bool (*message)(struct arena *arena, struct peer *peer, const struct message *message);
    /* Whether its next message of that kind has to wait for a moment. Optional. */
    bool (*busy)(const struct peer *peer);
    /* A game is over: to be followed, now or later, by arena_tell. */
    void (*over)(struct arena *arena, struct arena_table *table);
    void (*closed)(struct arena *arena, struct arena_table *table); /* told; about to be freed */
    /* A deal, a step, a fault or the end of a hand, for statistics and journals; may be NULL. */
    void (*effect)(struct arena *arena, struct arena_table *table, const struct effect *effect);
    /* `peer` has said hello with the session of `old`, whose game is on another loop: it is to go
     * there. Set where there are such loops. */
    void (*follow)(struct peer *peer, struct peer *old);
};

/* The peers of a name, whatever the case, the latest first: the first, and the one after another;
 * NULL: there are no more. Closed ones are among them until they are freed. */
struct peer *arena_called(const struct arena *arena, const char *name);
struct peer *arena_called_next(const struct peer *peer);

/* One more, by the only thread that writes it: no locked instruction. */
static inline void count_one(atomic_long *counter)
{
    long now = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, now + 1, memory_order_relaxed);
}

/* `owner` and the callbacks are set by the caller afterwards. 0, or -1 when out of memory. */
int arena_init(struct arena *arena, struct event_base *base);
/* Closes everybody and frees all; waits for children, CHILD_GRACE_MSEC at most. */
void arena_fini(struct arena *arena);

/* A new peer on descriptors that are non-blocking and close-on-exec; takes them over. NULL when out
 * of memory (they are closed then). */
struct peer *arena_add_peer(struct arena *arena, int read_fd, int write_fd, pid_t pid,
                            const char *label);
/* The same for a socket that was accepted; it may speak TLS, and `needs_tls` says that it must. */
struct peer *arena_add_socket(struct arena *arena, int fd, bool needs_tls, const char *label);

/* A peer for a child bot, started as child_start says. Returns NULL on failure; errno says why. */
struct peer *arena_spawn(struct arena *arena, const char *command,
                         const struct sandbox_config *config, const char *name);

/* Closes a peer; its games go on without it. Logs the reason. */
__attribute__((format(printf, 3, 4))) void peer_fail(struct peer *peer, enum fault fault,
                                                     const char *format, ...);
void peer_send(struct peer *peer, const struct message *message);
void peer_send_error(struct peer *peer, enum wire_error error, int64_t number);
void peer_bye(struct peer *peer, const char *why); /* says bye, then closes */
/* The same; tells it the address of another node of the arena, where it is welcome. */
void peer_send_away(struct peer *peer, const char *why, const char *address);

/* `seats`: one for each of the ruleset's players. All tables of a set are started, each once. The
 * rules are copied. NULL when out of memory. */
struct arena_table *arena_start(struct arena *arena, struct table_config *config,
                                struct fair_set *set, const struct arena_seat *seats, void *owner);
/* The same for a game of an earlier process: its table comes to its first decision at `now`, with
 * nobody there; the set has the seed and the nonces. Then either its steps are fed (game_replay.h)
 * and arena_resume lets these peers, one a seat, sit down and go on, each where it can with the
 * number that the game had on its connection (slots); or arena_abandon lets it go without a word,
 * and without a result. */
struct arena_table *arena_restore(struct arena *arena, struct table_config *config,
                                  struct fair_set *set, void *owner, usec_t now);
void arena_resume(struct arena_table *table, struct peer *const *peers, const uint8_t *slots);
void arena_abandon(struct arena_table *table);
/* The record's line, with the proof of its deals: once every table of its set is over. The caller
 * frees it. NULL when out of memory. */
char *arena_record_line(const struct arena_table *table);
/* The same, but the record itself, for who makes its line later: the table has none any more. The
 * caller destroys it. */
struct record *arena_take_record(struct arena_table *table);
/* The result stands (on disk): tells the seats. `ratings_milli` by seat, or NULL. */
void arena_tell(struct arena_table *table, const int64_t *ratings_milli);
/* The result could not be stored: the seats are told so, and nothing of it. */
void arena_lose(struct arena_table *table);
/* Writes what is due, frees what is dead. Every callback from the loop ends with it. */
void arena_settle(struct arena *arena);

#endif
