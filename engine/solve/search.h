/* search.h - what the parts of the solver share: solve.c translates a game and asks the questions,
 * solve_search.c answers them, solve_order.c says what to try first, solve_quick.c sees tricks
 * without a search. Private to the engine.
 *
 * The cards in play lie in lanes of one 64-bit word: a lane a suit as the contract has it (the left
 * bower is a trump), the lane that beats the others on top (trumps; without trumps the jokers). A
 * lane is filled from its top without gaps: when a trick is complete its cards are taken out and
 * what was below moves up. So cards are ranks among the cards that are left, and positions that
 * differ only in ranks that are gone are the same. */
#ifndef AVONDALE_SEARCH_H
#define AVONDALE_SEARCH_H

#include "solve.h"

enum { LANES = 5, LANE_JOKERS = 4, PLAYERS_MAX = HANDS_MAX, MOVES_MAX = 16 };

/* When a joker may be played without trumps; with trumps, or without jokers, PLAIN. */
enum follow_rule {
    FOLLOW_PLAIN,
    FOLLOW_IN_TURN,
    FOLLOW_NO_RENEGE,
    FOLLOW_FIRST_OR_LAST,
    FOLLOW_FREE
};

/* What does not change while a hand is solved. Players are the hands that play, clockwise. */
struct form {
    uint8_t players;
    uint8_t hand_of[PLAYERS_MAX]; /* player -> hand of the game */
    uint8_t counted;              /* mask of players whose tricks count */
    uint8_t wants;                /* mask of players who want many of them */
    uint8_t exact;                /* the aim is exactly that number */
    uint8_t misere;               /* the side that counts wants none */
    uint8_t lanes;                /* 4 with trumps, else 5 */
    uint8_t top;                  /* the lane that beats the others */
    uint8_t follow;               /* enum follow_rule */
    uint8_t names_voids; /* a led joker may not name a suit in which its hand showed void */
    uint8_t tracks_voids, tracks_played; /* masks of players: voids and suits played matter */
    uint8_t covered; /* table hands: cards keep their places, nothing moves up */
    uint64_t lane[LANES];
    uint8_t lane_top[LANES]; /* position of the highest card */
    uint8_t lane_of[64];
    uint64_t below[64]; /* lower places of the same lane */
    card_t card[64];    /* as laid out at the start */
    uint64_t over[PLAYERS_MAX][5], down[PLAYERS_MAX][5];
    uint64_t key_unit[PLAYERS_MAX][LANES]; /* of one card, for node.key; PLAYERS 4 and 5 in key2 */
    uint32_t key2_unit[PLAYERS_MAX][LANES];
};

/* A position between two tricks (during a trick only `hand` changes). */
struct node {
    uint64_t hand[PLAYERS_MAX];
    uint64_t present; /* all cards in play, those on the table included */
    uint64_t key;     /* how many cards of each lane each player holds */
    uint32_t key2;
    uint8_t leader, left;                            /* player; tricks to come */
    uint8_t voids[PLAYERS_MAX], played[PLAYERS_MAX]; /* masks of lanes; 0 where not tracked */
};

struct trick {
    uint8_t count, led; /* cards on the table; lane to follow */
    uint8_t best;       /* player */
    uint64_t best_bit;
    uint64_t bit[PLAYERS_MAX]; /* by player */
};

struct move {
    uint64_t bit, high, low; /* the card, and the ends of its group of equals */
    uint8_t lane, led;
    int16_t score;
};

/* The table is made of buckets of SOLVE_WAYS entries. The keys, which are all looked at, stand
 * apart from what is looked at only where they fit. */
enum { SOLVE_WAYS = 8 };

struct solve_owners {
    uint64_t mask; /* the places whose owners matter */
    uint64_t hand[PLAYERS_MAX - 1];
};

struct solve_bucket {
    uint64_t key[SOLVE_WAYS], key2[SOLVE_WAYS]; /* key2: see solve_search.c */
    struct solve_owners owners[SOLVE_WAYS];
};

struct search {
    const struct form *form;
    struct solver *solver;
    uint64_t nodes, budget;
    bool stopped;
};

/* Whether the players who want it can make the counted tricks from here at least `need` (`exact`:
 * `need` and no more). *wins gets the places whose owners made it so. */
bool solve_search_node(struct search *search, const struct node *node, int need, uint64_t *wins);

/* The same in the middle of a trick; `trick->count` < players. node->hand is as it was afterwards.
 */
bool solve_search_trick(struct search *search, struct node *node, struct trick *trick, int need,
                        uint64_t *wins);

/* Lays one move of `player` on the table and takes it back. */
void solve_search_lay(const struct form *form, struct node *node, struct trick *trick,
                      unsigned player, const struct move *move);

/* Settles a full trick: true at once if that decides it, else by solve_search_node. */
bool solve_search_settle(struct search *search, const struct node *node, const struct trick *trick,
                         int need, uint64_t *wins);

/* The cards that a player can choose from (of table hands: those face up). */
uint64_t solve_search_faces(const struct form *form, const struct node *node, unsigned player);

/* Tricks that the side of the leader can take at once, whatever the others do: 0 .. left, counted
 * up to `enough` or a little more. */
int solve_quick_tricks(const struct form *form, const struct node *node, int enough,
                       uint64_t *wins);

/* Tricks that a side takes however it plays, by holding the highest trumps or jokers; counted up to
 * `enough`. */
int solve_quick_sure_tricks(const struct form *form, const struct node *node, unsigned side,
                            int enough, uint64_t *wins);

/* Gives moves their scores: the highest is tried first. */
void solve_order_moves(const struct form *form, const struct node *node, const struct trick *trick,
                       unsigned player, struct move *moves, int count);

static inline uint64_t top_bit(uint64_t set)
{
    return UINT64_C(1) << (63 - __builtin_clzll(set));
}
static inline uint64_t low_bit(uint64_t set)
{
    return set & -set;
}
static inline int count_bits(uint64_t set)
{
    return __builtin_popcountll(set);
}

static inline unsigned player_next(const struct form *form, unsigned player)
{
    return player + 1 == form->players ? 0 : player + 1;
}

#endif
