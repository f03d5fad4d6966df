/* table.h - one game as a state machine: (state, input, now) -> effects.
 *
 * Knows the engine, the message values and time as numbers. It must not know sockets, event loops,
 * the heap, files, the ladder or any real clock: tests run it on a fake clock and fake transports,
 * and simulations run thousands of games in one process. The owner of a table (arena.c, tests)
 * feeds it inputs, carries out its effects and hands the messages that it renders to the peers.
 *
 * Events are kept back: a table keeps one log of the hand and a cursor a seat. A seat's messages
 * are rendered (table_message) when it must act, at the end of the hand, a second after the oldest
 * event it has not seen, or at once if it is eager; so a decision costs one write, not one a seat.
 */
#ifndef AVONDALE_TABLE_H
#define AVONDALE_TABLE_H

#include "engine.h"
#include "protocol.h"
#include "table/time_control.h" /* usec_t, struct time_control, struct seat_clock */
#include "table/chat_rules.h"   /* enum chat_mode */
#include "table/fault.h"        /* struct fault_policy, enum fault */

enum table_state {
    TABLE_STATE_NEW,    /* table_init was called; takes TABLE_START */
    TABLE_STATE_NONCES, /* waits for nonces, until all who promised one sent it, or the deadline */
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
    bool here;        /* a connection is there at the start */
    int time_percent; /* of the table's time control: a handicap, 1 to 10000; 0 is 100 */
};

enum table_hints {
    TABLE_HINTS_NONE,
    TABLE_HINTS_RATED /* none, as the game counts */,
    TABLE_HINTS_GIVEN
};
enum { TABLE_HINTS_MAX = 16 /* of a seat, in a hand */ };

/* All that a table needs to know before it starts. Flat: copied, but for the rules. */
struct table_config {
    const struct ruleset *rules; /* there as long as the table; of many tables the same */
    struct time_control time;
    struct fault_policy policy;
    char game_id[65]; /* of the record */
    struct table_seat seats[SEATS_MAX];
    char set_id[FAIR_SET_ID_MAX + 1];
    uint8_t commitment[FAIR_BYTES];
    usec_t nonce_usec;      /* how long nonces are awaited; 0 with no seat that promised one */
    usec_t event_hold_usec; /* 1 s */
    enum table_hints hints;
    enum chat_mode chat;   /* the owner's: a table only tells its seats of it */
    int64_t number_before; /* requests are numbered from the next one on */
    bool unwatched;        /* nobody may watch; the table only tells its seats of it */
    int32_t stake;         /* chips, for `game`; 0: names none */
    bool rated;            /* as far as is known before the end; the table itself does not care */
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
                    * whose turn it  is has its full time; number: the open request's is above it */
    TABLE_DOUBT, /* seat: whether it or the arena is to blame that it is silent is not known yet: no
                  * time of its runs out until TABLE_JUDGED; an answer behind its time does nothing
                  */
    TABLE_JUDGED, /* seat, blame: its time runs as if there had been no doubt; or anew, and it is
                     asked again */
    TABLE_SENT,   /* seat: its request was written at `now`: its clock runs from here */
    TABLE_TICK,   /* a deadline may have passed; only after all that was readable was fed */
    TABLE_VOID,   /* the arena's own fault, or the operator: aborted */
    TABLE_TOLD,   /* the result is on disk (or needs no disk): tell the seats; seed, ratings */
    TABLE_LOST,   /* the result could not be stored: the seats get an error and no result */
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
    bool blame;                         /* TABLE_JUDGED: it was the seat's own doing */
    uint8_t mix[FAIR_BYTES];            /* TABLE_MIX */
    seat_t first_dealer;                /* TABLE_MIX */
    const struct fair_nonce *nonces;    /* TABLE_MIX: of the set, by contributor; copied */
    int contributors;                   /* TABLE_MIX: 0 .. SEATS_MAX */
    struct deal deal;                   /* TABLE_DEAL */
    uint8_t key_commitment[FAIR_BYTES]; /* TABLE_DEAL */
    bool given;                         /* TABLE_DEAL: does not come from the key */
    const uint8_t *seed;                /* TABLE_TOLD: FAIR_BYTES, or NULL */
    const int64_t *ratings_milli;       /* TABLE_TOLD: by seat, or NULL */
};

