/* luck.c - replays a hand with basic in each seat. */
#include "record/luck.h"

#include "advice.h"

#include <assert.h>
#include <string.h>

/* Tenths of a trick that the plain player trusts to luck, one replay for each: a single bid may
 * depend on a detail, the mean less so. */
static const int boldness[] = {0, 3, 6, 9, 12};
enum { TIMES = sizeof boldness / sizeof boldness[0], STEPS_MAX = 400 };

void luck_margins(const struct ruleset *rules, const int32_t *points, double margins[SEATS_MAX])
{
    double all = 0;
    int count = rules->side_count;

    memset(margins, 0, SEATS_MAX * sizeof *margins);
    for (int side = 0; side < count; side++)
        all += points[side];
    for (int side = 0; side < count && count > 1; side++)
        margins[side] = points[side] - (all - points[side]) / (count - 1);
}

/* Plays the hand to its end. Returns false if it does not end within reason. */
static bool play_out(struct game *game, const struct ruleset *rules, int bold)
{
    struct seen_history history = {.deal_number = 0};
    struct seen seen;
    struct seen_turn turn;
    struct action action;

    for (int i = 0; i < STEPS_MAX; i++) {
        if (game->phase == PHASE_DEAL || game->phase == PHASE_OVER)
            return true;
        seen_make(&seen, game, rules, game->turn, &history);
        seen_ask(&turn, game, rules);
        advice_decide(&seen, &turn, bold, &action);
        seen_note(&history, game, &action);
        int status = game_apply(game, rules, &action, NULL);
        assert(status == 0);
        if (status)
            return false;
    }
    return false;
}

void luck_worth(const struct game *game, const struct ruleset *rules, double worth[SEATS_MAX])
{
    memset(worth, 0, SEATS_MAX * sizeof *worth);
    for (int i = 0; i < TIMES; i++) {
        struct game again = *game;
        double margins[SEATS_MAX];
        if (!play_out(&again, rules, boldness[i]) || again.last.outcome != HAND_PLAYED)
            continue; /* all passed: worth nothing */
        luck_margins(rules, again.last.delta, margins);
        for (int side = 0; side < rules->side_count; side++)
            worth[side] += margins[side] / TIMES;
    }
}

/* ------------------------------------------------------------------------------------ many hands
 */

/* The prior for a bot's slope: random makes nearly nothing of its cards, basic by definition all;
 * the middle costs neither much. It counts for this many hands. */
static const double slope_before = 0.5, hands_before = 8;

uint64_t luck_deal(const struct game *game)
{
    uint64_t mixed = 0;

    for (int hand = 0; hand < HANDS_MAX; hand++) {
        mixed = (mixed ^ (uint64_t)game->hands[hand]) * 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ (uint64_t)(game->hands[hand] >> 64)) * 0x9e3779b97f4a7c15u;
    }
    for (int i = 0; i < STOCK_MAX; i++) /* the draw: no seat has a card yet */
        mixed = (mixed ^ game->stock[i]) * 0x9e3779b97f4a7c15u;
    return mixed;
}

int luck_fold(uint64_t deal)
{
    return (int)((deal >> 32) % LUCK_FOLDS);
}

void luck_add(struct luck_sum *sum, int fold, double points, double worth)
{
    assert(fold >= 0 && fold < LUCK_FOLDS);
    struct luck_part *part = &sum->folds[fold];
    part->hands++;
    part->points += points;
    part->points_squared += points * points;
    part->worth += worth;
    part->worth_squared += worth * worth;
    part->product += points * worth;
}

/* All folds but one; -1: all folds. */
static struct luck_part gather(const struct luck_sum *sum, int without)
{
    struct luck_part all = {.hands = 0};

    for (int fold = 0; fold < LUCK_FOLDS; fold++) {
        const struct luck_part *part = &sum->folds[fold];
        if (fold == without)
            continue;
        all.hands += part->hands;
        all.points += part->points;
        all.points_squared += part->points_squared;
        all.worth += part->worth;
        all.worth_squared += part->worth_squared;
        all.product += part->product;
    }
    return all;
}

/* Least squares, with the prior as if it were hands. */
static double slope_of(const struct luck_part *part)
{
    double n = (double)part->hands;
    double spread = n > 1 ? part->worth_squared - part->worth * part->worth / n : 0;

    if (spread <= 0)
        return slope_before;
    double both = part->product - part->points * part->worth / n;
    double before = hands_before * spread / (n - 1);
    double slope = (both + slope_before * before) / (spread + before);
    return slope < 0 ? 0 : slope > 1 ? 1 : slope;
}

void luck_slopes(const struct luck_sum *sum, double slopes[LUCK_FOLDS])
{
    for (int fold = 0; fold < LUCK_FOLDS; fold++) {
        struct luck_part others = gather(sum, fold);
        slopes[fold] = slope_of(&others);
    }
}

long luck_hands(const struct luck_sum *sum)
{
    return gather(sum, -1).hands;
}

double luck_points(const struct luck_sum *sum)
{
    return gather(sum, -1).points;
}

double luck_adjusted(const struct luck_sum *sum, const double slopes[LUCK_FOLDS])
{
    double points = 0;

    for (int fold = 0; fold < LUCK_FOLDS; fold++)
        points += sum->folds[fold].points - slopes[fold] * sum->folds[fold].worth;
    return points;
}

double luck_slope(const struct luck_sum *sum, const double slopes[LUCK_FOLDS])
{
    double all = 0;
    long hands = luck_hands(sum);

    for (int fold = 0; fold < LUCK_FOLDS; fold++)
        all += slopes[fold] * (double)sum->folds[fold].hands;
    return hands ? all / (double)hands : 0;
}

/* The variance of n numbers with this sum and sum of squares. */
static double variance(double sum, double squares, long n)
{
    double left = n > 1 ? (squares - sum * sum / (double)n) / (double)(n - 1) : 0;
    return left > 0 ? left : 0;
}

double luck_variance(const struct luck_sum *sum)
{
    struct luck_part all = gather(sum, -1);
    return variance(all.points, all.points_squared, all.hands);
}

double luck_adjusted_variance(const struct luck_sum *sum, const double slopes[LUCK_FOLDS])
{
    double squares = 0;

    for (int fold = 0; fold < LUCK_FOLDS; fold++) {
        const struct luck_part *part = &sum->folds[fold];
        double slope = slopes[fold];
        squares +=
            part->points_squared - 2 * slope * part->product + slope * slope * part->worth_squared;
    }
    return variance(luck_adjusted(sum, slopes), squares, luck_hands(sum));
}
