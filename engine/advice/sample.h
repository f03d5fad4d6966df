/* sample.h - where the cards that a bot cannot see may lie: worlds that agree with all it has seen.
 *
 * Knows what is certain (hand sizes, cards seen, voids shown, open hands, the five-handed partner's
 * card) and what is likely (calls, and what a contractor throws away). Nothing of what to do with a
 * world. */
#ifndef AVONDALE_SAMPLE_H
#define AVONDALE_SAMPLE_H

#include "seen.h"

/* Cards of each hand that plays, as they are now; of the own seat what it holds. `rest` is all that
 * lies in no such hand and was not seen: the kitty before it is taken, the contractor's discards,
 * hands that fold, cards out of play. */
struct world {
    cardset_t hands[HANDS_MAX];
    cardset_t rest;
};

enum { SAMPLE_REST = HANDS_MAX, SAMPLE_HOLDERS };

/* A bot's uncertainty at one moment. */
struct sampler {
    const struct seen *game;
    cardset_t own;                /* the own hand, which the caller may name */
    cardset_t known[HANDS_MAX];   /* open cards of each hand */
    uint8_t size[SAMPLE_HOLDERS]; /* unseen cards that each holds */
    uint8_t voids[HANDS_MAX]; /* mask of suits (bit 4: trumps or jokers) that a hand cannot hold */
    int count;
    card_t cards[CARDS_MAX];    /* the unseen cards */
    uint8_t allowed[CARDS_MAX]; /* mask of holders */
    uint8_t at[CARDS_MAX];      /* holder in the latest world */
};

/* The seat that plays a hand. */
int sample_owner(const struct seen *game, int hand);

/* Reads what the game says; `hand` is the own hand (in a discard more than ten cards). `game` must
 * outlive the sampler. Returns false if no world agrees with what was seen, as far as this module
 * understands the ruleset. Table hands hold what lies face down, too. */
bool sample_init(struct sampler *sampler, const struct seen *game, cardset_t hand);

/* A world drawn uniformly from the worlds that are certain to be possible; *random is the state of
 * the dice. */
void sample_draw(struct sampler *sampler, uint64_t *random, struct world *world);

/* How likely the calls and discards are in a world, up to a factor: over 0, at most 1. */
double sample_likelihood(const struct seen *game, const struct world *world);

/* One of `candidates` worlds drawn, chosen by likelihood. */
void sample_pick(struct sampler *sampler, uint64_t *random, int candidates, struct world *world);

/* A number below `bound` from small generator state. */
uint32_t sample_below(uint64_t *random, uint32_t bound);

/* 0 .. 4 for the suit to which a card belongs under the contract: trumps (without trumps: jokers)
 * are 4. */
int sample_suit(const struct seen *game, card_t card);

#endif
