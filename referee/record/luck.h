/* luck.h - what the cards of a hand were worth, apart from the play: the hand is replayed with a
 * plain player (basic) in each seat, which bids more or less boldly. By the symmetry of the deal
 * the worth has mean 0 for each side, so subtracting it makes a score neither better nor worse,
 * only less variable.
 *
 * How much of the worth a bot realises is its slope: one that plays at random realises little, and
 * to subtract all of it would make its score more variable. The slope is fitted to the hands
 * themselves, but for each hand to those of other deals only, so that the mean stays. With few
 * hands it is near a half, which helps any bot but the most careless; with many it approaches the
 * best value, even 0.
 *
 * Pure: knows games and numbers. */
#ifndef AVONDALE_LUCK_H
#define AVONDALE_LUCK_H

#include "engine.h"

/* The lead of each side over the mean of the others, in points. `points` by side. */
void luck_margins(const struct ruleset *rules, const int32_t *points, double margins[SEATS_MAX]);

/* The margins of a hand, by side, if basic plays it in each seat. `game` is at the first decision
 * of the hand: not PHASE_DEAL, not PHASE_OVER. Takes half a millisecond. */
void luck_worth(const struct game *game, const struct ruleset *rules, double worth[SEATS_MAX]);

enum { LUCK_FOLDS = 8 };

/* A number of the cards as they were dealt, the same in all games of a duplicate. `game` as in
 * luck_worth. */
uint64_t luck_deal(const struct game *game);
/* 0 .. LUCK_FOLDS-1: the part of the hands to which a deal belongs. */
int luck_fold(uint64_t deal);

struct luck_part {
    long hands;
    double points, points_squared;
    double worth, worth_squared, product; /* of points and worth */
};

/* Many hands: their margins and worth. Zeroed at first. */
struct luck_sum {
    struct luck_part folds[LUCK_FOLDS];
};

void luck_add(struct luck_sum *sum, int fold, double points, double worth);
long luck_hands(const struct luck_sum *sum);
double luck_points(const struct luck_sum *sum); /* of all hands together */

/* For each fold, how many points of margin follow from a point of worth, by the hands of all other
 * folds: 0 .. 1. */
void luck_slopes(const struct luck_sum *sum, double slopes[LUCK_FOLDS]);
/* The points without luck, by the slopes of these or of more hands. */
double luck_adjusted(const struct luck_sum *sum, const double slopes[LUCK_FOLDS]);
/* The mean of the slopes over the hands; 0 without any. */
double luck_slope(const struct luck_sum *sum, const double slopes[LUCK_FOLDS]);
/* The variance of a hand; 0 with fewer than two. */
double luck_variance(const struct luck_sum *sum);
double luck_adjusted_variance(const struct luck_sum *sum, const double slopes[LUCK_FOLDS]);

#endif
