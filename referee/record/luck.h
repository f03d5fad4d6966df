/* luck.h - what the cards of a hand were worth, apart from what was made of them: the hand is
 * played once more with a plain player (basic) in every seat, which bids more or less boldly. By
 * the symmetry of the deal that has no mean for either side, so what it takes off a score makes the
 * score no better or worse, only steadier.
 *
 * How much of the worth a bot makes of its cards is its slope: one that plays at random makes
 * little, and to take off all of it would make its score less steady. The slope comes from the
 * hands themselves, but for each hand from those of other deals only, so that the mean stays what
 * it is. Where there are few hands it is near a half, which steadies the score of any bot but the
 * most careless; with many it goes to what is best, be that 0.
 *
 * Pure: knows games and numbers. */
#ifndef AVONDALE_LUCK_H
#define AVONDALE_LUCK_H

#include "engine.h"

/* What each side leads the mean of the others by, in points. `points` by side. */
void luck_margins(const struct ruleset *rules, const int32_t *points, double margins[SEATS_MAX]);

/* The margins of a hand, by side, when basic plays it in every seat. `game` is at the first
 * decision of the hand: not PHASE_DEAL, not PHASE_OVER. Half a millisecond. */
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

/* Many hands: margins, and what they were worth. Zeroed at first. */
struct luck_sum {
    struct luck_part folds[LUCK_FOLDS];
};

void luck_add(struct luck_sum *sum, int fold, double points, double worth);
long luck_hands(const struct luck_sum *sum);
double luck_points(const struct luck_sum *sum); /* of all hands together */

/* What a point of worth is worth in points to each fold, by the hands of all others: 0 .. 1. */
void luck_slopes(const struct luck_sum *sum, double slopes[LUCK_FOLDS]);
/* The points less their luck, by the slopes of these or of more hands. */
double luck_adjusted(const struct luck_sum *sum, const double slopes[LUCK_FOLDS]);
/* The mean of the slopes over the hands; 0 without any. */
double luck_slope(const struct luck_sum *sum, const double slopes[LUCK_FOLDS]);
/* The variance of a hand; 0 with fewer than two. */
double luck_variance(const struct luck_sum *sum);
double luck_adjusted_variance(const struct luck_sum *sum, const double slopes[LUCK_FOLDS]);

#endif
