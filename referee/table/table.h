/* table.h - one game as a state machine: (state, input, now) -> effects.
 *
 * Knows the engine, the message values and time as numbers. It must not know sockets, event loops,
 * the heap, files, the ladder or any real clock: tests run it on a fake clock and fake transports,
 * and simulations run thousands of games in one process. The owner of a table (arena.c, tests)
 * feeds it inputs, carries out its effects and sends the messages that it renders to the peers.
 *
 * Events are deferred: a table keeps one log of the hand and a cursor for each seat. A seat's
 * messages are rendered (table_message) when it must act, at the end of the hand, a second after
 * the oldest event it has not seen, or at once if it is eager; so a decision costs one write, not
 * one for each seat. */
#ifndef AVONDALE_TABLE_H
#define AVONDALE_TABLE_H

#include "engine.h"
#include "protocol.h"
#include "table/time_control.h" /* usec_t, struct time_control, struct seat_clock */
#include "table/chat_rules.h"   /* enum chat_mode */
#include "table/fault.h"        /* struct fault_policy, enum fault */

enum table_state {
    TABLE_STATE_NEW,    /* table_init was called; takes TABLE_START */
    TABLE_STATE_NONCES, /* waits for nonces, until all seats that promised one have sent it, or the
                           deadline */
    TABLE_STATE_DEAL,   /* wants cards: the owner answers EFFECT_DEAL with TABLE_DEAL */
    TABLE_STATE_TURN,   /* a request is out, a clock may run */
    TABLE_STATE_OVER,   /* the result is final; waits for TABLE_TOLD to send it to the seats */
    TABLE_STATE_CLOSED, /* `over` was rendered; the owner may free it */
    TABLE_STATE_COUNT
};

struct table_seat {
    char name[NAME_MAX_BYTES + 1];
    bool eager;
    bool nonce;       /* promised one */
    bool here;        /* its connection is open at the start */
    int time_percent; /* handicap: percent of the table's time control, 1 to 10000; 0 is 100 */
};

enum table_hints {
    TABLE_HINTS_NONE,
    TABLE_HINTS_RATED /* hints: none while the game counts */,
    TABLE_HINTS_GIVEN
};
enum {
    TABLE_HINTS_MAX = 16,   /* hints of a seat in a hand */
    TABLE_HANDS_MAX = 2000, /* of a game, also those that are passed out, which the rules do not
                               count; then the game ends as `aborted` */
};

/* All that a table must know before it starts. Flat: copied, except the rules. */
struct table_config {
    const struct ruleset *rules; /* outlives the table; shared by many tables */
    struct time_control time;
    struct fault_policy policy;
    char game_id[65]; /* of the record */
    struct table_seat seats[SEATS_MAX];
    char set_id[FAIR_SET_ID_MAX + 1];
    uint8_t commitment[FAIR_BYTES];
    usec_t nonce_usec;      /* how long it waits for nonces; 0 if no seat promised one */
    usec_t event_hold_usec; /* 1 s */
    enum table_hints hints;
    enum chat_mode chat;   /* for the owner: a table only announces it to its seats */
    int64_t number_before; /* requests are numbered from the next one on */
    bool unwatched;        /* no spectators; the table only announces it to its seats */
    int32_t stake;         /* chips, for `game`; 0: not announced */
    bool rated; /* as far as they are known before the end; the table does not use them */
};

