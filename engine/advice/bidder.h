/* bidder.h - what each call adds to the chance to win the match, against a pass: three small
 * networks (suits, no-trump, misere) that train_expert.py has trained on auctions whose contracts
 * were played out. Knows one kind of game: four players in pairs, 43 cards, a kitty of three. */
#ifndef AVONDALE_BIDDER_H
#define AVONDALE_BIDDER_H

#include "seen.h"

enum { BIDDER_INPUTS = 86, BIDDER_FIRST = 64, BIDDER_SECOND = 24, BIDDER_KINDS = 3 };

/* The weights of a network, by layer: each number is `scale` of its array times an integer. */
struct bidder_net {
    float scale[6];
    int16_t first[BIDDER_INPUTS][BIDDER_FIRST], first_base[BIDDER_FIRST];
    int16_t second[BIDDER_FIRST][BIDDER_SECOND], second_base[BIDDER_SECOND];
    int16_t last[BIDDER_SECOND], last_base;
};

/* From bidder_weights.c: suits, no-trump, misere. */
extern const struct bidder_net bidder_nets[BIDDER_KINDS];

/* Whether the networks were trained for such auctions and hands. */
bool bidder_knows(const struct ruleset *rules);

/* Writes the gain of each legal call of an auction, -1 .. 1: 0 for a pass, and -2 for a call that
 * it does not weigh (it weighs the two lowest bids of a denomination and the miseres). The rules
 * are known, and the hand has ten cards. About 30 microseconds. */
void bidder_gains(const struct seen *game, const struct seen_turn *turn,
                  double gains[LEGAL_LIST_MAX]);

#endif
