/* search.h - shared by the parts of the solver: solve.c translates a game and asks the questions,
 * solve_search.c answers them, solve_order.c orders the moves, solve_quick.c counts tricks without
 * a search. Private to the engine.
 *
 * The cards in play are lanes of one 64-bit word: one lane for each suit under the contract (the
 * left bower is a trump), the lane that beats the others on top (trumps; without trumps the
 * jokers). A lane is filled from its top without gaps: after each trick its cards are removed and
 * the lower ones move up. So cards are ranks among the remaining cards, and positions that differ
 * only in removed ranks are the same. */
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

/* Constant while a hand is solved. Players are the hands that play, clockwise. */
struct form {
    uint8_t players;
    uint8_t hand_of[PLAYERS_MAX]; /* player -> hand of the game */
    uint8_t counted;              /* mask of players whose tricks count */
    uint8_t wants;                /* mask of players who want many of them */
    uint8_t exact;                /* the aim is exactly that number */
    uint8_t misere;               /* the side that counts wants no trick */
    uint8_t lanes;                /* 4 with trumps, else 5 */
    uint8_t top;                  /* the lane that beats the others */
    uint8_t follow;               /* enum follow_rule */
    uint8_t names_voids; /* a led joker may not name a suit in which its hand showed void */
    uint8_t tracks_voids, tracks_played; /* masks of players whose voids and played suits matter */
    uint8_t covered;                     /* table hands: cards keep their places */
    uint64_t lane[LANES];
    uint8_t lane_top[LANES]; /* position of the highest card */
    uint8_t lane_of[64];
    uint64_t below[64]; /* lower places of the same lane */
    card_t card[64];    /* the cards at the start */
    uint64_t over[PLAYERS_MAX][5], down[PLAYERS_MAX][5];
    uint64_t key_unit[PLAYERS_MAX][LANES]; /* of one card, for node.key; PLAYERS 4 and 5 in key2 */
    uint32_t key2_unit[PLAYERS_MAX][LANES];
};

/* A position between two tricks (within a trick only `hand` changes). */
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

/* The table consists of buckets of SOLVE_WAYS entries. The keys, which every look-up reads, stand
 * apart from the rest, which is read only after a match. */
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

/* Whether the players who want tricks can make at least `need` of the counted tricks from here
 * (`exact`: exactly `need`). *wins gets the places whose owners made it so. */
bool solve_search_node(struct search *search, const struct node *node, int need, uint64_t *wins);

/* The same in the middle of a trick; `trick->count` < players. Leaves node->hand unchanged. */
bool solve_search_trick(struct search *search, struct node *node, struct trick *trick, int need,
                        uint64_t *wins);

/* Lays one move of `player` on the table, or takes it back. */
void solve_search_lay(const struct form *form, struct node *node, struct trick *trick,
                      unsigned player, const struct move *move);

/* Settles a full trick: returns true if it decides the question, else asks solve_search_node. */
bool solve_search_settle(struct search *search, const struct node *node, const struct trick *trick,
                         int need, uint64_t *wins);

/* The cards that a player can choose from (of table hands: the face-up ones). */
uint64_t solve_search_faces(const struct form *form, const struct node *node, unsigned player);

/* Counts tricks that the leader's side can take at once, whatever the others do: 0 .. left; stops
 * at `enough` or a little above. */
int solve_quick_tricks(const struct form *form, const struct node *node, int enough,
                       uint64_t *wins);

/* Counts tricks that a side takes however it plays, by the highest trumps or jokers; stops at
 * `enough`. */
int solve_quick_sure_tricks(const struct form *form, const struct node *node, unsigned side,
                            int enough, uint64_t *wins);

/* Scores the moves: the highest is tried first. */
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