enum table_input_kind {
    TABLE_START,   /* once */
    TABLE_NONCE,   /* seat, nonce */
    TABLE_MIX,     /* the owner computed the mix after EFFECT_MIX: mix, first dealer, nonces */
    TABLE_DEAL,    /* deal, key_commitment: answers EFFECT_DEAL */
    TABLE_ACT,     /* seat, number, text: an answer that was readable at `now` */
    TABLE_GARBAGE, /* seat: an `act` that cannot be read, or bytes that are no message: `fault`,
                      `error` */
    TABLE_GONE,    /* seat: its connection is lost or its process ended: `fault` */
    TABLE_BACK,    /* seat: a new connection; it gets everything it may know */
    TABLE_RESUME,  /* all seats are there, after a restart of the arena: as TABLE_BACK for each, and
                      the seat on turn has its full time; number: that of the open request is above
                      it */
    TABLE_DOUBT,   /* seat: it is not known yet whether the seat or the arena is to blame for its
                      silence: its time stops until TABLE_JUDGED, a late answer has no effect */
    TABLE_JUDGED,  /* seat, blame: its time runs as if there had been no doubt; or restarts, and it
                      is asked again */
    TABLE_SENT,    /* seat: its request was written at `now`: its clock runs from here */
    TABLE_TICK,    /* a deadline may have passed; feed it only after all readable input */
    TABLE_VOID,    /* the arena's own fault, or the operator: aborted */
    TABLE_TOLD,    /* the result is on disk (or needs no disk): tell the seats; seed, ratings */
    TABLE_LOST,    /* the result could not be stored: the seats get an error and no result */
    TABLE_INPUT_COUNT
};

struct table_input {
    enum table_input_kind kind;
    seat_t seat;
    int64_t number;                     /* TABLE_ACT, TABLE_RESUME */
    struct slice text;                  /* TABLE_ACT: the action word */
    struct fair_nonce nonce;            /* TABLE_NONCE */
    enum fault fault;                   /* TABLE_GARBAGE, TABLE_GONE */
    enum wire_error error;              /* TABLE_GARBAGE: the error for the seat */
    bool for_good;                      /* TABLE_GONE: it cannot come back */
    bool blame;                         /* TABLE_JUDGED: the seat was to blame */
    uint8_t mix[FAIR_BYTES];            /* TABLE_MIX */
    seat_t first_dealer;                /* TABLE_MIX */
    const struct fair_nonce *nonces;    /* TABLE_MIX: of the set, by contributor; copied */
    int contributors;                   /* TABLE_MIX: 0 .. SEATS_MAX */
    struct deal deal;                   /* TABLE_DEAL */
    uint8_t key_commitment[FAIR_BYTES]; /* TABLE_DEAL */
    bool given;                         /* TABLE_DEAL: the deal does not come from the key */
    const uint8_t *seed;                /* TABLE_TOLD: FAIR_BYTES, or NULL */
    const int64_t *ratings_milli;       /* TABLE_TOLD: by seat, or NULL */
};

enum effect_kind {
    EFFECT_OUTPUT, /* seat: table_message has messages for it; drain it, write once */
    EFFECT_MIX,    /* all nonces are in (table_nonces): compute the mix, feed TABLE_MIX */
    EFFECT_DEAL,   /* shuffle for deal_number, attempt (in game): feed TABLE_DEAL */
    EFFECT_DEALT,  /* for the record: a hand began (deal_number, attempt, dealer as they were) */
    EFFECT_STEP,   /* for the record: seat, phase, action; fault (FAULT_NONE: the seat's own);
                      think_usec */
    EFFECT_FAULT,  /* for the record and the counters: seat, fault, not tied to a step */
    EFFECT_HAND,   /* for the record: a hand ended: table_game()->last */
    EFFECT_OVER,   /* the game is over: table_game() has reason, winners, scores */
    EFFECT_CLOSED, /* all messages are written; drain the outputs, then free */
    EFFECT_KIND_COUNT
};

struct effect {
    enum effect_kind kind;
    seat_t seat;
    enum phase phase;
    enum fault fault;
    usec_t think_usec;
    struct action action;
    uint32_t deal_number, attempt;
    seat_t dealer;
};

/* Few for each step by construction (asserted); no input needs more. */
enum { TABLE_EFFECTS_MAX = 24 };
struct table_effects {
    int count;
    struct effect items[TABLE_EFFECTS_MAX];
    usec_t deadline; /* feed TABLE_TICK at this time at the latest; USEC_NEVER: not needed */
};

