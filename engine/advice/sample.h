/* sample.h - where the cards that a bot cannot see may lie: worlds that agree with all it has seen.
 *
 * Knows what is certain (hand sizes, cards seen, voids shown, open hands, the five-handed partner's
 * card) and what is likely (calls, and the contractor's discards). Knows nothing of what to do with
 * a world. */
#ifndef AVONDALE_SAMPLE_H
#define AVONDALE_SAMPLE_H

#include "seen.h"

/* The cards that each hand in play holds now; for the own seat its real hand. `rest` has all unseen
 * cards in no such hand: the kitty before it is taken, discards, hands that fold, cards out of
 * play. */
struct world {
    cardset_t hands[HANDS_MAX];
    cardset_t rest;
};

enum { SAMPLE_REST = HANDS_MAX, SAMPLE_HOLDERS };

/* What a bot does not know at one moment. */
struct sampler {
    const struct seen *game;
    cardset_t own;                /* the own hand; the caller may set it */
    cardset_t known[HANDS_MAX];   /* open cards of each hand */
    uint8_t size[SAMPLE_HOLDERS]; /* number of unseen cards of each */
    uint8_t voids[HANDS_MAX]; /* mask of suits (bit 4: trumps or jokers) that a hand cannot hold */
    int count;
    card_t cards[CARDS_MAX];    /* the unseen cards */
    uint8_t allowed[CARDS_MAX]; /* mask of holders */
    uint8_t at[CARDS_MAX];      /* holder in the latest world */
    bool mixed;                 /* that one was drawn */
};

/* The seat that plays a hand. */
int sample_owner(const struct seen *game, int hand);

/* Reads what the game shows; `hand` is the own hand (in a discard more than ten cards). `game` must
 * outlive the sampler. Returns false if no world agrees with what was seen, as far as this module
 * understands the ruleset. Table hands hold their face-down cards, too. */
bool sample_init(struct sampler *sampler, const struct seen *game, cardset_t hand);

/* Draws a world, uniformly from the possible ones; *random is the state of the generator. */
void sample_draw(struct sampler *sampler, uint64_t *random, struct world *world);

/* Returns how likely the calls and discards are in a world, up to a factor: over 0, at most 1. */
double sample_likelihood(const struct seen *game, const struct world *world);

/* Draws `candidates` worlds and chooses one of them by likelihood. */
void sample_pick(struct sampler *sampler, uint64_t *random, int candidates, struct world *world);

/* Returns a number below `bound` from a small generator. */
uint32_t sample_below(uint64_t *random, uint32_t bound);

/* Returns the suit, 0 .. 4, to which a card belongs under the contract: trumps (without trumps:
 * jokers) are 4. */
int sample_suit(const struct seen *game, card_t card);

#endif
