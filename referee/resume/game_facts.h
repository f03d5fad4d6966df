/* game_facts.h - the facts of a running game as bytes, and back: what a journal holds, so that
 * game_replay.h can make the same game of it again. Lines of text. Pure; believes nothing that it
 * reads.
 *
 * A game is what it was when it began (struct game_facts_game) and what its table said since: its
 * steps and faults in their order. Cards are not among them: they follow from the seed.
 */
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

/* As it was when its first card was about to be dealt. The set's name is the game's: one table a
 * set. */
struct game_facts_game {
    struct ruleset rules;
    char id[65];
    struct time_control time;
    struct fault_policy policy;
    int64_t number_before;
    char unrated[GAME_FACT_UNRATED_BYTES]; /* "" or why */
    struct table_options options;          /* its times are in `time` */
    bool named;                            /* options are there: an older journal has none */
    uint8_t seed[FAIR_BYTES];
    struct game_facts_seat seats[SEATS_MAX];
};

enum game_fact_kind {
    GAME_FACT_GAME = 'g',
    GAME_FACT_SEAT = 'c', /* a seat has a connection with another session or number of the game */
    GAME_FACT_STEP = 's',
    GAME_FACT_FAULT = 'f',
    GAME_FACT_OVER = 'o', /* by the rules or by the last fault; the result may not be stored yet */
    GAME_FACT_VOID = 'v', /* by the operator or the arena */
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

/* The length; 0 where it does not fit. */
size_t game_facts_game_format(const struct game_facts_game *game, char text[GAME_FACT_GAME_MAX]);
/* Returns 0, or -1 if it is not one. */
int game_facts_game_parse(const char *text, size_t size, struct game_facts_game *game);

/* The length. The fact of an effect is that of EFFECT_STEP or EFFECT_FAULT. */
size_t game_facts_effect_format(const struct effect *effect, char text[GAME_FACT_MAX]);
size_t game_facts_seat_format(seat_t seat, const struct game_facts_seat *seated,
                              char text[GAME_FACT_MAX]);
size_t game_facts_end_format(bool is_void, char text[GAME_FACT_MAX]);
int game_facts_parse(const char *text, size_t size, struct game_fact *fact);

#endif