/* One game: flat, without pointers except to the rules. Its fields are in table_private.h. */
struct table;

/* Storage for a table; the owner may keep it anywhere. */
enum { TABLE_BYTES = 4288 };
struct table_room {
    _Alignas(64) unsigned char bytes[TABLE_BYTES];
};

/* The table in that storage. */
static inline struct table *table_in(struct table_room *room)
{
    return (struct table *)(void *)room->bytes;
}

void table_init(struct table *table, const struct table_config *config);

/* Feeds one input. `effects` is emptied first. An input that does not fit the state (a late answer,
 * a repeated number, an extra nonce) does not change the game: the seat gets an error message. */
void table_step(struct table *table, const struct table_input *input, usec_t now,
                struct table_effects *effects);

/* Writes the next message for a seat, with `g` set to `game_number` (the connection's number for
 * this game), in text or msgpack. Returns its size, or 0 if none is left. The message then counts
 * as sent. */
size_t table_message_write(struct table *table, seat_t seat, int64_t game_number, usec_t now,
                           enum encoding encoding, char out[FRAME_BYTES_MAX]);
/* The same for a reader in this process. Returns false if none is left. The strings are valid until
 * the next call of the thread. */
bool table_message(struct table *table, seat_t seat, int64_t game_number, usec_t now,
                   struct message *message);

/* Returns how many of the seat's next events are public as far as the seat sees them. `first`: the
 * number, from 1 on, of the first of them, unique in this table; the others follow it. In such a
 * run the message of an event is the same for each seat but for `g`. */
int table_message_public_run(struct table *table, seat_t seat, uint32_t *first);
/* Marks the first `count` events of that run as sent, as if table_message_write had written them.
 */
void table_message_pass_events(struct table *table, seat_t seat, int count);

/* The next event of the hand as spectators may know it (SEAT_PUBLIC). Returns false if none is
 * left. The table does not wait: the next deal drops events that were not fetched. */
bool table_message_public_event(struct table *table, struct event *seen);
void table_message_public_again(struct table *table); /* from the start of the hand */
/* Makes the answer to `hint` for the request `number` (table_hint.c), with `g` set to
 * `game_number`. Returns WIRE_ERROR_NONE, or the error to refuse it with. Changes nothing but the
 * number of hints that the seat has left. Takes microseconds. */
enum wire_error table_hint(struct table *table, seat_t seat, int64_t number, int64_t game_number,
                           struct message *message);

/* Asserts the invariants of a table between two calls: its state and the game's phase agree,
 * cursors stand within the log, clocks and requests are those of the seat on turn. */
void table_check(const struct table *table);

enum table_state table_state(const struct table *table);
int64_t table_number(const struct table *table); /* of the latest request */
/* When this seat's open request was written; USEC_NEVER: it has none. */
usec_t table_asked_at(const struct table *table, seat_t seat);
/* When the decision that is due is lost; USEC_NEVER: none is due, or nothing limits it. */
usec_t table_turn_deadline(const struct table *table);
const char *table_state_name(enum table_state state);
const struct game *table_game(const struct table *table);
const struct table_config *table_config(const struct table *table);
const struct fair_nonce *table_nonces(const struct table *table); /* by seat, until TABLE_MIX */
bool table_mixed(const struct table *table); /* whether TABLE_MIX was fed: the deals are fixed */
const uint8_t *table_mix(const struct table *table);   /* FAIR_BYTES of TABLE_MIX */
uint32_t table_deal_number(const struct table *table); /* of the running hand */
/* Whether the clock of that seat's decision runs. */
bool table_clock_runs(const struct table *table, seat_t seat);
int table_forfeited(const struct table *table);           /* the seat whose fault ended it, or -1 */
const int *table_fault_counts(const struct table *table); /* by seat */

#endif
