/* game_facts.h - the facts of a running game as bytes, and back: what a journal holds, so that
 * game_replay.h can make the same game of it again. Lines of text. Pure; believes nothing that it
 * reads.
 *
 * A game is what it was when it began (struct saved_game) and what its table said since: its steps
 * and faults in their order. Cards are not among them: they follow from the seed.
 */
#ifndef AVONDALE_SAVED_H
#define AVONDALE_SAVED_H

#include "table/table.h"

enum {
    SAVED_SESSION_BYTES = 33, /* of a session of a peer, in hex, with its NUL */
    SAVED_UNRATED_BYTES = 64,
    SAVED_GAME_MAX = 3072, /* bytes of a game */
    SAVED_FACT_MAX = 160,  /* bytes of every other fact */
};

struct saved_seat {
    char name[NAME_MAX_BYTES + 1];
    char session[SAVED_SESSION_BYTES];
    uint8_t slot; /* the number of the game on the seat's connection, from 0 */
    struct fair_nonce nonce;
};

/* As it was when its first card was about to be dealt. The set's name is the game's: one table a
 * set. */
struct saved_game {
    struct ruleset rules;
    char id[65];
    struct time_control time;
    struct policy policy;
    int64_t number_before;
    char unrated[SAVED_UNRATED_BYTES]; /* "" or why */
    uint8_t seed[FAIR_BYTES];
    struct saved_seat seats[SEATS_MAX];
};

enum saved_kind {
    SAVED_GAME = 'g',
    SAVED_SEAT = 'c', /* a seat has a connection with another session or number of the game */
    SAVED_STEP = 's',
    SAVED_FAULT = 'f',
    SAVED_OVER = 'o', /* by the rules or by the last fault; the result may not be stored yet */
    SAVED_VOID = 'v', /* by the operator or the arena */
};

struct saved_fact {
    enum saved_kind kind;
    seat_t seat;              /* SAVED_SEAT, SAVED_STEP, SAVED_FAULT */
    enum phase phase;         /* SAVED_STEP */
    enum fault fault;         /* SAVED_STEP: FAULT_NONE: the seat's own; SAVED_FAULT */
    usec_t think_usec;        /* SAVED_STEP */
    struct action action;     /* SAVED_STEP */
    struct saved_seat seated; /* SAVED_SEAT: its session and slot */
};

/* The length; 0 where it does not fit. */
size_t saved_game_format(const struct saved_game *game, char text[SAVED_GAME_MAX]);
/* 0, or -1: it is none. */
int saved_game_parse(const char *text, size_t size, struct saved_game *game);

/* The length. The fact of an effect is that of EFFECT_STEP or EFFECT_FAULT. */
size_t saved_effect_format(const struct effect *effect, char text[SAVED_FACT_MAX]);
size_t saved_seat_format(seat_t seat, const struct saved_seat *seated, char text[SAVED_FACT_MAX]);
size_t saved_end_format(bool is_void, char text[SAVED_FACT_MAX]);
int saved_fact_parse(const char *text, size_t size, struct saved_fact *fact);

#endif
