/* game_facts.h - the facts of a running game as bytes, and back: a journal holds them, so that
 * game_replay.h can restore the game. Lines of text. Pure; trusts nothing that it reads.
 *
 * The facts are the state of the game at its start (struct game_facts_game) and the effects of its
 * table since then: steps and faults in their order. They hold no cards: those follow from the
 * seed. */
#ifndef AVONDALE_GAME_FACTS_H
#define AVONDALE_GAME_FACTS_H

#include "table/table.h"
#include "table/table_options.h"

enum {
    GAME_FACT_SESSION_BYTES = 33, /* of a session of a peer, in hex, with its NUL */
    GAME_FACT_UNRATED_BYTES = 64,
    GAME_FACT_GAME_MAX = 3072, /* bytes of a game */
    GAME_FACT_MAX = 160,       /* bytes of every other fact */
};

struct game_facts_seat {
    char name[NAME_MAX_BYTES + 1];
    char session[GAME_FACT_SESSION_BYTES];
    uint8_t slot; /* the number of the game on the seat's connection, from 0 */
    struct fair_nonce nonce;
};

/* The game when its first card was about to be dealt. The set is named like the game: one table a
 * set. */
struct game_facts_game {
    struct ruleset rules;
    char id[65];
    struct time_control time;
    struct fault_policy policy;
    int64_t number_before;
    char unrated[GAME_FACT_UNRATED_BYTES]; /* the reason, or "" */
    struct table_options options;          /* its times are in `time` */
    bool named;                            /* has options; those of an older journal have none */
    uint8_t seed[FAIR_BYTES];
    struct game_facts_seat seats[SEATS_MAX];
};

enum game_fact_kind {
    GAME_FACT_GAME = 'g',
    GAME_FACT_SEAT = 'c', /* a seat has a new connection: its session and number of the game */
    GAME_FACT_STEP = 's',
    GAME_FACT_FAULT = 'f',
    GAME_FACT_OVER =
        'o', /* ended by the rules or by the last fault; the result may not be stored yet */
    GAME_FACT_VOID = 'v', /* ended by the operator or the arena */
};

struct game_fact {
    enum game_fact_kind kind;
    seat_t seat;                   /* GAME_FACT_SEAT, GAME_FACT_STEP, GAME_FACT_FAULT */
    enum phase phase;              /* GAME_FACT_STEP */
    enum fault fault;              /* GAME_FACT_STEP: FAULT_NONE: the seat's own; GAME_FACT_FAULT */
    usec_t think_usec;             /* GAME_FACT_STEP */
    struct action action;          /* GAME_FACT_STEP */
    struct game_facts_seat seated; /* GAME_FACT_SEAT: its session and slot */
};

/* Returns the length, or 0 if it does not fit. */
size_t game_facts_game_format(const struct game_facts_game *game, char text[GAME_FACT_GAME_MAX]);
/* Returns 0, or -1 if it is not valid. */
int game_facts_game_parse(const char *text, size_t size, struct game_facts_game *game);

/* Returns the length. For the effects EFFECT_STEP and EFFECT_FAULT. */
size_t game_facts_effect_format(const struct effect *effect, char text[GAME_FACT_MAX]);
size_t game_facts_seat_format(seat_t seat, const struct game_facts_seat *seated,
                              char text[GAME_FACT_MAX]);
size_t game_facts_end_format(bool is_void, char text[GAME_FACT_MAX]);
int game_facts_parse(const char *text, size_t size, struct game_fact *fact);

#endif
