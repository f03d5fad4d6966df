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

enum { STALL_MSEC = 3000 /* a loop that stood still for so long decides no game */ };

/* The fields of a hello besides the peer's name and version. "" or false: missing. */
struct hello_words {
    struct slice token, ticket, invite;
    bool claim;   /* wants a token for a new name */
    bool session; /* continues a session */
};

/* Callbacks to the owner. Optional ones may be NULL. */
struct arena_callbacks {
    /* A peer said hello with a valid name. Returns WIRE_ERROR_NONE to accept it, or the error to
     * refuse it with; then it is closed. After session_defer the value is ignored. NULL: all are
     * accepted. */
    enum wire_error (*accept)(struct arena *arena, struct peer *peer,
                              const struct hello_words *words);
    /* The hello names a session of an earlier process: returns true if it may continue. Optional.
     */
    bool (*returns)(struct arena *arena, struct peer *peer, struct slice session);
    /* The hello names a session that is unknown here. Returns true if the owner took over the
     * peer's stream. Optional. */
    bool (*session)(struct arena *arena, struct peer *peer, struct slice token,
                    struct slice session);
    void (*ready)(struct arena *arena, struct peer *peer); /* free for a game */
    void (*failed)(struct arena *arena,
                   struct peer *peer); /* closed before it was ready, or while idle */
    void (*start_failed)(struct arena *arena,
                         const char *why); /* a child bot could not be started; optional */
    /* A message that is not about a game: returns true if the owner handles it. Optional. */
    bool (*message)(struct arena *arena, struct peer *peer, const struct message *message);
    /* The peer said quit during its games, which go on. Optional. */
    void (*quits)(struct arena *arena, struct peer *peer);
    /* Whether the peer's next message of that kind must wait for a moment. Optional. */
    bool (*busy)(const struct peer *peer);
    /* A game is over: the owner calls arena_tell, now or later. */
    void (*over)(struct arena *arena, struct arena_table *table);
    void (*closed)(
        struct arena *arena,
        struct arena_table *table); /* the seats have the result; the table is about to be freed */
    /* Whole messages to or from a peer, as they are on the wire, before they have any effect; may
     * be NULL. */
    void (*wire)(struct arena *arena, struct peer *peer, bool from_bot, const char *bytes,
                 size_t size);
    /* Frees what seated_table_set_log was given, with its table; may be NULL. */
    void (*unlog)(void *log);
    /* A deal, a step, a fault or the end of a hand, for statistics and journals; may be NULL. */
    void (*effect)(struct arena *arena, struct arena_table *table, const struct effect *effect);
};

struct arena_settings {
    usec_t handshake_usec;        /* from a connection to its hello; 0: no limit */
    usec_t hold_usec;             /* how long a game waits for a bot whose node is gone */
    uint32_t messages_per_second; /* of one peer */
    bool record_ms;               /* records have the times of decisions */
    struct live *live; /* where its games are published for spectators; NULL: nowhere; not owned */
    struct tls *tls;   /* for sockets; NULL: TLS is refused; not owned */
};

struct arena_counts {
    int peers, handshakes, tables; /* now */
    int lingering;                 /* closed connections whose input is still being read */
    long decisions, faults;        /* so far */
};

/* The peers that sit down. */
struct arena_seat {
    struct peer *peer; /* NULL: absent */
    int contributor;   /* contributor whose nonce is this seat's; -1: it is not asked for one */
};

/* Returns NULL if out of memory. The callbacks are copied; NULL: none of them. */
struct arena *arena_create(struct event_base *base, const struct arena_callbacks *callbacks,
                           void *owner);
/* Its loop begins now: what the program did since arena_create was no standstill. */
void arena_begin(struct arena *arena);
/* Closes all peers and frees everything; waits for children, half a second at most. NULL is fine.
 */
void arena_destroy(struct arena *arena);

void *arena_owner(const struct arena *arena);
struct event_base *arena_base(const struct arena *arena);
const struct arena_settings *arena_settings(const struct arena *arena);
void arena_set_settings(struct arena *arena, const struct arena_settings *settings);
/* Used on the arena's thread, except the totals so far: any thread may read those. */
struct arena_counts arena_counts(const struct arena *arena);
void arena_count_fault(struct arena *arena);
/* The waiting peers, and the peers by address. */
const struct share *arena_share(const struct arena *arena);

/* Its peers, closed ones included (peer_next); only the closed ones (peer_next_closed); its tables
 * (seated_table_next). NULL: there are none. */
struct peer *arena_first_peer(const struct arena *arena);
struct peer *arena_first_closed(const struct arena *arena);
struct arena_table *arena_first_table(const struct arena *arena);

/* A peer for a child bot, started as child_start says. Returns NULL on failure; errno says why. */
struct peer *arena_spawn(struct arena *arena, const char *command,
                         const struct sandbox_config *config, const char *name);

/* `seats`: one for each of the ruleset's players. All tables of a set are started, each once. The
 * rules are copied. NULL if out of memory. */
struct arena_table *arena_start(struct arena *arena, struct table_config *config,
                                struct fair_set *set, const struct arena_seat *seats, void *owner);
/* The same for a game of an earlier process: its table comes to its first decision at `now`, with
 * all seats absent; the set has the seed and the nonces. Then either its steps are fed
 * (game_replay.h) and arena_resume seats these peers, one for each seat, if possible with the
 * earlier number of the game on the connection (slots); or arena_abandon ends it without messages
 * and without a result. */
struct arena_table *arena_restore(struct arena *arena, struct table_config *config,
                                  struct fair_set *set, void *owner, usec_t now);
void arena_resume(struct arena_table *table, struct peer *const *peers, const uint8_t *slots);
void arena_abandon(struct arena_table *table);
/* Calls `over` again, for a game that was over before the resume. */
void arena_over_again(struct arena_table *table);
/* The record's line, with the proof of its deals: after all tables of its set are over. The caller
 * frees it. NULL if out of memory. */
char *arena_record_line(const struct arena_table *table);
/* The same, but hands over the record itself, from which the caller makes the line later and which
 * it destroys. The table has none any more. */
struct record *arena_take_record(struct arena_table *table);
/* The result is on disk: sends it to the seats. `ratings_milli` by seat, or NULL. */
void arena_tell(struct arena_table *table, const int64_t *ratings_milli);
/* The result could not be stored: the seats get an error instead of it. */
void arena_lose(struct arena_table *table);
/* Writes pending output, frees what is closed. Every callback from the loop ends with it. */
void arena_settle(struct arena *arena);

#endif
