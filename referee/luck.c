/* luck.c - plays a hand again with basic in every seat. */
#include "luck.h"

#include "advice.h"

#include <assert.h>
#include <string.h>

/* Tenths of a trick that the plain player trusts to luck, a game for each: what it bids hangs on a
 * hair, and the mean less so. */
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

/* Plays the hand to its end. False: it has none within reason. */
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
            continue; /* nobody bid: worth nothing to anybody */
        luck_margins(rules, again.last.delta, margins);
        for (int side = 0; side < rules->side_count; side++)
            worth[side] += margins[side] / TIMES;
    }
}

/* ------------------------------------------------------------------------------------ many hands
 */

void luck_add(struct luck_sum *sum, double points, double worth)
{
    sum->hands++;
    sum->points += points;
    sum->points_squared += points * points;
    sum->worth += worth;
    sum->worth_squared += worth * worth;
    sum->product += points * worth;
}

double luck_points(const struct luck_sum *sum)
{
    return sum->hands ? sum->points / (double)sum->hands : 0;
}

double luck_adjusted(const struct luck_sum *sum)
{
    return sum->hands ? (sum->points - sum->worth) / (double)sum->hands : 0;
}

/* Of n numbers with this sum and sum of squares. */
static double variance(double sum, double squares, long n)
{
    double left = n > 1 ? (squares - sum * sum / (double)n) / (double)(n - 1) : 0;
    return left > 0 ? left : 0;
}

double luck_variance(const struct luck_sum *sum)
{
    return variance(sum->points, sum->points_squared, sum->hands);
}

double luck_adjusted_variance(const struct luck_sum *sum)
{
    double squares = sum->points_squared - 2 * sum->product + sum->worth_squared;
    return variance(sum->points - sum->worth, squares, sum->hands);
}

double luck_slope(const struct luck_sum *sum)
{
    double n = (double)sum->hands;
    double spread = sum->worth_squared - sum->worth * sum->worth / n;
    return sum->hands > 1 && spread > 0 ? (sum->product - sum->points * sum->worth / n) / spread
                                        : 0;
}
