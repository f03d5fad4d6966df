/* solve.h - double-dummy analysis: what best play of a hand gives if all cards are known (solve.c
 * and its parts), and a game that begins with the play of such a hand (setup.c). As engine.h: no
 * heap, no clock, no state but the caller's. */
#ifndef AVONDALE_SOLVE_H
#define AVONDALE_SOLVE_H

#include "engine.h"

/* The goal of the sides when all cards are known. The side that counts is the contractor's (five
 * hands: contractor and partner); without a contract that of the seat on turn. All others play
 * together against it. Scores, claims and the early end of a game do not matter. */
enum solve_goal {
    SOLVE_TRICKS,   /* a bid, a slam, no contract: the side wants tricks; a value is its tricks */
    SOLVE_NO_TRICK, /* the side wants none: a value is 1 where the contract can be made, else 0 */
    SOLVE_FIVE      /* hi-lo: exactly five; 1 or 0 in the same way */
};

enum { SOLVE_CARDS_MAX = 16 }; /* ten cards, two of them jokers that may each name four suits */

/* One legal card and the value it leads to with best play by all. */
struct solve_card {
    card_t card;
    uint8_t named; /* the suit that a led joker names, or SUIT_NONE */
    uint8_t value; /* see enum solve_goal; tricks of the whole hand, 0 .. 10 */
};

struct solve_result {
    uint8_t goal;  /* enum solve_goal */
    uint8_t hands; /* mask of hands whose tricks count */
    uint8_t wants; /* 1: the hand due wants a high value; 0: a low one */
    uint8_t value; /* with best play from here: that of the best cards */
    uint8_t count;
    struct solve_card cards[SOLVE_CARDS_MAX]; /* in canonical order */
    uint64_t nodes;                           /* nodes of the search */
};

/* A hand of which only the play matters. */
struct setup {
    /* 1 to 10 cards each, as many in all hands that play; a hand that folds may have none. Table
     * hands: all face up */
    cardset_t hands[HANDS_MAX];
    call_t call;    /* one of the ruleset's, or CALL_PASS: none, no trumps */
    seat_t by;      /* the contractor; ignored for CALL_PASS */
    seat_t partner; /* five-handed bids: the partner, or SEAT_NONE (alone). Else not read */
    uint8_t slam;   /* declared: all teammates fold. A bid where the ruleset has slam_call */
    uint8_t leader; /* the hand that leads */
};

/* Makes a game at the first lead of such a hand: no points, no earlier tricks, all other cards out
 * of play. Returns 0; ENGINE_ERROR_DEAL if cards are foreign, listed twice or not as many as said
 * above; ENGINE_ERROR_ILLEGAL if the contract does not exist here or the leader does not play. */
ENGINE_MUST_CHECK int setup_game(struct game *game, const struct ruleset *rules,
                                 const struct setup *setup);

/* A solver. Its table lives in memory of the caller, who keeps it as long as the solver is used.
 * One thread at a time. Results for a deal help with later positions of the same hand. */
struct solve_bucket;
struct solver {
    struct solve_bucket *table;
    uint64_t buckets;           /* a power of two */
    uint32_t generation;        /* of the entries that are valid, from 1 */
    uint64_t terms;             /* what is played for, and how, in the hand that it belongs to */
    cardset_t dealt[HANDS_MAX]; /* and its cards as first seen */
};

/* Bytes for a table of 2^table_bits entries, 4 .. 32. 16 bits are plenty for endings, 20 for whole
 * hands. */
size_t solve_bytes(unsigned table_bits);

/* Takes `bytes` of memory, 8-byte aligned, and clears it; uses as much of it as it can. Returns 0,
 * or ENGINE_ERROR_SPACE if there are fewer than solve_bytes(4). */
ENGINE_MUST_CHECK int solve_init(struct solver *solver, void *memory, size_t bytes);

/* Clears the table: the next position takes as many nodes as with a new solver. */
void solve_forget(struct solver *solver);

/* Computes the value of each legal card in PHASE_PLAY. `budget` is the number of nodes after which
 * it gives up (0: never). Returns 0, ENGINE_ERROR_TURN outside of the play, or ENGINE_ERROR_SPACE
 * if the budget is used up; `out` then holds only `nodes`. */
ENGINE_MUST_CHECK int solve_play(struct solver *solver, const struct game *game,
                                 const struct ruleset *rules, uint64_t budget,
                                 struct solve_result *out);

/* The same without values of single cards, which is faster: `count` is 0. */
ENGINE_MUST_CHECK int solve_value(struct solver *solver, const struct game *game,
                                  const struct ruleset *rules, uint64_t budget,
                                  struct solve_result *out);

#endif
