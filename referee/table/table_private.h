/* table_private.h - the state of a table, for the files of this room and their tests. table.c and
 * table_message.c alone write it, table_hint.c counts the hints. */
#ifndef AVONDALE_TABLE_PRIVATE_H
#define AVONDALE_TABLE_PRIVATE_H

#include "table/table.h"

/* The hand so far, and how much of it each seat has been sent. When the log is full all seats are
 * sent the rest and its middle is dropped: a reconnect then misses some calls of an endless
 * auction. A hand of four takes 450 bytes, the longest without such an auction 720. */
enum {
    TABLE_EVENT_BYTES = 24, /* at most */
    TABLE_LOG_FULL = 1088,
    TABLE_LOG_MAX = TABLE_LOG_FULL + EVENTS_MAX * TABLE_EVENT_BYTES,
    TABLE_ERRORS_MAX = 4
};

/* A place between two events of the log: the bytes and the number of events before it. */
struct table_place {
    uint16_t byte, event;
};

struct table_error {
    enum wire_error code;
    int64_t number; /* the request it answers, or 0 */
};

struct table_seat_state {
    _Alignas(64) struct seat_clock clock; /* starts a cache line shared with the next fields */
    bool game_due, fair_due, turn_due, over_due, resumed;
    bool dead;    /* it cannot reconnect */
    bool doubted; /* doubted: its time does not run out */
    uint8_t error_count;
    uint8_t hints_used;    /* in the running hand */
    uint16_t time_percent; /* of the table's time control */
    usec_t gone_since;     /* while not here */
    enum fault gone;       /* the fault that it left by */
    struct table_error errors[TABLE_ERRORS_MAX];
};

/* The hot state: what each decision reads, for all seats, side by side, because a thousand tables
 * share the processor's caches. */
struct table_hot {
    enum table_state state;
    uint8_t players;
    bool here[SEATS_MAX], eager[SEATS_MAX];
    struct table_place cursor[SEATS_MAX]; /* cursor of each seat in the log */
    struct table_place log_end;
    struct table_place public_cursor; /* how far table_message_public_event has read */
    /* with its place in the log, a number that no other event of the table has */
    uint32_t log_serial;
    int64_t number;           /* number of the latest request */
    usec_t hold_usec;         /* how long an event may be deferred */
    usec_t oldest[SEATS_MAX]; /* when the oldest event that it has not seen happened; USEC_NEVER */
};

struct table {
    struct table_hot hot;
    struct game game;
    struct table_seat_state seats[SEATS_MAX];
    struct table_config config;
    struct fair_nonce nonces[SEATS_MAX]; /* by seat; from TABLE_MIX on those of the whole set */
    uint8_t contributors;
    uint8_t nonces_in; /* mask */
    usec_t nonce_deadline;
    uint8_t mix[FAIR_BYTES];
    bool mixed;
    bool given;     /* the deal of the running hand was given: no key is sent */
    bool same_pack; /* the running hand follows from the one before: no key either */
    uint8_t key_commitment[FAIR_BYTES];
    uint32_t deal_number, attempt; /* of the running hand */
    int fault_counts[SEATS_MAX];
    int forfeited; /* seat, or -1 */
    bool has_seed, has_ratings, lost;
    uint16_t hands; /* that ended: at most TABLE_HANDS_MAX */
    uint8_t seed[FAIR_BYTES];
    int64_t ratings_milli[SEATS_MAX];
    uint8_t log[TABLE_LOG_MAX]; /* table_log_private.h */
};
_Static_assert(sizeof(struct table) == TABLE_BYTES, "table.h says how much room a table takes");
_Static_assert(_Alignof(struct table) <= _Alignof(struct table_room), "and how it is aligned");

#endif
