/* luck.h - what the cards of a hand were worth, apart from what was made of them: the hand is
 * played once more with a plain player (basic) in every seat, who bids more or less boldly. By the
 * symmetry of the deal that has no mean for either side, so what it takes off a score makes the
 * score no better or worse, only steadier.
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

/* Many hands: margins, and the same less their luck. */
struct luck_sum {
    long hands;
    double points, points_squared;
    double worth, worth_squared, product; /* of points and worth */
};

void luck_add(struct luck_sum *sum, double points, double worth);
double luck_points(const struct luck_sum *sum);   /* the mean; 0 without a hand */
double luck_adjusted(const struct luck_sum *sum); /* the mean less the luck */
/* The variance of a hand; 0 with fewer than two. */
double luck_variance(const struct luck_sum *sum);
double luck_adjusted_variance(const struct luck_sum *sum);
/* What a point of worth is worth in points, by least squares: 1 where all of it is rightly taken
 * off. */
double luck_slope(const struct luck_sum *sum);

#endif
