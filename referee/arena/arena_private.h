/* arena_private.h - the state of an arena and of its tables, for the files of this room. One file
 * writes each field (tests/lint/writers): arena.c the settings, connection.c the lists of peers,
 * peer_turn.c the times of a turn, seated_table.c the tables and their lists. */
#ifndef AVONDALE_ARENA_PRIVATE_H
#define AVONDALE_ARENA_PRIVATE_H

#include "arena/arena.h"
#include "arena/fair_set.h"
#include "arena/linger.h"
#include "arena/peer_private.h"
#include "arena/roster.h"
#include "arena/ruleset_pool.h"
#include "arena/share.h"
#include "table/chat_rules.h"
#include "table/event_cache.h"

#include <stdatomic.h>
#include <sys/time.h>

struct event;
struct live_said;
struct spectacle;

enum {
    CHILD_GRACE_MSEC = 500, /* from the end of its stream to the end of its process group */
    BEAT_MSEC = 500,        /* how often the arena looks whether time has jumped */
};

/* A seat whose bot is, or was, carried by another node (carried_seat.h). */
struct carried_seat {
    uint32_t carrier; /* of its connection; 0: none */
    uint32_t doubted; /* the carrier that may be to blame, since doubted_at; 0: no doubt */
    usec_t doubted_at;
    bool failed;     /* the carrier is to blame: the game is held for the bot */
    int64_t cleared; /* the carrier is not to blame, for the request of this number */
};

/* Fields used by each decision come first; a large field begins with a cache line. */
struct arena_table {
    struct arena *arena;
    struct record *record;
    struct spectacle *spectacle; /* spectate.c; NULL: games have no spectators */
    usec_t armed;                /* when the timer fires; USEC_NEVER */
    void *owner;
    void *log;                /* of the arena's owner; or NULL */
    struct table *table;      /* in `room` */
    uint8_t games[SEATS_MAX]; /* index in peer->games */
    bool closed, wants_mix;
    bool heard_all;                /* the game is over: the record and the seats get nothing more */
    struct peer *peers[SEATS_MAX]; /* NULL: absent */
    struct arena_table *next, **link, *next_closed;
    struct fair_set *set;
    const struct ruleset *rules; /* of the arena's ruleset_pool */
    struct event *timer;
    int contributors[SEATS_MAX]; /* by seat; -1: none */
    const char *void_why;        /* NULL: it is not */
    int doubts;                  /* seats that are doubted */
    struct carried_seat carried[SEATS_MAX];
    char void_text[64];      /* for void_why */
    struct chat chat;        /* table_chat.c */
    struct live_said *heard; /* table_chat.c: spectators' lines for the seats after the hand */
    void *memory;            /* the pointer to free, at or before the start of this struct */
    struct event_cache
        *cache_of[ENCODING_COUNT]; /* of `caches`; NULL: no seat had that encoding at the start */
    struct table_room room;
    _Alignas(64) struct event_cache caches[];
};

/* Callbacks of a connection to the files above it: connection.c and peer_turn.c call only these. */
struct connection_functions {
    /* of its events, with the peer */
    void (*readable)(int fd, short what, void *context);
    void (*writable)(int fd, short what, void *context);
    void (*deadline)(int fd, short what, void *context);
    /* a message, or an unreadable one: `error`; readable from `now` on */
    void (*message)(struct peer *peer, const struct message *message, usec_t now);
    void (*garbage)(struct peer *peer, const struct message *message, int error, usec_t now);
    void (*written)(
        struct peer *peer); /* all output, or as much as possible, was written: clocks start */
    void (*failed)(struct peer *peer, enum fault fault, const char *reason);
    void (*out_of_memory)(struct peer *peer);
    void (*check_time)(struct arena *arena, usec_t now);
    void (*settle)(struct arena *arena); /* called at the end of each callback from the loop */
};

struct arena {
    struct event_base *base;
    const struct connection_functions *functions; /* those of arena_init */
    struct peer *peers, *dirty, *closed_peers;    /* all peers; those with output; closed ones */
    struct child *children;                       /* child.c */
    struct bot_log *logs;                         /* child.c */
    struct event *child_event, *beat_event;
    struct event *turn_event; /* the waiting peers: peer_turn.c */
    struct share share;
    struct roster roster; /* peers that have said hello */
    bool turn_armed;
    /* When the loop last polled, by its own clock; when the first and the last callback of this
     * turn ran; how long the last turn took. */
    struct timeval polled;
    usec_t turn_began, done, stood;
    usec_t wall_usec;    /* the wall clock minus the loop's, in this turn */
    bool done_now;       /* `done` is the end of the running callback */
    usec_t beat, asleep; /* when the loop last ran; how long the host has slept */
    struct arena_table *tables, *closed_tables;
    struct ruleset_pool ruleset_pool; /* of its tables */
    bool sweep;                       /* a closed peer or table may be freed */
    struct lingers lingers;           /* connections that it has closed */
    char *spare_out;                  /* connection.c: a spare buffer; or NULL */
    int peer_count, handshake_count, table_count;
    atomic_long decisions, faults; /* written by its own thread, read by any */
    bool elsewhere; /* an arena of transfers (game_transfer_private.h), not the main loop's */
    bool settling, flushing;
    struct arena_settings settings;
    /* Scratch, one for each arena, because arenas may run on several threads: the last input, the
     * message being read from it, and the message being written. One is enough, because no peer is
     * read while another's bytes are handled. */
    char bytes_in[PEER_IN_BYTES];
    struct message message_in, message_out;
    void *owner;
    struct arena_callbacks callbacks;
    /* `peer` has said hello with the session of `old`, whose game is on another loop: moves it
     * there. Set if there are other loops. */
    void (*follow)(struct peer *peer, struct peer *old);
};

/* Adds one, on the only thread that writes it: no locked instruction. */
static inline void count_one(atomic_long *counter)
{
    long now = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, now + 1, memory_order_relaxed);
}

/* A closed peer or table may be freed when the arena settles. */
static inline void arena_note_closed(struct arena *arena)
{
    arena->sweep = true;
}

/* In the caller's memory. Returns 0, or -1 if out of memory. */
int arena_init(struct arena *arena, struct event_base *base,
               const struct arena_callbacks *callbacks, void *owner);
void arena_fini(struct arena *arena);
/* The arena is not the main loop's: its peers are those of transfers. */
void arena_serve_transfers(struct arena *arena, const struct arena_settings *hall);
/* Checks whether the host or this process stood still: then games are voided, not decided. */
void arena_check_time(struct arena *arena, usec_t now);

#endif