enum effect_kind {
    EFFECT_OUTPUT, /* seat: table_message has something for it; drain it, write once */
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

/* Few per step by construction (asserted); an input never needs more. */
enum { TABLE_EFFECTS_MAX = 24 };
struct table_effects {
    int count;
    struct effect items[TABLE_EFFECTS_MAX];
    usec_t deadline; /* when to feed TABLE_TICK at the latest; USEC_NEVER: not at all */
};

/* One game: flat, with no pointers but to the rules. Its fields are in table_private.h. */
struct table;

/* The room that a table takes, for its owner to keep wherever it likes. */
enum { TABLE_BYTES = 4288 };
struct table_room {
    _Alignas(64) unsigned char bytes[TABLE_BYTES];
};

/* The table that is kept there. */
static inline struct table *table_in(struct table_room *room)
{
    return (struct table *)(void *)room->bytes;
}

void table_init(struct table *table, const struct table_config *config);

/* Feeds one input. `effects` is emptied first. An input that is out of place (an answer that is
 * late, a repeated number, a nonce too many) changes no game: the seat gets an error message.
 */
void table_step(struct table *table, const struct table_input *input, usec_t now,
                struct table_effects *effects);

/* Writes the next message for a seat, with `g` set to `game_number` (the connection's number for
 * this game), in text or msgpack. Returns its size, or 0 if none is left. What was written counts
 * as sent. */
size_t table_message_write(struct table *table, seat_t seat, int64_t game_number, usec_t now,
                           enum encoding encoding, char out[FRAME_BYTES_MAX]);
/* The same for a reader in this process. Returns false if none is left. Its strings are there until
 * the next call of the thread. */
bool table_message(struct table *table, seat_t seat, int64_t game_number, usec_t now,
                   struct message *message);

/* How many events the seat gets next, one after the other, of which the public may know all that
 * the seat may. `first`: the number, from 1 on, of the first of them, which no other event of this
 * table has; the others follow it. The message of such an event is the same for every seat that is
 * told it in such a run, but for `g`. */
int table_message_public_run(struct table *table, seat_t seat, uint32_t *first);
/* Marks the first `count` events of that run as sent, as if table_message_write had written them.
 */
void table_message_pass_events(struct table *table, seat_t seat, int count);

/* The next event of the hand as spectators may know it (SEAT_PUBLIC). Returns false if none is
 * left. The table does not wait: events that were not fetched are gone with the next deal. */
bool table_message_public_event(struct table *table, struct event *seen);
void table_message_public_again(struct table *table); /* from the start of the hand */
/* Makes the answer to `hint` for the request `number` (table_hint.c), with `g` set to
 * `game_number`. Returns WIRE_ERROR_NONE, or the error that refuses it. Only the number of hints
 * that the seat has left changes. Takes microseconds. */
enum wire_error table_hint(struct table *table, seat_t seat, int64_t number, int64_t game_number,
                           struct message *message);

/* Asserts all that holds of a table between two calls: its state and the game's phase agree,
 * cursors stand within the log, clocks and requests are those of the seat on turn. */
void table_check(const struct table *table);

enum table_state table_state(const struct table *table);
int64_t table_number(const struct table *table); /* of the latest request */
/* When the request that this seat has to answer was written; USEC_NEVER: it has none. */
usec_t table_asked_at(const struct table *table, seat_t seat);
/* When the decision that is due is lost; USEC_NEVER: none is, or nothing limits it. */
usec_t table_turn_deadline(const struct table *table);
const char *table_state_name(enum table_state state);
const struct game *table_game(const struct table *table);
const struct table_config *table_config(const struct table *table);
const struct fair_nonce *table_nonces(const struct table *table); /* by seat, until TABLE_MIX */
bool table_mixed(const struct table *table);           /* TABLE_MIX was fed: the deals are fixed */
const uint8_t *table_mix(const struct table *table);   /* FAIR_BYTES of TABLE_MIX */
uint32_t table_deal_number(const struct table *table); /* of the running hand */
/* The clock of that seat's decision runs. */
bool table_clock_runs(const struct table *table, seat_t seat);
int table_forfeited(const struct table *table);           /* the seat whose fault ended it, or -1 */
const int *table_fault_counts(const struct table *table); /* by seat */

#endif
