/* arena.h - peers and tables on one event loop: reads and writes bytes, feeds tables, carries out
 * their effects. Owns peers and tables; its owner (serve, match) decides through the callbacks who
 * plays whom. Its fields are in arena_private.h. One thread. Nothing is freed inside its own
 * callback: arena_settle does it. */
#ifndef AVONDALE_ARENA_H
#define AVONDALE_ARENA_H

#include "arena/connection.h"
#include "arena/fair_set.h"
#include "arena/peer.h"
#include "ladder.h"
#include "sandbox/sandbox.h"
#include "table/table.h"

struct arena;
struct arena_table;
struct event_base;
struct live;
struct share;
struct tls;

enum { STALL_MSEC = 3000 /* a loop that stood for so long decides no game */ };

/* What a hello says beside the peer's name and version. "" or false: it does not. */
struct hello_words {
    struct slice token, ticket;
    bool claim;   /* wants a token for a new name */
    bool session; /* goes on with a session */
};

/* What happens, told to the owner. Those that may be NULL say so. */
struct arena_callbacks {
    /* A peer said hello with a valid name. Returns WIRE_ERROR_NONE to accept it, or the error
     * to refuse it with; then it is closed. After session_defer the value does not count. NULL:
     * all are accepted. */
    enum wire_error (*accept)(struct arena *arena, struct peer *peer,
                              const struct hello_words *words);
    /* It names a session of an earlier process: true if it may go on with it. Optional. */
    bool (*returns)(struct arena *arena, struct peer *peer, struct slice session);
    /* A hello with a session that is unknown here. Returns true if the owner took over the peer's
     * stream. Optional. */
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
    /* Whole messages to a peer or from it, as they are on the wire, before anything follows from
     * them; may be NULL. */
    void (*wire)(struct arena *arena, struct peer *peer, bool from_bot, const char *bytes,
                 size_t size);
    /* A deal, a step, a fault or the end of a hand, for statistics and journals; may be NULL. */
    void (*effect)(struct arena *arena, struct arena_table *table, const struct effect *effect);
};

struct arena_settings {
    usec_t handshake_usec;        /* from a connection to its hello; 0: no limit */
    usec_t hold_usec;             /* a game waits so long for a bot whose node is gone */
    uint32_t messages_per_second; /* of one peer */
    bool record_ms;               /* records have the times of decisions */
    struct live *live; /* spectators are sent its games; NULL: there are none; not owned */
    struct tls *tls;   /* for sockets; NULL: TLS is turned away; not owned */
};

struct arena_counts {
    int peers, handshakes, tables; /* now */
    int lingering;                 /* connections that are ended and still drained */
    long decisions, faults;        /* so far */
};

/* Who sits down. */
struct arena_seat {
    struct peer *peer; /* NULL: nobody came */
    int contributor;   /* whose nonce of the set is its own; -1: it is not asked for one */
};

/* Returns NULL if out of memory. The callbacks are copied; NULL: none, all of them optional. */
struct arena *arena_create(struct event_base *base, const struct arena_callbacks *callbacks,
                           void *owner);
/* Closes everybody and frees all; waits for children, half a second at most. NULL is fine. */
void arena_destroy(struct arena *arena);

void *arena_owner(const struct arena *arena);
struct event_base *arena_base(const struct arena *arena);
const struct arena_settings *arena_settings(const struct arena *arena);
void arena_set_settings(struct arena *arena, const struct arena_settings *settings);
/* Of its own thread, but for the numbers so far: those any thread may ask for. */
struct arena_counts arena_counts(const struct arena *arena);
void arena_count_fault(struct arena *arena);
/* Who waits for their turn, and who is here from which address. */
const struct share *arena_share(const struct arena *arena);

/* Its peers, those that are closed among them (peer_next); those that are closed alone
 * (peer_next_closed); its tables (seated_table_next). NULL: there are none. */
struct peer *arena_first_peer(const struct arena *arena);
struct peer *arena_first_closed(const struct arena *arena);
struct arena_table *arena_first_table(const struct arena *arena);

/* A peer for a child bot, started as child_start says. Returns NULL on failure; errno says why. */
struct peer *arena_spawn(struct arena *arena, const char *command,
                         const struct sandbox_config *config, const char *name);

/* `seats`: one for each of the ruleset's players. All tables of a set are started, each once. The
 * rules are copied. NULL when out of memory. */
struct arena_table *arena_start(struct arena *arena, struct table_config *config,
                                struct fair_set *set, const struct arena_seat *seats, void *owner);
/* The same for a game of an earlier process: its table comes to its first decision at `now`, with
 * nobody there; the set has the seed and the nonces. Then either its steps are fed (game_replay.h)
 * and arena_resume lets these peers, one a seat, sit down and go on, each where it can with the
 * number that the game had on its connection (slots); or arena_abandon ends it without a message to
 * anybody, and without a result. */
struct arena_table *arena_restore(struct arena *arena, struct table_config *config,
                                  struct fair_set *set, void *owner, usec_t now);
void arena_resume(struct arena_table *table, struct peer *const *peers, const uint8_t *slots);
void arena_abandon(struct arena_table *table);
/* Calls `over` once more, for a game that was over before the resume. */
void arena_over_again(struct arena_table *table);
/* The record's line, with the proof of its deals: once every table of its set is over. The caller
 * frees it. NULL when out of memory. */
char *arena_record_line(const struct arena_table *table);
/* The same, but the record itself, for who makes its line later: the table has none any more. The
 * caller destroys it. */
struct record *arena_take_record(struct arena_table *table);
/* The result is on disk: sends it to the seats. `ratings_milli` by seat, or NULL. */
void arena_tell(struct arena_table *table, const int64_t *ratings_milli);
/* The result could not be stored: the seats get an error instead of it. */
void arena_lose(struct arena_table *table);
/* Writes what is due, frees what is dead. Every callback from the loop ends with it. */
void arena_settle(struct arena *arena);

#endif
