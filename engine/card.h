/* card.h - cards, sets of them and their notation (card.c), rules 1 and 2. */
#ifndef AVONDALE_CARD_H
#define AVONDALE_CARD_H

#ifndef __SIZEOF_INT128__
#error "avondale needs a 64-bit system: its sets of cards are integers of 128 bits"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine_error.h"

enum {
    CARDS_MAX = 66,
    SUITS = 4,
    RANKS = 16,
    CARD_TEXT_MAX = 4, /* "10S", "13H" and a NUL */
    CARDS_TEXT_MAX = CARDS_MAX * CARD_TEXT_MAX,
};

enum suit { SUIT_S, SUIT_C, SUIT_D, SUIT_H, SUIT_NONE = 255 };

/* Ranks from low to high: 2 .. 10 are 0 .. 8, then 11 12 13 J Q K A. */
enum rank {
    RANK_2 = 0,
    RANK_4 = 2,
    RANK_10 = 8,
    RANK_11,
    RANK_12,
    RANK_13,
    RANK_J,
    RANK_Q,
    RANK_K,
    RANK_A
};

/* suit * 16 + rank, then the jokers: numeric order is deck order, the canonical one. */
typedef uint8_t card_t;
enum { CARD_RJ = 64, CARD_BJ = 65, CARD_NONE = 255 };
#define CARD(suit, rank) ((card_t)((suit)*RANKS + (rank)))

/* A set of cards: bit c is card c. Iterating from the lowest bit gives deck order. */
typedef unsigned __int128 cardset_t;
#define CARDSET(card) ((cardset_t)1 << (card))

static inline bool cardset_has(cardset_t set, card_t card)
{
    /* By halves: shifting all 128 bits by a variable number costs more than this branch. */
    uint64_t half = card < 64 ? (uint64_t)set : (uint64_t)(set >> 64);
    return card < CARDS_MAX && (half >> (card & 63) & 1);
}

static inline int cardset_count(cardset_t set)
{
    /* By pairs, fours and bytes: the builtin of the compiler calls a function on processors without
     * the instruction. */
    uint64_t bits = (uint64_t)set;
    unsigned jokers = (unsigned)(set >> 64); /* two bits */
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(bits * UINT64_C(0x0101010101010101) >> 56) +
           (int)((jokers & 1) + (jokers >> 1 & 1));
}

/* Removes a card that is in the set. */
static inline void cardset_remove(cardset_t *set, card_t card)
{
    *set ^= card < 64 ? UINT64_C(1) << card : CARDSET(64) << (card & 63);
}

/* The first card in deck order. The set is not empty. */
static inline card_t cardset_first(cardset_t set)
{
    return (uint64_t)set ? (card_t)__builtin_ctzll((uint64_t)set)
                         : (card_t)(64 + __builtin_ctzll((uint64_t)(set >> 64)));
}

/* Removes the first card of a set that is not empty, and returns it. */
static inline card_t cardset_pop(cardset_t *set)
{
    card_t card = cardset_first(*set);
    *set &= *set - 1;
    return card;
}

static inline bool card_is_joker(card_t card)
{
    return card == CARD_RJ || card == CARD_BJ;
}

static inline enum suit card_suit(card_t card) /* as printed; SUIT_NONE for a joker */
{
    return card < 64 ? (enum suit)(card >> 4) : SUIT_NONE;
}

static inline enum rank card_rank(card_t card) /* of a suited card */
{
    return (enum rank)(card & 15);
}

/* Parses the `size` bytes at `text` as exactly one card. Returns 0, or ENGINE_ERROR_SYNTAX. */
ENGINE_MUST_CHECK int card_parse(const char *text, size_t size, card_t *card);

/* The notation of each card, with its NUL. */
extern const char card_texts[CARDS_MAX][CARD_TEXT_MAX];
static inline size_t card_text_size(card_t card) /* 2 or 3, without the NUL */
{
    return card_texts[card][2] ? 3 : 2;
}

/* Writes the notation with a NUL into text[CARD_TEXT_MAX]; returns its length, 2 or 3. */
size_t card_format(card_t card, char text[CARD_TEXT_MAX]);

/* Writes all cards of a set in deck order, separated by single spaces, with a NUL; returns the
 * length. */
size_t cardset_format(cardset_t set, char text[CARDS_TEXT_MAX]);

#endif
